// `ringcheck list`: what there is to name on the command line.
#include <fmt/format.h>

#include <iostream>

#include "check/scenario.hpp"
#include "cli/commands.hpp"
#include "models/model.hpp"
#include "properties/aux/aux_invariants.hpp"
#include "properties/aux/aux_sequence.hpp"
#include "properties/core/area.hpp"
#include "properties/core/mutants.hpp"

namespace ringcheck {

ExitStatus list() {
  std::string text = "models\n";
  for (const std::string_view name : model_names()) {
    const Model model = find_model(name);
    text += fmt::format("  {:<10} {}; axioms {}\n", name, model.title(),
                        fmt::join(model.axioms(), ", "));
  }
  text += "\nscenarios, with their parameters and defaults\n";
  for (const Scenario* scenario : all_scenarios()) {
    text += fmt::format("  {:<18} {}\n", scenario->name, scenario->description);
    const Parameters standard(scenario->parameters);
    for (std::size_t i = 0; i < scenario->parameters.size(); ++i) {
      const Parameter& parameter = scenario->parameters[i];
      text += fmt::format("      {:<20} {} ({})\n",
                          fmt::format("{}={}", parameter.name, standard.text(i)),
                          parameter.description, parameter.range());
    }
  }
  text += "\nproperties\n";
  for (const Property* property : all_properties())
    text += fmt::format("  {:<6} always: {}\n         sometimes: {}\n", property->id,
                        property->title, property->sometimes);
  text += "\nproperties that sequences on plain memory are judged by\n";
  for (const AuxInvariant& invariant : all_aux_invariants())
    text += fmt::format("  {:<6} always: {}\n", invariant.id, invariant.title);
  text += "\nmachines of sequences\n";
  for (const AuxSequence* sequence : all_aux_sequences())
    text += fmt::format("  {:<20} {}; {}\n", sequence->name, sequence->title,
                        fmt::join(sequence->properties, " "));
  text += "\nordering points, with what Linux 6.1 has there\n";
  for (const Site* site : perf_catalogue().sites)
    text += fmt::format(
        "  {:<22} {}; {} of {}{}\n", site->name, site->between, site->own(),
        fmt::join(site->strengths, " "),
        site->compiler_only ? " (orders the compiler only: CPU models do not vary it)" : "");
  text += "\nmutants, with the property that sees each\n";
  for (const Mutant* mutant : all_mutants())
    text += fmt::format("  {:<6} {:<5} {}\n", mutant->id, mutant->property, mutant->title);
  std::cout << text;
  return ExitStatus::holds;
}

}  // namespace ringcheck
