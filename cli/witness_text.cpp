// A witness as a person reads it.
// Tested by tests/cli/witness_text_test.cpp.
#include "cli/witness_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/execution_text.hpp"
#include "explore/compiler.hpp"
#include "explore/explore.hpp"
#include "protocol/core/compiled_access.hpp"

namespace ringcheck {

namespace {

/// `message` with events named as in the table: "b2" in place of "1.1" (thread and slot).
std::string labelled(const std::string& message, const Program& program,
                     const ExecutionGraph& graph, bool own) {
  const ShownEvents shown = shown_events(program, graph, own);
  const auto is_part = [](char c) { return (c >= '0' && c <= '9') || c == '.'; };
  std::string text;
  for (std::size_t i = 0; i < message.size();) {
    std::size_t end = i;
    while (end < message.size() && is_part(message[end])) ++end;
    std::string token = message.substr(i, std::max<std::size_t>(end - i, 1));
    for (const EventNumber e : shown.order)
      if (token == fmt::format("{}.{}", graph[e].id.thread, graph[e].id.index)) {
        token = shown.label[e];
        break;
      }
    text += token;
    i = std::max(end, i + 1);
  }
  return text;
}

/// True iff a compiler has been at the code: what interrupts see of it then matters.
bool is_compiled(const ScenarioRun& run) {
  for (const Parameter& parameter : run.scenario->parameters)
    if (parameter.name == "compiler") return run.parameters["compiler"] != 0;
  return false;
}

/// What the compiler does at one place, or two.
std::string departure_text(const Observation& told) {
  const std::string_view place = place_name(told.numbers[1]);
  const std::string_view other = place_name(told.numbers[2]);
  switch (static_cast<Departure>(told.numbers[0])) {
    case Departure::swapped:
      return fmt::format("{} comes before {}", other, place);
    case Departure::torn_low:
      return fmt::format("{} is made in halves, the lower one first", place);
    case Departure::torn_high:
      return fmt::format("{} is made in halves, the upper one first", place);
    case Departure::merged:
      return fmt::format("{} takes what is in a register", place);
    case Departure::dropped:
      return fmt::format("{} is left out, since {} follows", place, other);
    case Departure::reloaded:
      return fmt::format("{} is made again where its value is used", place);
    case Departure::early:
      return fmt::format("{} is made early", place);
    case Departure::sunk:
      return fmt::format("{} is made behind the branches that follow it", place);
  }
  return "";
}

/// What the compiler does, a line each.
std::string departures_text(const Transcript& transcript) {
  std::string text;
  for (const Observation& told : transcript.observations)
    if (told.kind == kind_number(ObservationKind::compiled))
      text += fmt::format("  compiler: {}\n", departure_text(told));
  return text;
}

}  // namespace

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

std::string executed_text(const Witness& witness) {
  const ScenarioProgram built = witness.run.build();
  std::string plan;
  for (const Site site : witness.run.scenario->sites)
    if (!site_info(site).compiler_only ||
        witness.run.plan.at(site) != witness.run.scenario->plan.at(site))
      plan += fmt::format(" {}={}", site_info(site).name, strength_name(witness.run.plan.at(site)));
  const Transcript transcript =
      transcribe(built.program, *witness.graph, find_model(witness.model).dependence());
  return fmt::format("  scenario {} under {}; {}{}{}\n\n", witness.run.scenario->name,
                     witness.model, witness.run.parameters.text(), plan.empty() ? "" : ";", plan) +
         departures_text(transcript) +
         execution_table(built.program, *witness.graph, transcript, is_compiled(witness.run));
}

std::string witness_text(const Witness& witness, const std::string& replay_line) {
  const Program program = witness.run.build().program;
  std::string text = fmt::format(
      "violated: {} {}\n  {}\n", witness.property, find_property(witness.property).title,
      labelled(witness.message, program, *witness.graph, is_compiled(witness.run)));
  text += executed_text(witness);
  text +=
      "\n  Why it can happen:\n" + why_allowed(program, *witness.graph, find_model(witness.model));
  if (!replay_line.empty()) text += "\n  replay: " + replay_line + '\n';
  return text;
}

}  // namespace ringcheck
