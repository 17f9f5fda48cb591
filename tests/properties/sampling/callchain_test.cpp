// Callchains of samples, whose buffers go away meanwhile.
#include <gtest/gtest.h>

#include "tests/properties/core/checks.hpp"

namespace ringcheck {
namespace {

TEST(CallchainBuffers, StayWhileASampleUsesThem) {
  for (const char* other : {"other=none", "other=opens"})
    for (const char* model : {"sc", "x86-tso", "armv8", "rc11", "lkmm"}) {
      const CheckResult result = check({"callchain-buffers", {other}}, model);
      EXPECT_EQ(verdict_name(result.verdict), "holds") << other << " " << model;
    }
  EXPECT_GT(check({"callchain-buffers", {"samples=2"}}, "sc").counts.complete, 2U);
}

TEST(CallchainBuffers, ServeSamplesWhileAnEventWantsChains) {
  for (const char* other : {"other=none", "other=opens"}) {
    const std::vector<const char*> stays = {other, "first=stays", "samples=2"};
    EXPECT_EQ(verdict_name(check({"callchain-buffers", stays}, "sc").verdict), "holds") << other;
    EXPECT_GT(
        violations(check({"callchain-buffers", stays, "", "callchain-not-taken"}, "sc"), "I-123"),
        0U)
        << other;
  }
}

TEST(CallchainBuffers, NeedEachOfTheirSteps) {
  for (const char* defect : {"callchains-without-grace", "callchains-left-pointed",
                             "callchain-written-late", "callchains-kept"})
    for (const char* model : {"sc", "armv8"})
      EXPECT_GT(violations(check({"callchain-buffers", {}, "", defect}, model), "I-39"), 0U)
          << defect << " " << model;
  for (const char* model : {"sc", "armv8"})
    EXPECT_GT(
        violations(
            check({"callchain-buffers", {"other=opens"}, "", "callchains-counted-outside"}, model),
            "I-39"),
        0U)
        << model;
}

}  // namespace
}  // namespace ringcheck
