// Hunts for mutants.
// Tested by tests/cli/mutants_test.cpp.
#include "cli/mutant_session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "check/ordered_tasks.hpp"
#include "cli/witness_text.hpp"
#include "models/model.hpp"
#include "properties/core/area.hpp"
#include "properties/core/perf_scenario.hpp"

namespace ringcheck {

std::vector<HuntResult> hunt_mutants(const std::vector<Hunt>& hunts, std::uint64_t seed,
                                     unsigned jobs) {
  std::vector<HuntResult> results;
  hunt_mutants(hunts, perf_catalogue(), seed, jobs,
               [&](HuntResult result) { results.push_back(std::move(result)); });
  return results;
}

std::string hunt_verdict(const HuntResult& result) {
  if (!result.control_clean())
    return result.control->complete ? "CONTROL VIOLATED" : "CONTROL BOUND REACHED";
  if (result.found()) return result.hunt.expected ? "found" : "FOUND, MUST NOT";
  if (!result.outcome.complete) return "BOUND REACHED";
  return result.hunt.expected ? "NOT FOUND" : "clean";
}

std::string mutant_witness(const std::vector<HuntResult>& results) {
  const HuntResult* least = nullptr;
  const auto size = [](const HuntResult& result) {
    return result.outcome.witness ? result.outcome.witness->graph->size() : 0;
  };
  for (const HuntResult& result : results)
    if (result.found() && (least == nullptr || size(result) < size(*least))) least = &result;
  if (least == nullptr) return "";
  if (least->outcome.witness) return witness_text(*least->outcome.witness, "");
  return least->outcome.shown;
}

std::vector<std::vector<HuntResult>> by_mutant(std::vector<HuntResult> results) {
  std::vector<std::vector<HuntResult>> groups;
  for (HuntResult& result : results) {
    if (groups.empty() || groups.back().front().hunt.mutant != result.hunt.mutant)
      groups.emplace_back();
    groups.back().push_back(std::move(result));
  }
  return groups;
}

std::string mutants_markdown(const std::vector<HuntResult>& results) {
  if (results.empty()) return "";
  std::vector<std::string_view> columns;
  for (const std::string_view model : model_names()) columns.push_back(model);
  columns.push_back(kSequential);
  const auto groups = by_mutant(results);
  std::string text = fmt::format(
      "## Mutants\n\n"
      "Known mistakes, put into the specification one at a time ({}), and the property that sees "
      "each. *found*: it is violated, and without the mutation it is not; *clean*: the model is "
      "too "
      "strong for the mistake to show, and it does not. Memory models are explored; *sequential* "
      "is "
      "plain memory, with random sequences that are shrunk, or chosen values. Entries that Linux "
      "6.1 has itself are marked *mainline*. `ringcheck mutants --mutant ID` shows one alone.\n\n"
      "| mutant | what is changed | property | technique |",
      groups.size());
  for (const std::string_view column : columns) text += fmt::format(" {} |", column);
  text += "\n|---|---|---|---|";
  for (std::size_t i = 0; i < columns.size(); ++i) text += "---|";
  text += '\n';
  for (const auto& group : groups) {
    const Mutant& mutant = *group.front().hunt.mutant;
    text += fmt::format("| {} | {}{} | {} | {} |", mutant.id, mutant.title,
                        mutant.in_mainline ? " (mainline)" : "", mutant.property,
                        technique_name(mutant.technique()));
    for (const std::string_view column : columns) {
      const auto it = std::ranges::find_if(
          group, [&](const HuntResult& result) { return result.hunt.model == column; });
      text += it == group.end() ? " |" : fmt::format(" {} |", hunt_verdict(*it));
    }
    text += '\n';
  }
  text += '\n';
  for (const auto& group : groups) {
    const std::string witness = mutant_witness(group);
    if (witness.empty()) continue;
    const Mutant& mutant = *group.front().hunt.mutant;
    text += fmt::format("<details><summary>{}: {}</summary>\n\n```\n{}```\n\n</details>\n\n",
                        mutant.id, mutant.title, witness);
  }
  return text;
}

}  // namespace ringcheck
