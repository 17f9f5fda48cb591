// What Linux 6.1 should not do, but does, with AMD IBS and adaptive PEBS: entries of
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

// V-49: bit 20 of the control stands for 2^20, and is taken for 2^24.
TEST(IbsFinding, TheUpperPartOfAPeriodIsTakenForSixteenTimesAsMuch) {
  const AuxCase upper{{1, 1, 0, 1}, {}}, lower{{1, 1, 16, 0}, {}}, absent{{1, 0, 16, 1}, {}};
  EXPECT_TRUE(run_case(kIbsPeriodsAsItIs, upper, {}, "I-60"));
  EXPECT_FALSE(run_case(kIbsPeriodsAsItIs, lower, {}, "I-60"));
  EXPECT_FALSE(run_case(kIbsPeriodsAsItIs, absent, {}, "I-60"));
  EXPECT_FALSE(search_cases(kIbsPeriods, {}, {"", 1, 0}).finding);
}

// V-50: a record, an event that wants more in its records, a record, a drain.
TEST(PebsFinding, RecordsOfTwoSizesAreGoneThroughByOne) {
  enum Step : std::size_t { overflow, event, drain };
  const AuxCase grows{{1}, {{overflow, 0}, {event, 3}, {overflow, 0}, {drain, 0}}};
  const AuxCase drained{{1}, {{overflow, 0}, {drain, 0}, {event, 3}, {overflow, 0}, {drain, 0}}};
  EXPECT_TRUE(run_case(kPebsSizesAsItIs, grows, {}, "I-65"));
  EXPECT_FALSE(run_case(kPebsSizesAsItIs, drained, {}, "I-65"));
  EXPECT_FALSE(run_case(kPebsSizes, grows, {}, "I-65"));
}

}  // namespace
}  // namespace ringcheck
