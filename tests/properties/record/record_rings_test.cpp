// Two rings that perf goes through in turn.
#include <gtest/gtest.h>

#include "tests/properties/core/checks.hpp"

namespace ringcheck {
namespace {

TEST(RecordRings, AreReadApart) {
  for (const char* rounds : {"rounds=1", "rounds=2"})
    for (const char* model : {"sc", "x86-tso", "armv8", "rc11", "lkmm"}) {
      const CheckResult result = check({"record-rings", {rounds}}, model);
      EXPECT_EQ(verdict_name(result.verdict), "holds") << rounds << " " << model;
    }
}

TEST(RecordRings, HaveATaskThatMoves) {
  for (const char* model : {"sc", "x86-tso"}) {
    EXPECT_GE(check({"record-rings", {"records=2"}}, model).counts.complete, 1000U) << model;
    EXPECT_GT(check({"record-rings", {}}, model).counts.complete,
              check({"record-rings", {"moves=no"}}, model).counts.complete)
        << model;
  }
}

TEST(RecordRings, NeedTheHeadOfEach) {
  for (const char* model : {"sc", "armv8"})
    EXPECT_GT(violations(check({"record-rings", {}, "", "reads-by-first-ring"}, model), "I-75"), 0U)
        << model;
  EXPECT_GT(violations(check({"record-rings", {}, "C=none"}, "armv8"), "I-75"), 0U);
}

}  // namespace
}  // namespace ringcheck
