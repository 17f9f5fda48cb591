// A check that stops and goes on, in this process or another, ends like one that does not stop.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <ostream>
#include <string>

#include "check/run_check.hpp"
#include "graph/diagnostic.hpp"
#include "properties/core/area.hpp"
#include "properties/core/perf_scenario.hpp"
#include "protocol/ring/defects.hpp"

namespace ringcheck {
namespace {

struct Case {
  const char* name;
  const char* scenario;
  const char* model;
  Defects defects;
};

void PrintTo(const Case& row, std::ostream* out) {
  *out << row.name;
}

class Checkpoint : public ::testing::TestWithParam<Case> {
 protected:
  [[nodiscard]] static Check run() {
    return Check(find_scenario(GetParam().scenario), find_model(GetParam().model))
        .with("", GetParam().defects);
  }
  /// Visits every execution, so that states are counted as well.
  [[nodiscard]] static CheckOptions all_visited() {
    CheckOptions options;
    options.visits_all = true;
    return options;
  }
};

/// Expects equality of all that is promised to be the same.
void expect_same(const CheckResult& a, const CheckResult& b) {
  EXPECT_EQ(verdict_name(a.verdict), verdict_name(b.verdict));
  EXPECT_EQ(a.counts.complete, b.counts.complete);
  EXPECT_EQ(a.counts.blocked, b.counts.blocked);
  EXPECT_EQ(a.counts.dead, b.counts.dead);
  EXPECT_EQ(a.counts.nodes, b.counts.nodes);
  EXPECT_EQ(a.counts.events_max, b.counts.events_max);
  EXPECT_EQ(a.violating, b.violating);
  for (std::size_t i = 0; i < a.properties.size(); ++i) {
    EXPECT_EQ(a.properties[i].violations, b.properties[i].violations);
    EXPECT_EQ(a.properties[i].seen, b.properties[i].seen);
    ASSERT_EQ(a.properties[i].witness.has_value(), b.properties[i].witness.has_value());
    if (!a.properties[i].witness) continue;
    EXPECT_EQ(to_json(*a.properties[i].witness), to_json(*b.properties[i].witness));
  }
}

TEST_P(Checkpoint, StoppingAndGoingOnByWayOfTheTextChangesNothing) {
  const CheckResult whole = run_check(run(), all_visited());
  ResumableCheck check(run());
  int stops = 0;
  while (!check.done()) {
    CheckOptions options;
    options.limits.executions = 1 + whole.counts.complete / 3;
    check.run(options);
    const auto json = nlohmann::ordered_json::parse(check.to_json().dump());
    if (!check.done()) ++stops;
    check = ResumableCheck(run(), json);
  }
  EXPECT_GE(stops, 2);
  expect_same(check.result(), whole);
}

TEST_P(Checkpoint, AStoppedCheckHasReachedABound) {
  ResumableCheck check(run());
  CheckOptions options;
  options.limits.executions = 1;
  check.run(options);
  EXPECT_FALSE(check.done());
  const std::string_view verdict = verdict_name(check.result().verdict);
  EXPECT_TRUE(verdict == "bound reached" || verdict == "violated") << verdict;
}

TEST_P(Checkpoint, SeveralWorkersEndAsOne) {
  const CheckResult one = run_check(run(), all_visited());
  Workers workers(3);
  CheckOptions options = all_visited();
  options.workers = &workers;
  expect_same(run_check(run(), options), one);
}

INSTANTIATE_TEST_SUITE_P(Checks, Checkpoint,
                         ::testing::Values(Case{"ring", "spsc-ring", "x86-tso", {}},
                                           Case{"nested", "perf-ring-nested", "sc", {}},
                                           Case{"overrun", "perf-ring-overrun", "sc", {}}),
                         [](const auto& row) { return row.param.name; });

TEST(CheckpointText, OfAnotherCheckIsRefused) {
  const Check check(find_scenario("spsc-ring"), find_model("sc"));
  const auto json = ResumableCheck(check).to_json();
  EXPECT_THROW(ResumableCheck(check.under(find_model("rc11")), json), InputError);
  EXPECT_THROW(ResumableCheck(check.with("records=1"), json), InputError);
  EXPECT_THROW(ResumableCheck(check.with("", {defect::kUnnestBeforePublish.name}), json),
               InputError);
}

TEST(CheckpointText, ThatIsTornOrLiesIsRefused) {
  const Check run(find_scenario("perf-ring-overrun"), find_model("sc"));
  ResumableCheck check(run);
  check.run({});
  const auto json = check.to_json();
  auto torn = json;
  torn["counts"].erase("dead");
  EXPECT_THROW(ResumableCheck(run, torn), InputError);
  auto lying = json;
  for (auto& property : lying["properties"])
    for (const auto& other : json["properties"])
      if (property["least"].is_null() && !other["least"].is_null())
        property["least"] = other["least"];
  EXPECT_THROW(ResumableCheck(run, lying), InputError);
}

}  // namespace
}  // namespace ringcheck
