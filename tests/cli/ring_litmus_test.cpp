// The ring's shapes as litmus tests: they forbid what the scenario forbids, plan by plan.
#include "cli/ring_litmus.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <set>

#include "check/barrier_study.hpp"
#include "cli/exit_status.hpp"
#include "litmus/compilation/compilation.hpp"
#include "litmus/litmus.hpp"
#include "properties/core/area.hpp"
#include "properties/core/perf_scenario.hpp"
#include "properties/core/perf_studies.hpp"
#include "tests/cli/process.hpp"
#include "tests/names/identifier.hpp"

namespace ringcheck {
namespace {

using ::testing::HasSubstr;
using tests::Ended;
using tests::status;
using tests::TemporaryFolder;

bool allowed(const LitmusTest& test, const std::string& model) {
  return run_litmus(test, find_model(model)).observation != LitmusObservation::never;
}

/// Whether the shape is allowed with the plan; each question is asked once.
class Answers {
 public:
  explicit Answers(std::string model) : model_(std::move(model)) {}

  bool allowed_by(const RingShapeInfo& shape, const BarrierPlan& plan) {
    const litmus::StraightTest test = ring_test(shape, 1, plan);
    const auto [known, fresh] = known_.try_emplace(test.name, false);
    if (fresh) known->second = allowed(litmus::kernel_c_test(test), model_);
    return known->second;
  }

 private:
  std::string model_;
  std::map<std::string, bool> known_;
};

class RingShapes : public ::testing::TestWithParam<const char*> {};

/// A plan is enough for the scenario if and only if it forbids both shapes. Every plan that is not
/// enough has a test that shows it.
TEST_P(RingShapes, ForbidWhatTheScenarioForbids) {
  const std::vector<SiteChoice> sites = all_site_choices(barrier_check(false).plan.sites());
  const BarrierStudy study = study_barriers(barrier_check(false), sites, {find_model(GetParam())});
  const std::vector<RingShapeInfo> shapes = shapes_of_scenario("perf-ring");
  Answers answers(GetParam());
  for (const PlanResult& result : study.models.front().plans) {
    bool shown = false;
    for (const RingShapeInfo& shape : shapes)
      shown = answers.allowed_by(shape, typed(result.plan)) || shown;
    EXPECT_EQ(shown, !result.sufficient()) << result.plan.text();
  }
}

INSTANTIATE_TEST_SUITE_P(Models, RingShapes,
                         ::testing::Values("sc", "x86-tso", "armv8", "riscv", "power", "lkmm"),
                         [](const auto& model) { return identifier(model.param); });

/// With more records the answers are the same: one record shows everything.
TEST(RingTests, AnswerTheSameForMoreRecords) {
  for (const RingShapeInfo& shape : ring_shapes()) {
    for (const BarrierPlan& plan : plans_of(shape)) {
      for (const char* model : {"armv8", "lkmm"}) {
        const bool one = allowed(litmus::kernel_c_test(ring_test(shape, 1, plan)), model);
        EXPECT_EQ(allowed(litmus::kernel_c_test(ring_test(shape, 3, plan)), model), one)
            << ring_test(shape, 3, plan).name << ' ' << model;
      }
    }
  }
}

TEST(RingTests, AreAllDifferentUpToNames) {
  std::set<std::string> forms;
  std::size_t count = 0;
  for (const RingShapeInfo& shape : shapes_of_scenario("perf-ring"))
    for (const BarrierPlan& plan : plans_of(shape))
      for (const std::uint64_t records : {1U, 2U}) {
        forms.insert(litmus::canonical_form(ring_test(shape, records, plan)));
        ++count;
      }
  EXPECT_EQ(count, 72U);
  EXPECT_EQ(forms.size(), count);
}

TEST(LitmusGenScenario, WritesTestsThatLitmusRunAgreesWith) {
  const TemporaryFolder folder;
  for (const char* architecture : {"LKMM", "AArch64", "X86_64", "RISCV", "PPC"}) {
    const std::string output = folder.path(architecture);
    const Ended made =
        tests::ringcheck({"litmus", "gen", "--scenario", "perf-ring", "--records", "2", "--plan",
                          "all", "--arch", architecture, "--output", output});
    EXPECT_EQ(made.status, 0) << made.err;
    EXPECT_THAT(made.out, HasSubstr("36 tests in "));
    const Ended run = tests::ringcheck({"litmus", "run", output});
    EXPECT_EQ(run.status, 0) << run.err;
  }
  const Ended one = tests::ringcheck({"litmus", "gen", "--scenario", "aux-ring", "--shape", "mp"});
  EXPECT_EQ(one.status, 0) << one.err;
  EXPECT_THAT(one.out, HasSubstr("C aux-ring+mp1+etr_B-wmb+aux_C-rmb\n"));
}

TEST(LitmusGenScenario, RefusesWhatThereIsNot) {
  const std::pair<tests::Arguments, const char*> rows[] = {
      {{"--scenario", "x"},
       "--scenario: saw 'x', expected one of perf-ring, perf-ring-nested, aux"},
      {{"--scenario", "perf-ring"}, "--scenario: saw 2 tests and no --output, expected a folder"},
      {{"--scenario", "perf-ring", "--shape", "sb"}, "--shape: saw 'sb', expected one of mp, lb"},
      {{"--scenario", "perf-ring", "--records", "9"}, "--records: saw 9, expected a number from 1"},
      {{"--scenario", "perf-ring", "--plan", "B=acquire"}, "--plan: site B cannot be \"acquire\""},
      {{"--scenario", "perf-ring", "--cycle", "PodWW Rfe"},
       "saw 2 of a cycle, --relax, --catalogue, --sc"},
      {{"--scenario", "perf-ring", "--user-table", "riscv"},
       "--user-table: saw a table for Linux"}};
  for (const auto& [arguments, error] : rows) {
    const Ended refused = tests::ringcheck(tests::with({"litmus", "gen"}, arguments));
    EXPECT_EQ(refused.status, status(ExitStatus::bad_input));
    EXPECT_EQ(refused.out, "");
    EXPECT_THAT(refused.err, HasSubstr(error));
  }
}

}  // namespace
}  // namespace ringcheck
