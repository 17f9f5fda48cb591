// `ringcheck mutants`: known mistakes in the specification, and whether the properties see them.
// Tested by tests/cli/mutants_test.cpp.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <set>

#include "cli/check_runs.hpp"
#include "cli/commands.hpp"
#include "cli/mutant_session.hpp"
#include "cli/output.hpp"
#include "graph/diagnostic.hpp"
#include "models/names.hpp"
#include "properties/core/area.hpp"
#include "properties/core/mutants.hpp"

namespace ringcheck {

namespace {

using Json = nlohmann::ordered_json;

bool has(const std::vector<std::string>& list, std::string_view word) {
  return std::ranges::any_of(list, [&](const std::string& one) { return same_name(one, word); });
}

/// The mutants that `options` name, in the order of the list; all for none.
std::vector<const Mutant*> chosen_mutants(const MutantsOptions& options) {
  const std::span<const Mutant* const> all = all_mutants();
  for (const std::string& id : options.mutants) find_mutant(id);
  std::set<std::string_view> sections;
  for (const Mutant* mutant : all) sections.insert(mutant->section());
  for (const std::string& section : options.sections)
    if (std::ranges::none_of(
            all, [&](const Mutant* mutant) { return same_name(mutant->section(), section); }))
      throw InputError({"--section " + section, 0, 0,
                        "no section \"" + section + "\"; there are " +
                            fmt::format("{}", fmt::join(sections, ", "))});
  if (options.mutants.empty() && options.sections.empty()) return {all.begin(), all.end()};
  std::vector<const Mutant*> chosen;
  for (const Mutant* mutant : all)
    if (has(options.mutants, mutant->id) || has(options.sections, mutant->section()))
      chosen.push_back(mutant);
  return chosen;
}

std::vector<Hunt> chosen_hunts(const MutantsOptions& options) {
  std::vector<std::string> models;
  for (const std::string& model : options.models)
    models.push_back(same_name(model, kSequential) ? std::string(kSequential)
                                                   : find_model(model).name());
  std::vector<Hunt> hunts;
  for (const Mutant* mutant : chosen_mutants(options))
    for (Hunt& hunt : hunts_of(*mutant, models)) hunts.push_back(std::move(hunt));
  if (hunts.empty())
    throw InputError({"--model", 0, 0,
                      "none of the chosen mutants is looked for under the chosen models, expected "
                      "models that `ringcheck mutants` lists for them"});
  return hunts;
}

Json row_json(const HuntResult& result) {
  const Mutant& mutant = *result.hunt.mutant;
  const HuntOutcome& outcome = result.outcome;
  return {{"id", mutant.id},
          {"title", mutant.title},
          {"found", result.found()},
          {"property", mutant.property},
          {"model", result.hunt.model},
          {"technique", technique_name(mutant.technique())},
          {"executions", outcome.executions},
          {"seconds", outcome.seconds},
          {"expected", result.hunt.expected},
          {"complete", outcome.complete},
          {"control_clean", result.control ? Json(result.control_clean()) : Json(nullptr)},
          {"in_mainline", mutant.in_mainline},
          {"witness", outcome.witness ? Json::parse(to_json(*outcome.witness)) : Json(nullptr)},
          {"sequence", outcome.shown.empty() ? Json(nullptr) : Json(outcome.shown)}};
}

/// A line of the table.
std::string line(std::string_view technique, std::string_view model, std::string_view property,
                 std::string_view verdict, const std::string& executions,
                 const std::string& seconds) {
  return fmt::format("  {:<12} {:<10} {:<8} {:<21} {:>10} {:>9}\n", technique, model, property,
                     verdict, executions, seconds);
}

std::string row_text(const HuntResult& result) {
  const Mutant& mutant = *result.hunt.mutant;
  return line(technique_name(mutant.technique()), result.hunt.model, mutant.property,
              hunt_verdict(result), fmt::format("{}", result.outcome.executions),
              fmt::format("{:.2f}", result.outcome.seconds));
}

}  // namespace

ExitStatus mutants(const MutantsOptions& options) {
  const std::vector<Hunt> hunts = chosen_hunts(options);
  if (!options.json.empty()) require_writable(options.json);
  const bool quiet = options.json == "-";
  std::vector<HuntResult> results;
  Json rows = Json::array();
  std::string wrong;
  const Mutant* last = nullptr;
  if (!quiet)
    std::cout << fmt::format("seed {}\n", options.seed)
              << line("technique", "model", "property", "verdict", "executions", "seconds");
  hunt_mutants(hunts, perf_catalogue(), options.seed, options.jobs, [&](HuntResult result) {
    const Mutant& mutant = *result.hunt.mutant;
    if (!quiet && last != &mutant)
      std::cout << fmt::format("{}{} {}\n", mutant.id, mutant.in_mainline ? " (mainline)" : "",
                               mutant.title);
    last = &mutant;
    if (!quiet) std::cout << row_text(result) << std::flush;
    if (!result.as_named())
      wrong += fmt::format("not as named: {} under {}: {}\n", mutant.id, result.hunt.model,
                           hunt_verdict(result));
    rows.push_back(row_json(result));
    results.push_back(std::move(result));
  });
  if (!options.json.empty()) write_output(options.json, json_rows(rows));
  if (!quiet) {
    const auto groups = by_mutant(std::move(results));
    std::string text;
    if (!options.mutants.empty())
      for (const auto& group : groups) text += "\n" + mutant_witness(group);
    text += fmt::format("\n{} mutants, {} hunts: {}\n", groups.size(), hunts.size(),
                        wrong.empty() ? "each found where it is named, and nowhere else" : "");
    std::cout << text << wrong;
  }
  return wrong.empty() ? ExitStatus::holds : ExitStatus::violated;
}

}  // namespace ringcheck
