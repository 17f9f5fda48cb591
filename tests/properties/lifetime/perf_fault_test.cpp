// Faults in a buffer that goes away meanwhile.
#include <gtest/gtest.h>

#include "tests/properties/core/checks.hpp"

namespace ringcheck {
namespace {

TEST(PerfFault, FindsAPageThatStaysOrNone) {
  for (const char* other : {"other=none", "other=detaches", "other=attaches"})
    for (const char* model : {"sc", "x86-tso", "armv8", "riscv", "power", "rc11", "lkmm"}) {
      const CheckResult result = check({"perf-fault", {other}}, model);
      EXPECT_EQ(verdict_name(result.verdict), "holds") << other << " " << model;
    }
  EXPECT_GT(check({"perf-fault", {"other=none", "faults=2"}}, "sc").counts.complete, 2U);
}

TEST(PerfFault, NeedsEachOfItsSteps) {
  for (const char* defect :
       {"page-taken-late", "fault-without-null-test", "page-not-taken", "freed-without-grace"})
    for (const char* model : {"sc", "armv8"})
      EXPECT_GT(violations(check({"perf-fault", {"other=none"}, "", defect}, model), "I-39"), 0U)
          << defect << " " << model;
}

}  // namespace
}  // namespace ringcheck
