// Who may write to a buffer, and what breaks when others do.
#include <gtest/gtest.h>

#include "graph/diagnostic.hpp"
#include "tests/properties/core/checks.hpp"

namespace ringcheck {
namespace {

TEST(PerfDeployment, ATaskMayGoFromOneCpuToAnother) {
  for (const char* model : {"sc", "x86-tso", "armv8", "riscv", "power", "rc11", "lkmm"}) {
    const CheckResult result = check({"perf-deployment", {"records=1"}}, model);
    EXPECT_EQ(judged(result), "holds") << model;
    EXPECT_GT(result.counts.complete, 100U) << model;
  }
}

TEST(PerfDeployment, HoldsInThousandsOfExecutions) {
  for (const char* model : {"sc", "x86-tso"}) {
    const CheckResult result = check({"perf-deployment", {"units=both", "polls=1"}}, model);
    EXPECT_EQ(verdict_name(result.verdict), "holds") << model;
    EXPECT_GT(result.counts.complete, 5'000U) << model;
  }
}

TEST(PerfDeployment, HoldsForTheBufferOfACpu) {
  for (const char* model : {"sc", "x86-tso", "armv8", "lkmm"}) {
    const CheckResult result = check({"perf-deployment", {"buffer=cpu", "records=1"}}, model);
    EXPECT_EQ(judged(result), "holds") << model;
    EXPECT_GT(result.counts.complete, 100U) << model;
  }
}

TEST(PerfDeployment, EachRuleIsNeeded) {
  struct Row {
    std::vector<const char*> parameters;
    std::vector<const char*> properties;
  };
  for (const Row& row : std::vector<Row>{
           {{"records=1", "interrupts=0", "dropped=one-cpu"}, {"I-09", "I-02", "I-04"}},
           {{"interrupts=0", "polls=1", "dropped=one-direction"}, {"I-05"}},
           {{"interrupts=0", "dropped=one-clock"}, {"H-03"}},
           {{"records=1", "interrupts=0", "buffer=cpu", "dropped=preemption"}, {"I-09"}}}) {
    const CheckResult result = check({"perf-deployment", row.parameters}, "sc");
    for (const char* property : row.properties)
      EXPECT_GT(violations(result, property), 0U) << row.parameters.back() << ": " << property;
  }
}

TEST(PerfDeployment, AWriterDisablesPreemption) {
  const CheckRow row = {
      "perf-deployment", {"records=1", "interrupts=0"}, "", "preemption-not-disabled"};
  EXPECT_GT(violations(check(row, "sc"), "I-09"), 0U);
  // Whoever looks for the buffer of its CPU has already disabled it.
  const CheckRow of_cpu = {"perf-deployment",
                           {"records=1", "interrupts=0", "buffer=cpu"},
                           "",
                           "preemption-not-disabled"};
  EXPECT_EQ(judged(check(of_cpu, "sc")), "holds");
}

TEST(PerfDeployment, LeansOnTheScheduler) {
  struct Row {
    const char* dropped;
    const char* model;
    bool holds;
  };
  for (const Row& row : std::vector<Row>{{"dropped=switch-barrier", "armv8", true},
                                         {"dropped=switch-barrier", "lkmm", false}})
    EXPECT_EQ(judged(check({"perf-deployment", {"interrupts=0", row.dropped}}, row.model)),
              row.holds ? "holds" : "violated")
        << row.dropped << " " << row.model;
}

TEST(PerfDeployment, RefusesWhatDoesNotFit) {
  EXPECT_THROW(check({"perf-deployment", {"dropped=preemption"}}, "sc"), InputError);
}

}  // namespace
}  // namespace ringcheck
