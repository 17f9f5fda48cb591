// The data ring with interrupt writers on several levels.
#include <gtest/gtest.h>

#include "tests/properties/core/checks.hpp"

namespace ringcheck {
namespace {

struct LevelRow {
  const char* scenario;
  std::vector<const char*> parameters;
  const char* model;
  std::uint64_t executions;
};

void expect_rows(const std::vector<LevelRow>& rows) {
  for (const LevelRow& row : rows) {
    const CheckResult result = check({row.scenario, row.parameters}, row.model);
    SCOPED_TRACE(std::string(row.scenario) + " " + row.model);
    EXPECT_EQ(judged(result), "holds");
    EXPECT_EQ(result.counts.complete, row.executions);
    EXPECT_EQ(result.counts.cut, 0U);
  }
}

TEST(PerfRingLevels, NestedWritersNestedInEachOtherHold) {
  expect_rows({{"perf-ring-levels", {"levels=2"}, "sc", 4416},
               {"perf-ring-nested", {"records=1", "levels=2", "polls=1"}, "sc", 4890},
               {"perf-ring-nested", {"records=1", "levels=2", "polls=1"}, "armv8", 4981},
               {"perf-ring-nested", {"records=1", "levels=2", "polls=1"}, "lkmm", 4981}});
}

// Every way in which a softirq, a hardirq and an NMI can nest over a task's writer.
TEST(PerfRingLevelsSlow, FourLevelsHold) {
  expect_rows({{"perf-ring-levels", {}, "sc", 308215}});
}

// The outer one has made room for what the inner one reports; see docs/findings.md.
TEST(PerfRingLost, ANestedWriterTakesTheLossThatAnotherIsToReport) {
  const CheckResult mainline = check({"perf-ring-lost", {}}, "sc");
  EXPECT_GT(violations(mainline, "I-11"), 0U);
  EXPECT_EQ(violations(mainline, "I-10"), 0U);
  EXPECT_EQ(judged(check({"perf-ring-lost", {"lost=taken-first"}}, "sc")), "holds");
}

TEST(PerfRingLevels, DefectsShowWithASamplerAlone) {
  for (const char* defect : {"unnest-before-publish", "no-recheck", "publish-when-nested"})
    EXPECT_EQ(judged(check({"perf-ring-levels", {"levels=2"}, "", defect}, "sc")), "violated")
        << defect;
}

}  // namespace
}  // namespace ringcheck
