// `ringcheck fuzz`: random sequences on plain memory, each checked against an oracle.
// Tested by tests/cli/fuzz_test.cpp.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "check/ordered_tasks.hpp"
#include "cli/commands.hpp"
#include "cli/output.hpp"
#include "graph/diagnostic.hpp"
#include "models/names.hpp"
#include "properties/aux/aux_sequence.hpp"
#include "properties/core/area.hpp"
#include "properties/core/mutants.hpp"
#include "properties/ring/ring_hunts.hpp"

namespace ringcheck {

namespace {

/// What one call tries: functions, and the task that each of them gets.
struct Fuzz {
  std::vector<SequenceKind> kinds;
  HuntTask task;
};

Fuzz fuzz_of(const FuzzOptions& options) {
  Fuzz fuzz;
  fuzz.task.seed = options.seed;
  fuzz.task.cases = options.cases;
  if (options.mutant.empty()) {
    fuzz.kinds.assign(kSequenceKinds.begin(), kSequenceKinds.end());
    return fuzz;
  }
  const Mutant& mutant = find_mutant(options.mutant);
  if (const auto* function = std::get_if<FunctionHunt>(&mutant.hunt)) {
    fuzz.kinds = {{technique_name(function->technique), function->hunt}};
    fuzz.task.defects = function->defects;
    fuzz.task.property = mutant.property;
    return fuzz;
  }
  // A mutant that is explored: sequences may see it too, if it is a mistake in the code.
  fuzz.task.defects = std::get<ExplorationHunt>(mutant.hunt).mutation.defects;
  if (fuzz.task.defects.none())
    throw InputError({"--mutant " + options.mutant, 0, 0,
                      "is no mistake in the code, expected one that `ringcheck mutants` tries "
                      "sequences for, or that has a defect"});
  fuzz.kinds.assign(kSequenceKinds.begin(), kSequenceKinds.end());
  return fuzz;
}

/// The machines that were asked for. Errors: InputError that lists the names.
std::vector<const AuxSequence*> chosen_machines(const std::vector<std::string>& names) {
  const auto all = all_aux_sequences();
  std::vector<const AuxSequence*> chosen;
  for (const std::string& name : names) {
    if (name == "all") {
      chosen.insert(chosen.end(), all.begin(), all.end());
      continue;
    }
    const auto it = std::ranges::find_if(
        all, [&](const AuxSequence* machine) { return machine->name == name; });
    if (it != all.end()) {
      chosen.push_back(*it);
      continue;
    }
    std::vector<std::string_view> known{"all"};
    for (const AuxSequence* machine : all) known.push_back(machine->name);
    throw InputError(
        {"--machine " + name, 0, 0,
         "is no machine of AUX sequences" + instead_of(name, known, "ringcheck list machines")});
  }
  return chosen;
}

/// What was tried: printed as it comes, and kept as rows of JSON.
class FuzzAnswers {
 public:
  explicit FuzzAnswers(const FuzzOptions& options) : options_(options) {
    if (!options.json.empty()) require_writable(options.json);
    print(fmt::format("seed {}\n", options.seed));
  }

  /// `violation` is what goes wrong, with the sequence that shows it; empty if nothing does.
  void add(std::string_view name, int width, std::uint64_t cases, const std::string& violation) {
    const char* const verdict = violation.empty() ? "holds" : "violated";
    print(fmt::format("{:<{}} {:>8} cases: {}\n{}", name, width, cases, verdict, violation));
    rows_.push_back({{"name", name},
                     {"seed", options_.seed},
                     {"cases", cases},
                     {"verdict", verdict},
                     {"violation", violation.empty() ? nlohmann::ordered_json(nullptr)
                                                     : nlohmann::ordered_json(violation)}});
    if (!violation.empty()) status_ = ExitStatus::violated;
  }

  /// Writes the rows where they were asked for.
  [[nodiscard]] ExitStatus end() const {
    if (!options_.json.empty()) write_output(options_.json, json_rows(rows_));
    return status_;
  }

 private:
  void print(std::string_view text) const {
    if (options_.json != "-") std::cout << text << std::flush;
  }

  const FuzzOptions& options_;
  nlohmann::ordered_json rows_ = nlohmann::ordered_json::array();
  ExitStatus status_ = ExitStatus::holds;
};

ExitStatus try_machines(const FuzzOptions& options) {
  if (!options.mutant.empty())
    throw InputError({"--machine", 0, 0, "saw --mutant too, expected one of them"});
  const std::vector<const AuxSequence*> machines = chosen_machines(options.machines);
  FuzzAnswers answers(options);
  const auto attempt = [&](std::size_t i) {
    const AuxSequence& machine = *machines[i];
    return std::pair(&machine, search_cases(machine, {},
                                            {"", options.seed,
                                             options.cases == 0 ? machine.cases : options.cases}));
  };
  run_ordered(machines.size(), options.jobs, attempt,
              [&](const std::pair<const AuxSequence*, AuxSearchResult>& done) {
                const auto& [machine, result] = done;
                answers.add(
                    machine->name, 28, result.cases,
                    result.finding
                        ? fmt::format("\n{} {}\n  {}\n\n", result.finding->property,
                                      result.finding->what, case_text(*machine, result.example))
                        : "");
              });
  return answers.end();
}

}  // namespace

ExitStatus fuzz(const FuzzOptions& options) {
  if (!options.machines.empty()) return try_machines(options);
  const Fuzz what = fuzz_of(options);
  FuzzAnswers answers(options);
  run_ordered(
      what.kinds.size(), options.jobs,
      [&](std::size_t i) { return std::pair(i, what.kinds[i].hunt(what.task)); },
      [&](const std::pair<std::size_t, Hunted>& done) {
        const auto& [i, hunted] = done;
        answers.add(
            what.kinds[i].name, 24, hunted.cases,
            hunted.found
                ? fmt::format("\n{}  again: ringcheck fuzz --seed {}{}{}\n\n", hunted.shown,
                              options.seed,
                              options.cases == 0 ? "" : fmt::format(" --cases {}", options.cases),
                              options.mutant.empty() ? "" : " --mutant " + options.mutant)
                : "");
      });
  return answers.end();
}

}  // namespace ringcheck
