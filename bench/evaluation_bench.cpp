// What evaluating cat models by changes buys: the same exploration with a checker that brings
// values up to date, and with one that computes all of them for each question.
// executions/s and checks/s are the first checker's; times_all is the second's time over the
// first's, both taken in the same run.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <ctime>
#include <string>

#include "check/check.hpp"
#include "explore/explore_with.hpp"
#include "graph/check.hpp"
#include "models/cat_checker.hpp"
#include "properties/core/area.hpp"
#include "properties/core/perf_scenario.hpp"

namespace ringcheck::bench {
namespace {

Program program_of(const std::string& scenario_name, std::uint64_t records) {
  Check check(find_scenario(scenario_name));
  if (records != 0) check.parameters.set("records", std::to_string(records));
  if (scenario_name == "spsc-ring") check.parameters.set("polls", std::to_string(records));
  return check.build().program;
}

/// Processor time that an exploration takes. Units: seconds.
double seconds_of(const Program& program, const Model& model, Evaluating how,
                  const ExploreLimits& limits, ExploreCounts& counts) {
  CatChecker checker(model, how);
  const std::clock_t start = std::clock();
  counts = explore_with(checker, program, model.dependence(), limits, {});
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

void evaluate(benchmark::State& state, const std::string& scenario, std::uint64_t records,
              const std::string& model_name, std::uint64_t most) {
  const Program program = program_of(scenario, records);
  const Model model = find_model(model_name);
  const ExploreLimits limits{.executions = most};
  double by_changes = 0;
  double of_all = 0;
  ExploreCounts counts;
  std::uint64_t executions = 0;
  std::uint64_t checks = 0;
  for (auto _ : state) {
    by_changes += seconds_of(program, model, Evaluating::changes, limits, counts);
    executions += counts.complete;
    checks += counts.checks;
    ExploreCounts reference;
    of_all += seconds_of(program, model, Evaluating::all, limits, reference);
    RC_CHECK(reference.complete == counts.complete && reference.checks == counts.checks,
             "the two ways to evaluate disagree");
  }
  state.counters["executions"] = static_cast<double>(executions) / by_changes;
  state.counters["checks"] = static_cast<double>(checks) / by_changes;
  state.counters["times_all"] = of_all / by_changes;
  state.counters["events"] = counts.events_max;
}

BENCHMARK_CAPTURE(evaluate, spsc_armv8, "spsc-ring", 6, "armv8", 0)->MinTime(0.2);
BENCHMARK_CAPTURE(evaluate, spsc_lkmm, "spsc-ring", 6, "lkmm", 0)->MinTime(0.2);
BENCHMARK_CAPTURE(evaluate, one_slot_armv8, "one-slot-ring", 10, "armv8", 3'000)->MinTime(0.2);
BENCHMARK_CAPTURE(evaluate, one_slot_lkmm, "one-slot-ring", 10, "lkmm", 3'000)->MinTime(0.2);
BENCHMARK_CAPTURE(evaluate, nested_armv8, "perf-ring-nested", 0, "armv8", 500)->MinTime(0.2);
BENCHMARK_CAPTURE(evaluate, nested_lkmm, "perf-ring-nested", 0, "lkmm", 500)->MinTime(0.2);

}  // namespace
}  // namespace ringcheck::bench
