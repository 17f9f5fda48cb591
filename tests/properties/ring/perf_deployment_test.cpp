// Who may write to a buffer, and what breaks when others do.
#include <gtest/gtest.h>

#include "tests/properties/core/checks.hpp"

namespace ringcheck {
namespace {

TEST(PerfDeployment, ATaskMayGoFromOneCpuToAnother) {
  // One execution: all that the second CPU finds is what the first has left.
  for (const char* model : {"sc", "x86-tso", "armv8", "riscv", "power", "rc11", "lkmm"}) {
    const CheckResult result = check({"perf-deployment", {}}, model);
    EXPECT_EQ(judged(result), "holds") << model;
    EXPECT_EQ(result.counts.complete, 1U) << model;
  }
}

TEST(PerfDeployment, EachRuleIsNeeded) {
  struct Row {
    std::vector<const char*> parameters;
    const char* property;
  };
  for (const Row& row : std::vector<Row>{{{"records=1", "dropped=one-cpu"}, "I-09"},
                                         {{"records=1", "dropped=one-cpu"}, "I-02"},
                                         {{"records=1", "dropped=one-cpu"}, "I-04"},
                                         {{"records=1", "dropped=one-cpu"}, "I-05"},
                                         {{"dropped=one-direction"}, "I-05"},
                                         {{"dropped=one-clock"}, "H-03"},
                                         {{"records=1", "dropped=preemption"}, "I-09"},
                                         {{"records=1", "dropped=preemption"}, "I-04"}})
    EXPECT_GT(violations(check({"perf-deployment", row.parameters}, "sc"), row.property), 0U)
        << row.property;
}

}  // namespace
}  // namespace ringcheck
