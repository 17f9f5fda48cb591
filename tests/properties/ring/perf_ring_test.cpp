// The data ring without interrupts: which barrier plans hold under which models.
#include <gtest/gtest.h>

#include <array>

#include "properties/core/area.hpp"
#include "tests/properties/core/checks.hpp"

namespace ringcheck {
namespace {

struct PlanRow {
  const char* plan;
  const char* property;  ///< that is violated where the plan is not enough
  /// Under sc, x86-tso, rc11, armv8, lkmm with plain data, lkmm with marked data.
  std::array<bool, 6> holds;
};

class PerfRingPlan : public ::testing::TestWithParam<PlanRow> {};

TEST_P(PerfRingPlan, HoldsWhereItOrdersEnough) {
  // If branches control only to the end of their scope, nothing changes here and it takes longer;
  // see below.
  constexpr std::array<const char*, 6> kModels = {"sc", "x86-tso", "rc11", "armv8", "lkmm", "lkmm"};
  for (std::size_t i = 0; i < kModels.size(); ++i) {
    CheckRow row{
        "perf-ring", {i == 5 ? "data=marked" : "data=plain", "control=ever"}, GetParam().plan};
    const CheckResult result = check(row, kModels[i]);
    SCOPED_TRACE(std::string(kModels[i]) + " " + row.parameters[0]);
    EXPECT_EQ(judged(result), GetParam().holds[i] ? "holds" : "violated");
    if (GetParam().holds[i]) continue;
    EXPECT_GT(violations(result, GetParam().property), 0U);
    ASSERT_TRUE(result.witness);
    EXPECT_FALSE(find_model(kModels[i]).refusal(*result.witness->graph).has_value());
  }
}

// The kernel's plan holds everywhere but under LKMM with plain data: A is a control dependency,
// which orders only marked stores. Source: tools/memory-model/Documentation/explanation.txt, "PLAIN
// ACCESSES AND DATA RACES". RC11 has no load buffering, so what breaks I-06 elsewhere cannot
// happen. smp_rmb at D: dmb ishld orders loads before stores on Armv8; LKMM promises only loads
// before loads.
INSTANTIATE_TEST_SUITE_P(
    Plans, PerfRingPlan,
    ::testing::Values(PlanRow{"A=control", "I-06", {true, true, true, true, false, true}},
                      PlanRow{"A=none", "I-06", {true, true, true, false, false, false}},
                      PlanRow{"A=acquire", "", {true, true, true, true, true, true}},
                      PlanRow{"A=mb", "", {true, true, true, true, true, true}},
                      PlanRow{"A=acquire,B=none", "I-01", {true, true, false, false, false, false}},
                      PlanRow{"A=acquire,B=release", "", {true, true, true, true, true, true}},
                      PlanRow{"A=acquire,B=mb", "", {true, true, true, true, true, true}},
                      PlanRow{"A=acquire,C=none", "I-01", {true, true, false, false, false, false}},
                      PlanRow{"A=acquire,C=rmb", "", {true, true, true, true, true, true}},
                      PlanRow{"A=acquire,C=mb", "", {true, true, true, true, true, true}},
                      PlanRow{"A=acquire,D=none", "I-06", {true, true, true, false, false, false}},
                      PlanRow{"A=acquire,D=wmb", "I-06", {true, true, true, false, false, false}},
                      PlanRow{"A=acquire,D=rmb", "I-06", {true, true, true, true, false, false}},
                      PlanRow{"A=acquire,D=mb", "", {true, true, true, true, true, true}}),
    [](const auto& row) {
      std::string name = row.param.plan;
      for (char& c : name)
        if (c == '=' || c == ',') c = '_';
      return name;
    });

TEST(PerfRing, LocalOrderOfTheGenericImplementationStandsInForA) {
  // A successful atomic_long_cmpxchg is a full fence between the load of the tail and the stores of
  // data.
  EXPECT_EQ(judged(check({"perf-ring", {"local=full"}}, "lkmm")), "holds");
  EXPECT_EQ(judged(check({"perf-ring", {"local=full"}, "A=none"}, "lkmm")), "holds");
  EXPECT_EQ(judged(check({"perf-ring", {"local=none"}, "A=none"}, "armv8")), "violated");
}

/// asm-generic's table names no machine: its fences are full fences under every model. The reader's
/// are only barrier() if user space has no file of its own, whatever the kernel does.
TEST(PerfRing, HoldsAsAsmGenericCompilesTheKernel) {
  const std::vector<const char*> kernel = {"kernel=generic", "local=full", "data=marked",
                                           "control=ever",   "records=2",  "words=4"};
  std::vector<const char*> both = kernel;
  both.push_back("user=generic");
  for (const char* model : {"sc", "x86-tso", "armv8", "riscv", "power", "lkmm"}) {
    SCOPED_TRACE(model);
    const bool weak = find_model(model).name() != "sc" && find_model(model).name() != "x86-tso";
    EXPECT_EQ(judged(check({"perf-ring", kernel}, model)), "holds");
    EXPECT_EQ(judged(check({"perf-ring", kernel, "B=release"}, model)), "holds");
    EXPECT_EQ(violations(check({"perf-ring", kernel, "B=none"}, model), "I-01") > 0, weak);
    EXPECT_EQ(violations(check({"perf-ring", both, "B=mb"}, model), "I-01") > 0, weak);
  }
}

TEST(PerfRing, LibperfsReaderHoldsToo) {
  for (const char* model : {"sc", "x86-tso", "armv8"})
    EXPECT_EQ(judged(check({"perf-ring", {"reader=each"}}, model)), "holds") << model;
}

TEST(PerfRing, HoldsWhenItLosesRecords) {
  for (const char* model : {"sc", "x86-tso", "rc11", "armv8"})
    EXPECT_EQ(judged(check({"perf-ring-full", {}}, model)), "holds") << model;
  EXPECT_EQ(judged(check({"perf-ring-full", {"data=marked"}}, "lkmm")), "holds");
}

TEST(PerfRing, ControlOfAllThatFollowsIsNoMoreThanScopes) {
  // Without interrupts, no execution needs a branch to stop controlling: the counts agree.
  for (const char* model : {"armv8", "lkmm"}) {
    const auto scope = check({"perf-ring", {"control=scope"}}, model);
    const auto ever = check({"perf-ring", {"control=ever"}}, model);
    EXPECT_EQ(scope.counts.complete, ever.counts.complete) << model;
    EXPECT_EQ(scope.violating, ever.violating) << model;
    EXPECT_LT(ever.counts.dead, ever.counts.complete) << model;
  }
}

TEST(PerfRing, TooSmallToShowWhatItIsForIsVacuous) {
  const auto result = check({"perf-ring", {"records=1", "polls=1"}}, "sc");
  ASSERT_EQ(verdict_name(result.verdict), "vacuous");
  EXPECT_FALSE(std::get<Vacuous>(result.verdict).unseen.empty());
}

TEST(PerfRing, LimitOnExecutionsIsNoPass) {
  CheckOptions options;
  options.limits.executions = 5;
  const auto result = check({"perf-ring", {}}, "sc", options);
  ASSERT_EQ(verdict_name(result.verdict), "bound reached");
  EXPECT_EQ(std::get<BoundReached>(result.verdict).limit, 5U);
  EXPECT_EQ(result.counts.complete, 5U);
}

}  // namespace
}  // namespace ringcheck
