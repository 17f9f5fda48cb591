// The data ring with an interrupt writer.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <utility>

#include "explore/explore.hpp"
#include "tests/properties/core/checks.hpp"

namespace ringcheck {
namespace {

TEST(PerfRingNested, HoldsUnderEveryModel) {
  for (const char* model : {"sc", "x86-tso", "rc11", "armv8", "lkmm"}) {
    const auto result = check({"perf-ring-nested", {}}, model);
    EXPECT_EQ(judged(result), "holds") << model;
    EXPECT_EQ(result.counts.cut, 0U) << model;
  }
}

/// What can be told apart from outside: what the code of each thread and nesting level says, and
/// the last value of each location. No access tells where an interrupt falls between the things
/// that its thread says.
std::set<std::string> outcomes(const CheckRow& row, const char* model_name) {
  const Subject built = run_of(row).build();
  const Model model = find_model(model_name);
  std::set<std::string> all;
  explore(built.program, model, {}, [&](const Execution& execution) {
    EXPECT_EQ(execution.ending, Ending::complete);
    std::string text;
    auto said = transcribe(built.program, execution.graph, model.dependence()).observations;
    std::ranges::stable_sort(said, [](const Observation& a, const Observation& b) {
      return std::pair(a.thread, a.level) < std::pair(b.thread, b.level);
    });
    for (const Observation& o : said) {
      text +=
          std::to_string(o.thread) + "/" + std::to_string(o.level) + ":" + std::to_string(o.kind);
      for (const std::uint64_t n : o.numbers) text += "," + std::to_string(n);
      text += ' ';
    }
    for (int l = 0; l < execution.graph.locations(); ++l)
      text += "=" +
              std::to_string(execution.graph[execution.graph.co_last(static_cast<LocId>(l))].value);
    all.insert(text);
    return true;
  });
  return all;
}

TEST(PerfRingNested, FiringEverywhereChangesNoOutcome) {
  for (const char* model : {"sc", "armv8"}) {
    const auto some = outcomes({"perf-ring-nested", {"fire=where-it-matters"}}, model);
    const auto all = outcomes({"perf-ring-nested", {"fire=everywhere"}}, model);
    EXPECT_EQ(some, all) << model;
    EXPECT_GT(some.size(), 100U);
  }
}

TEST(PerfRingNested, FiringEverywhereChangesNoOutcomeOfABrokenRing) {
  // A plan and a defect under which outcomes differ from those of a correct ring in many ways.
  const auto outcomes_of = [](const char* fire, const char* plan, const char* defect) {
    return outcomes({"perf-ring-nested", {"records=1", "polls=1", fire}, plan, defect}, "armv8");
  };
  EXPECT_EQ(outcomes_of("fire=where-it-matters", "B=none,C=none", ""),
            outcomes_of("fire=everywhere", "B=none,C=none", ""));
  EXPECT_EQ(outcomes_of("fire=where-it-matters", "", "publish-when-nested"),
            outcomes_of("fire=everywhere", "", "publish-when-nested"));
}

// Linux 6.1 as it stands; see properties/ring/perf_ring_overrun.cpp.
TEST(PerfRingOverrun, TailReadFirstOverrunsTheReader) {
  for (const char* model : {"sc", "x86-tso", "rc11", "armv8"}) {
    const auto result = check({"perf-ring-overrun", {}}, model);
    EXPECT_EQ(verdict_name(result.verdict), "violated") << model;
    EXPECT_GT(violations(result, "I-07"), 0U) << model;
    EXPECT_GT(violations(result, "I-06"), 0U) << model;
    EXPECT_GT(violations(result, "I-15"), 0U) << model;
    EXPECT_GT(violations(result, "I-114"), 0U) << model;
  }
}

TEST(PerfRingOverrun, HeadReadFirstDoesNot) {
  for (const char* model : {"sc", "x86-tso", "rc11", "armv8"})
    for (const char* repaired : {"reserve=head-first", "reserve=head-again"})
      EXPECT_EQ(judged(check({"perf-ring-overrun", {repaired}}, model)), "holds")
          << model << " " << repaired;
}

TEST(PerfRingOverrun, SlowHeadReadFirstDoesNotWithMarkedDataUnderLkmm) {
  EXPECT_EQ(
      verdict_name(
          check({"perf-ring-overrun", {"reserve=head-first", "data=marked"}}, "lkmm").verdict),
      "holds");
}

}  // namespace
}  // namespace ringcheck
