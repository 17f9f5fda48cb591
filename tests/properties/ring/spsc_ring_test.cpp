// The ring with one word per record: numbers of executions known from other explorers, and the
// plans that it needs.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "tests/names/identifier.hpp"
#include "tests/properties/core/checks.hpp"

namespace ringcheck {
namespace {

struct CountRow {
  const char* model;
  /// Complete executions with two slots and 2, 3, 4, 5, 6 records and polls.
  std::array<std::uint64_t, 5> executions;
};

// Measured by explorations that share no code with this one (forward, and TruSt for SC, TSO and
// RC11), and compared with brute-force enumeration up to 4.
constexpr std::array<std::uint64_t, 5> kStrong = {19, 118, 754, 4974, 33492};
constexpr std::array<std::uint64_t, 5> kWeak = {20, 147, 1134, 8998, 72722};

class SpscRing : public ::testing::TestWithParam<CountRow> {
 protected:
  void expect_count(std::size_t i) {
    CheckRow row{"spsc-ring", {}};
    const std::string n = std::to_string(i + 2);
    const std::string records = "records=" + n;
    const std::string polls = "polls=" + n;
    row.parameters = {records.c_str(), polls.c_str()};
    const CheckResult result = check(row, GetParam().model);
    EXPECT_EQ(result.counts.complete, GetParam().executions[i]) << n;
    EXPECT_EQ(result.counts.dead, 0U);
    EXPECT_EQ(result.counts.blocked, 0U);
    EXPECT_EQ(result.counts.cut, 0U);
    EXPECT_EQ(judged(result), "holds");
  }
};

TEST_P(SpscRing, HasAsManyExecutionsAsIsKnown) {
  for (std::size_t i = 0; i < 4; ++i) expect_count(i);
}

TEST_P(SpscRing, SlowHasAsManyExecutionsAsIsKnown) {
  expect_count(4);
}

INSTANTIATE_TEST_SUITE_P(Models, SpscRing,
                         ::testing::Values(CountRow{"sc", kStrong}, CountRow{"x86-tso", kWeak},
                                           CountRow{"armv8", kStrong}, CountRow{"riscv", kWeak},
                                           CountRow{"power", kWeak}, CountRow{"rc11", kWeak},
                                           CountRow{"lkmm", kWeak}),
                         [](const auto& row) { return identifier(row.param.model); });

struct PlanRow {
  const char* plan;
  std::array<bool, 7> holds;  ///< under sc, x86-tso, rc11, armv8, riscv, power, lkmm
};

class SpscRingPlan : public ::testing::TestWithParam<PlanRow> {};

TEST_P(SpscRingPlan, HoldsWhereItOrdersEnough) {
  constexpr std::array<const char*, 7> kModels = {"sc",    "x86-tso", "rc11", "armv8",
                                                  "riscv", "power",   "lkmm"};
  for (std::size_t i = 0; i < kModels.size(); ++i) {
    const auto result = check({"spsc-ring", {"records=3", "polls=3"}, GetParam().plan}, kModels[i]);
    EXPECT_EQ(judged(result), GetParam().holds[i] ? "holds" : "violated") << kModels[i];
    EXPECT_EQ(violations(result, "S-01") == 0, GetParam().holds[i]) << kModels[i];
  }
}

// RC11 forbids load buffering, so it needs neither A nor D. Under LKMM a control dependency does
// not order a plain store, so A needs acquire; on the machines the branch is enough. smp_wmb and
// smp_rmb are lwsync on POWER, which orders loads before stores.
INSTANTIATE_TEST_SUITE_P(
    Plans, SpscRingPlan,
    ::testing::Values(PlanRow{"A=none", {true, true, true, false, false, false, false}},
                      PlanRow{"A=control", {true, true, true, true, true, true, false}},
                      PlanRow{"A=mb", {true, true, true, true, true, true, true}},
                      PlanRow{"B=none", {true, true, false, false, false, false, false}},
                      PlanRow{"B=wmb", {true, true, true, true, true, true, true}},
                      PlanRow{"B=mb", {true, true, true, true, true, true, true}},
                      PlanRow{"C=none", {true, true, false, false, false, false, false}},
                      PlanRow{"C=rmb", {true, true, true, true, true, true, true}},
                      PlanRow{"D=none", {true, true, true, false, false, false, false}},
                      PlanRow{"D=wmb", {true, true, true, false, false, true, false}},
                      PlanRow{"D=rmb", {true, true, true, true, false, true, false}},
                      PlanRow{"D=mb", {true, true, true, true, true, true, true}}),
    [](const auto& row) {
      std::string name = row.param.plan;
      std::ranges::replace(name, '=', '_');
      return name;
    });

}  // namespace
}  // namespace ringcheck
