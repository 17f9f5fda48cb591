// What Linux 6.1 should not do, but does, while it stops an AMD IBS unit. It is an entry of
// docs/findings.md.
#include <gtest/gtest.h>

#include "properties/aux/aux_sequence.hpp"
#include "properties/sampling/sequences.hpp"

namespace ringcheck {
namespace {

/// One set-up of ibs-stopped: an interrupt before an access, with or without a sample.
AuxCase interrupted(std::uint64_t before, bool valid, bool throttled) {
  return {{0, 0, 0, before, valid ? 1U : 0U, throttled ? 1U : 0U}, {}};
}

// V-44
TEST(IbsFinding, AnInterruptInTheMiddleOfAStopLetsTheUnitGoOn) {
  EXPECT_TRUE(search_cases(kIbsStoppedAsItIs, {}, {"I-28", 1, 0}).finding);
  EXPECT_FALSE(search_cases(kIbsLateInterrupt, {}, {"", 1, 0}).finding);
}

// V-44: between the write of the control and the clearing of STARTED, and with a sample.
TEST(IbsFinding, ItTakesASampleAfterTheDisabling) {
  constexpr std::uint64_t kAccesses = 12;
  std::vector<std::uint64_t> where;
  for (std::uint64_t before = 0; before < kAccesses; ++before) {
    EXPECT_FALSE(run_case(kIbsStoppedAsItIs, interrupted(before, true, true), {}, "I-28"));
    EXPECT_FALSE(run_case(kIbsStoppedAsItIs, interrupted(before, false, false), {}, "I-28"));
    if (run_case(kIbsStoppedAsItIs, interrupted(before, true, false), {}, "I-28"))
      where.push_back(before);
  }
  EXPECT_EQ(where, (std::vector<std::uint64_t>{8, 9}));
}

}  // namespace
}  // namespace ringcheck
