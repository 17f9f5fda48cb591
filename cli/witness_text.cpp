// A witness for people to read.
// Tested by tests/cli/witness_text_test.cpp.
#include "cli/witness_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "cli/original_function.hpp"
#include "cli/perf_notes.hpp"
#include "explore/compiler.hpp"
#include "explore/explore.hpp"
#include "properties/core/area.hpp"
#include "properties/core/perf_scenario.hpp"
#include "protocol/ring/compiled_access.hpp"
#include "protocol/ring/observations.hpp"

namespace ringcheck {

namespace {

/// `message` with events named as in the table: "b2" in place of "1.1" (thread and slot).
std::string labelled(const std::string& message, const Program& program,
                     const ExecutionGraph& graph, const ExecutionStyle& style) {
  const ShownEvents shown = shown_events(program, graph, style);
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

/// True iff a compiler has changed the code: then it matters what interrupts see of it.
bool is_compiled(const Check& run) {
  const std::vector<Parameter>& declared = run.scenario->parameters;
  for (std::size_t i = 0; i < declared.size(); ++i)
    if (declared[i].name == "compiler") return run.parameters.value(i) != 0;
  return false;
}

/// True iff an interrupt comes in `graph`.
bool nests(const ExecutionGraph& graph) {
  for (int e = graph.locations(); e < graph.size(); ++e)
    if (graph[static_cast<EventNumber>(e)].level > 0) return true;
  return false;
}

/// What the compiler does at one place, or two.
std::string departure_text(const Observation& observed) {
  const auto told = heard<said::Compiled>(observed.numbers);
  const std::string_view place = place_name(told.place);
  const std::string_view other = place_name(told.other);
  switch (static_cast<Departure>(told.departure)) {
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
      return fmt::format("{} is made after the branches that follow it", place);
  }
  return "";
}

/// What the compiler does, a line each.
std::string departures_text(const Transcript& transcript) {
  std::string text;
  for (const Observation& told : transcript.observations)
    if (told.kind == said::Compiled<>::kKind)
      text += fmt::format("  compiler: {}\n", departure_text(told));
  return text;
}

}  // namespace

std::string check_arguments(const Check& check) {
  std::string text =
      fmt::format("--scenario {} --model {}", check.scenario->name, check.model->name());
  const Parameters standard(check.scenario->parameters);
  for (std::size_t i = 0; i < check.scenario->parameters.size(); ++i)
    if (check.parameters.text(i) != standard.text(i))
      text += fmt::format(" --param {}={}", check.scenario->parameters[i].name,
                          check.parameters.text(i));
  for (const Site* site : check.plan.sites())
    if (check.plan[site->name] != check.scenario->plan[site->name])
      text += fmt::format(" --site {}={}", site->name, check.plan[site->name]);
  return text;
}

ExecutionStyle witness_style(const Witness& witness, bool all_events, std::size_t width) {
  ExecutionStyle style;
  style.own = is_compiled(witness.check) || nests(*witness.graph);
  style.levels = all_events || nests(*witness.graph);
  style.all_events = all_events;
  style.width = width;
  if (style.levels) style.made_by = makers_of(witness.check, *witness.graph);
  if (all_events) style.tell = perf_note;
  return style;
}

std::string message_text(const Witness& witness, const ExecutionStyle& style) {
  return labelled(witness.message, witness.check.build().program, *witness.graph, style);
}

std::string message_text(const Witness& witness) {
  return message_text(witness, witness_style(witness));
}

std::string executed_text(const Witness& witness, const ExecutionStyle& style) {
  const Subject built = witness.check.build();
  std::string plan;
  for (const Site* const site : witness.check.plan.sites())
    if (!site->compiler_only ||
        witness.check.plan[site->name] != witness.check.scenario->plan[site->name])
      plan += fmt::format(" {}={}", site->name, witness.check.plan[site->name]);
  const Transcript transcript =
      transcribe(built.program, *witness.graph, witness.check.model->dependence());
  return fmt::format("  scenario {} under {}; {}{}{}\n\n", witness.check.scenario->name,
                     witness.check.model->name(), witness.check.parameters.text(),
                     plan.empty() ? "" : ";", plan) +
         departures_text(transcript) +
         execution_table(built.program, *witness.graph, transcript, style);
}

std::string executed_text(const Witness& witness) {
  return executed_text(witness, witness_style(witness));
}

std::string witness_text(const Witness& witness, const std::string& replay_line,
                         const ExecutionStyle& style) {
  const Program program = witness.check.build().program;
  std::string text =
      fmt::format("violated: {} {}\n  {}\n", witness.property,
                  find_property(witness.property).title, message_text(witness, style));
  text += executed_text(witness, style);
  text += "\n  Why it can happen:\n" +
          why_allowed(program, *witness.graph, *witness.check.model, style);
  if (!replay_line.empty()) text += "\n  replay: " + replay_line + '\n';
  return text;
}

std::string witness_text(const Witness& witness, const std::string& replay_line) {
  return witness_text(witness, replay_line, witness_style(witness));
}

}  // namespace ringcheck
