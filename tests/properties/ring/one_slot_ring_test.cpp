// The ring of one slot: as many executions as there are interleavings, under every model.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/names/identifier.hpp"
#include "tests/properties/core/checks.hpp"

namespace ringcheck {
namespace {

/// C(2N, N) for N = 1 … 10: each from the one before, times 2 (2N - 1) / N.
constexpr std::array<std::uint64_t, 10> kInterleavings = {2,   6,    20,    70,    252,
                                                          924, 3432, 12870, 48620, 184756};

struct CountRow {
  const char* model;
  int quick;  ///< N up to which it takes a moment
};

class OneSlotRing : public ::testing::TestWithParam<CountRow> {
 protected:
  static void expect_count(int n, const char* control) {
    const std::string records = "records=" + std::to_string(n);
    const CheckResult result =
        check({"one-slot-ring", {records.c_str(), control}}, GetParam().model);
    SCOPED_TRACE(records + " " + control);
    EXPECT_EQ(result.counts.complete, kInterleavings[static_cast<std::size_t>(n - 1)]);
    EXPECT_EQ(result.counts.blocked + result.counts.cut + result.counts.faults, 0U);
    EXPECT_EQ(violations(result, "S-02"), 0U);
  }
};

TEST_P(OneSlotRing, HasAnExecutionForEachInterleaving) {
  for (int n = 1; n <= GetParam().quick; ++n) expect_count(n, "control=ever");
}

TEST_P(OneSlotRing, HasNoMoreWhenBranchesEndWithTheirScope) {
  for (int n = 1; n <= 4; ++n) expect_count(n, "control=scope");
}

TEST_P(OneSlotRing, SlowHasAnExecutionForEachInterleaving) {
  for (int n = GetParam().quick + 1; n <= 10; ++n) expect_count(n, "control=ever");
}

INSTANTIATE_TEST_SUITE_P(Models, OneSlotRing,
                         ::testing::Values(CountRow{"sc", 9}, CountRow{"x86-tso", 9},
                                           CountRow{"armv8", 7}, CountRow{"rc11", 9},
                                           CountRow{"lkmm", 7}),
                         [](const auto& row) { return identifier(row.param.model); });

/// The scenario in which sides that were told to try `told` times try `tried` times.
Scenario unlike(const char* told, const char* tried) {
  Scenario scenario = find_scenario("one-slot-ring");
  scenario.build = [told, tried, build = scenario.build](const Check& of) {
    Subject subject = build(of.with(tried));
    subject.views = build(of.with(told)).views;
    return subject;
  };
  return scenario;
}

TEST(OneSlotRingTries, EachSideTriesAsOftenAsItIsTold) {
  for (const char* tried : {"records=1", "records=2", "records=3"}) {
    const Scenario scenario = unlike("records=2", tried);
    const CheckResult result = run_check(Check(scenario), find_model("sc"), {});
    EXPECT_EQ(violations(result, "S-02") == 0, std::string(tried) == "records=2") << tried;
  }
}

struct PlanRow {
  const char* plan;
  std::array<bool, 5> holds;  ///< under sc, x86-tso, rc11, armv8, lkmm
};

class OneSlotRingPlan : public ::testing::TestWithParam<PlanRow> {};

TEST_P(OneSlotRingPlan, HoldsWhereItOrdersEnough) {
  constexpr std::array<const char*, 5> kModels = {"sc", "x86-tso", "rc11", "armv8", "lkmm"};
  for (std::size_t i = 0; i < kModels.size(); ++i) {
    const auto result = check({"one-slot-ring", {"records=3"}, GetParam().plan}, kModels[i]);
    EXPECT_EQ(judged(result), GetParam().holds[i] ? "holds" : "violated") << kModels[i];
  }
}

// As for spsc-ring, but the store of data is marked, so the branch at A orders it under LKMM, too.
INSTANTIATE_TEST_SUITE_P(Plans, OneSlotRingPlan,
                         ::testing::Values(PlanRow{"A=none", {true, true, true, false, false}},
                                           PlanRow{"A=control", {true, true, true, true, true}},
                                           PlanRow{"B=none", {true, true, false, false, false}},
                                           PlanRow{"B=wmb", {true, true, true, true, true}},
                                           PlanRow{"C=none", {true, true, false, false, false}},
                                           PlanRow{"C=rmb", {true, true, true, true, true}},
                                           PlanRow{"D=none", {true, true, true, false, false}},
                                           PlanRow{"D=wmb", {true, true, true, false, false}},
                                           PlanRow{"D=mb", {true, true, true, true, true}}),
                         [](const auto& row) {
                           std::string name = row.param.plan;
                           std::ranges::replace(name, '=', '_');
                           return name;
                         });

}  // namespace
}  // namespace ringcheck
