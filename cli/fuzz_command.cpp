// `ringcheck fuzz`: random sequences on plain memory, each checked against an oracle.
// Tested by tests/cli/fuzz_test.cpp.
#include <fmt/format.h>

#include <iostream>
#include <vector>

#include "cli/commands.hpp"
#include "cli/ordered_tasks.hpp"
#include "graph/diagnostic.hpp"
#include "properties/sequences/ring_hunts.hpp"

namespace ringcheck {

namespace {

/// What one call tries: functions, and what they are asked.
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
  // One that is explored: sequences may see it, too, if it is a mistake in the code.
  fuzz.task.defects = std::get<ExplorationHunt>(mutant.hunt).defects;
  if (fuzz.task.defects.none())
    throw InputError({"--mutant " + options.mutant, 0, 0,
                      "is no mistake in the code, expected one that `ringcheck mutants` tries "
                      "sequences for, or that has a defect"});
  fuzz.kinds.assign(kSequenceKinds.begin(), kSequenceKinds.end());
  return fuzz;
}

}  // namespace

ExitStatus fuzz(const FuzzOptions& options) {
  const Fuzz what = fuzz_of(options);
  std::cout << fmt::format("seed {}\n", options.seed) << std::flush;
  ExitStatus status = ExitStatus::holds;
  run_ordered(
      what.kinds.size(), options.jobs,
      [&](std::size_t i) { return std::pair(i, what.kinds[i].hunt(what.task)); },
      [&](const std::pair<std::size_t, Hunted>& done) {
        const auto& [i, hunted] = done;
        std::cout << fmt::format("{:<24} {:>8} cases: {}\n", what.kinds[i].name, hunted.cases,
                                 hunted.found ? "violated" : "holds");
        if (!hunted.found) return;
        status = ExitStatus::violated;
        std::cout << fmt::format(
            "\n{}  again: ringcheck fuzz --seed {}{}{}\n\n", hunted.shown, options.seed,
            options.cases == 0 ? "" : fmt::format(" --cases {}", options.cases),
            options.mutant.empty() ? "" : " --mutant " + options.mutant);
      });
  return status;
}

}  // namespace ringcheck
