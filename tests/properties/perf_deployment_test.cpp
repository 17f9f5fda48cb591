// Who may write to a buffer, and what breaks when others do.
#include <gtest/gtest.h>

#include "tests/properties/checks.hpp"

namespace ringcheck {
namespace {

TEST(PerfDeployment, ATaskMayGoFromOneCpuToAnother) {
  for (const char* model : {"sc", "x86-tso", "rc11"})
    EXPECT_EQ(verdict_name(check({"perf-deployment", {}}, model).verdict), "holds") << model;
  for (const char* model : {"armv8", "riscv", "power", "lkmm"})
    EXPECT_EQ(verdict_name(
                  check({"perf-deployment", {"records=1", "payload=0", "words=2"}}, model).verdict),
              "holds")
        << model;
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
                                         {{"dropped=one-direction"}, "I-05"}})
    EXPECT_GT(violations(check({"perf-deployment", row.parameters}, "sc"), row.property), 0U)
        << row.property;
}

}  // namespace
}  // namespace ringcheck
