// A witness as a person reads it.
// Tested by tests/cli/witness_text_test.cpp.
#include "cli/witness_text.hpp"

#include <fmt/format.h>

#include "cli/execution_text.hpp"
#include "explore/explore.hpp"

namespace ringcheck {

std::string run_arguments(const ScenarioRun& run, std::string_view model) {
  std::string text = fmt::format("--scenario {} --model {}", run.scenario->name, model);
  const Parameters standard(run.scenario->parameters);
  for (std::size_t i = 0; i < run.scenario->parameters.size(); ++i)
    if (run.parameters.text(i) != standard.text(i))
      text +=
          fmt::format(" --param {}={}", run.scenario->parameters[i].name, run.parameters.text(i));
  for (const Site site : run.scenario->sites)
    if (run.plan.at(site) != run.scenario->plan.at(site))
      text += fmt::format(" --site {}={}", site_info(site).name, strength_name(run.plan.at(site)));
  return text;
}

std::string witness_text(const Witness& witness, const std::string& replay_line) {
  const ScenarioProgram built = witness.run.build();
  const Model model = find_model(witness.model);
  std::string title;
  for (const Property* property : all_properties())
    if (property->id == witness.property) title = fmt::format(" {}", property->title);
  std::string plan;
  for (const Site site : witness.run.scenario->sites)
    if (!site_info(site).compiler_only)
      plan += fmt::format(" {}={}", site_info(site).name, strength_name(witness.run.plan.at(site)));
  std::string text =
      fmt::format("violated: {}{}\n  {}\n", witness.property, title, witness.message);
  text += fmt::format("  scenario {} under {}; {}{}{}\n\n", witness.run.scenario->name,
                      witness.model, witness.run.parameters.text(), plan.empty() ? "" : ";", plan);
  const Transcript transcript = transcribe(built.program, *witness.graph, model.dependence());
  text += execution_table(built.program, *witness.graph, transcript);
  text += "\n  Why it can happen:\n" + why_allowed(built.program, *witness.graph, model);
  if (!replay_line.empty()) text += "\n  replay: " + replay_line + '\n';
  return text;
}

}  // namespace ringcheck
