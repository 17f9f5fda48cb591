// Scenarios whose executions of equal futures are counted: what is found and counted is the same as
// one by one.
#include <gtest/gtest.h>

#include "explore/estimate.hpp"
#include "tests/properties/core/checks.hpp"

namespace ringcheck {
namespace {

constexpr double kMostExecutions = 3000;
constexpr int kProbes = 64;

std::string text_of(const std::optional<Witness>& witness) {
  return witness ? to_json(*witness) : "none";
}

CheckResult result_of(const Check& check, bool visits_all, Workers* workers = nullptr) {
  CheckOptions options;
  options.visits_all = visits_all;
  options.nodes_before_counting = 0;
  options.workers = workers;
  return run_check(check, options);
}

void expect_equal(const CheckResult& counted, const CheckResult& visited) {
  EXPECT_EQ(verdict_name(counted.verdict), verdict_name(visited.verdict));
  EXPECT_EQ(counted.counts.complete, visited.counts.complete);
  EXPECT_EQ(counted.counts.blocked, visited.counts.blocked);
  EXPECT_EQ(counted.counts.cut, visited.counts.cut);
  EXPECT_EQ(counted.counts.faults, visited.counts.faults);
  EXPECT_EQ(counted.counts.dead, visited.counts.dead);
  EXPECT_EQ(counted.counts.discarded, visited.counts.discarded);
  EXPECT_EQ(counted.counts.events, visited.counts.events);
  EXPECT_EQ(counted.counts.events_max, visited.counts.events_max);
  EXPECT_EQ(counted.violating, visited.violating);
  EXPECT_EQ(text_of(counted.witness), text_of(visited.witness));
  for (std::size_t i = 0; i < visited.properties.size(); ++i) {
    EXPECT_EQ(counted.properties[i].seen, visited.properties[i].seen) << i;
    EXPECT_EQ(counted.properties[i].violations, visited.properties[i].violations) << i;
    EXPECT_EQ(text_of(counted.properties[i].witness), text_of(visited.properties[i].witness)) << i;
  }
}

TEST(CountedChecksSlow, ComeToWhatExploringOneByOneDoes) {
  std::uint64_t checks = 0;
  std::uint64_t counted = 0;
  for (const Scenario* scenario : all_scenarios())
    for (const char* name : {"sc", "x86-tso", "rc11"}) {
      const Check check = Check(*scenario).under(find_model(name));
      if (estimate_size(check.build().program, *check.model, kProbes, 1).executions >
          kMostExecutions)
        continue;
      SCOPED_TRACE(scenario->name + " " + name);
      const CheckResult with = result_of(check, false);
      const CheckResult without = result_of(check, true);
      expect_equal(with, without);
      ++checks;
      if (with.counts.nodes < without.counts.nodes) ++counted;
    }
  RecordProperty("checks", std::to_string(checks));
  RecordProperty("counted", std::to_string(counted));
  EXPECT_GT(counted, 20U) << "of " << checks;
}

/// Rings with a barrier less, in which something is violated or not, and longer ones.
const std::vector<CheckRow> kRings = {{"spsc-ring", {"records=5", "polls=5"}},
                                      {"spsc-ring", {"records=4", "polls=5"}, "A=none"},
                                      {"spsc-ring", {"records=4", "polls=5"}, "B=none"},
                                      {"spsc-ring", {"records=5", "polls=4"}, "C=none"},
                                      {"spsc-ring", {"records=5", "polls=4"}, "D=none"},
                                      {"one-slot-ring", {"records=4"}},
                                      {"perf-ring", {"records=4", "polls=3"}},
                                      {"perf-ring", {"records=3", "polls=3"}, "B=none"}};

TEST(CountedRingsSlow, AnswerAsOneByOne) {
  Workers workers(3);
  for (const CheckRow& row : kRings)
    for (const char* name : {"sc", "x86-tso", "rc11", "armv8", "lkmm"}) {
      // If branches are speculated, a perf-ring of this size takes a minute.
      const bool leaves_order =
          name == std::string_view("armv8") || name == std::string_view("lkmm");
      if (leaves_order && row.scenario == std::string_view("perf-ring")) continue;
      SCOPED_TRACE(std::string(name) + " " + row.scenario + " " + row.plan);
      const Check check = run_of(row).under(find_model(name));
      const CheckResult without = result_of(check, true);
      expect_equal(result_of(check, false), without);
      expect_equal(result_of(check, false, &workers), without);
    }
}

/// Interrupts of a CPU with words of its own, at each point and at every sixteenth.
const std::vector<CheckRow> kSamples = {
    {"aux-pt-sample", {"samples=1"}},
    {"aux-pt-sample", {"samples=1", "fire=everywhere"}},
    {"aux-pt-sample", {"samples=1", "softer=1"}},
    {"aux-pt-sample", {"samples=1", "pmi=0", "delivery=nothing"}},
    {"aux-pt-sample", {"samples=1"}, "", "pt-sample-trusts-gate"},
    {"aux-pt-sample", {"samples=1", "softer=1", "pmi=0"}, "", "sampling-not-marked"},
    {"aux-pt-sample-start", {"samples=1"}},
    {"aux-pt-sample-start", {"samples=1", "noted=after-enable"}},
    {"perf-ring-nested", {"records=1", "polls=1"}},
    {"perf-ring-levels", {"levels=2", "polls=1"}},
    {"perf-wakeup-nested", {"polls=1"}}};

TEST(CountedInterruptsSlow, AnswerAsOneByOne) {
  for (const CheckRow& row : kSamples)
    for (const char* name : {"sc", "x86-tso"}) {
      SCOPED_TRACE(std::string(name) + " " + row.scenario);
      const Check check = run_of(row).under(find_model(name));
      expect_equal(result_of(check, false), result_of(check, true));
    }
}

}  // namespace
}  // namespace ringcheck
