// Which events Intel PT and BTS take.
#include "protocol/pt/pt_event.hpp"

#include <gtest/gtest.h>

namespace ringcheck {
namespace {

namespace bit = pt_config_bit;

PtCapabilities everything() {
  PtCapabilities unit;
  unit.psb_cyc = unit.mtc = unit.power_events = unit.event_trace = unit.tnt_disable = true;
  unit.ptwrite = true;
  unit.psb_periods = unit.cycle_thresholds = unit.mtc_periods = 0x2;
  return unit;
}

struct Config {
  std::uint64_t config;
  bool of_all, of_none;  ///< a unit that can do everything takes it; one that can do nothing
};

TEST(PtEvent, AsksForWhatTheUnitCanDo) {
  constexpr std::uint64_t kOne = 1;
  for (const Config& row : {Config{0, true, true},
                            Config{bit::kTsc | bit::kNoRetc, true, true},
                            Config{bit::kCycles, true, false},
                            Config{kOne << bit::kThreshold, true, false},
                            Config{2 * kOne << bit::kThreshold, false, false},
                            Config{kOne << bit::kPsbPeriod, true, false},
                            Config{2 * kOne << bit::kPsbPeriod, false, false},
                            Config{bit::kMtc | kOne << bit::kMtcPeriod, true, false},
                            Config{bit::kMtc, false, false},  // code 0 is a period, too
                            Config{bit::kPowerEvents, true, false},
                            Config{bit::kEvents, true, false},
                            Config{bit::kNoTnt, true, false},
                            Config{bit::kPtw, true, false},
                            Config{bit::kFupOnPtw, false, false},
                            Config{bit::kFupOnPtw | bit::kPtw, true, false},
                            Config{bit::kAsItIs, true, true},
                            Config{bit::kAsItIs | bit::kBranches, true, true},
                            Config{bit::kBranches, false, false},
                            Config{std::uint64_t{1} << 2U, false, false},
                            Config{std::uint64_t{1} << 8U, false, false}}) {
    EXPECT_EQ(pt_event_valid(row.config, everything()), row.of_all) << row.config;
    EXPECT_EQ(pt_event_valid(row.config, {}), row.of_none) << row.config;
  }
}

TEST(PtEvent, HasBranchesWhereTheUnitCannotDoWithout) {
  PtCapabilities unit;
  unit.branch_always = true;
  EXPECT_FALSE(pt_event_valid(bit::kAsItIs, unit));
  EXPECT_TRUE(pt_event_valid(bit::kAsItIs | bit::kBranches, unit));
}

TEST(X86ExclusiveUsers, AreOfOneKind) {
  X86ExclusiveUsers users;
  EXPECT_EQ(users.add(X86Exclusive::pt), 0);
  EXPECT_EQ(users.add(X86Exclusive::pt), 0);
  EXPECT_EQ(users.add(X86Exclusive::bts), kBusy);
  users.remove(X86Exclusive::pt);
  EXPECT_EQ(users.add(X86Exclusive::lbr), kBusy);
  users.remove(X86Exclusive::pt);
  EXPECT_EQ(users.add(X86Exclusive::lbr), 0);
  EXPECT_EQ(users.active, 1);
}

TEST(X86ExclusiveUsers, DoNotMindPtBesideLbr) {
  X86ExclusiveUsers users;
  users.pt_beside_lbr = true;
  EXPECT_EQ(users.add(X86Exclusive::lbr), 0);
  EXPECT_EQ(users.add(X86Exclusive::pt), 0);
  EXPECT_EQ(users.add(X86Exclusive::bts), kBusy);
  users.remove(X86Exclusive::pt);
  EXPECT_EQ(users.active, 1);
}

// V-80
TEST(BtsEvent, OfUserSpaceIsForThoseWhoMayLookAtTheKernel) {
  X86ExclusiveUsers users;
  EXPECT_EQ(bts_event_init(true, {false, 2}, users), kAccess);
  EXPECT_EQ(bts_event_init(true, {false, 1}, users), 0);
  EXPECT_EQ(bts_event_init(true, {true, 2}, users), 0);
  EXPECT_EQ(bts_event_init(false, {false, 2}, users), 0);
}

}  // namespace
}  // namespace ringcheck
