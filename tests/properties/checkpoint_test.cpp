// A check that stops and goes on, in this process or another, ends as one that does not stop.
#include <gtest/gtest.h>

#include <ostream>
#include <string>

#include "graph/diagnostic.hpp"
#include "properties/check_scenario.hpp"

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
  [[nodiscard]] static ScenarioRun run() {
    ScenarioRun run(find_scenario(GetParam().scenario));
    run.defects = GetParam().defects;
    return run;
  }
  [[nodiscard]] static Model model() { return find_model(GetParam().model); }
};

/// What is promised to be the same.
void expect_same(const ScenarioResult& a, const ScenarioResult& b) {
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
  const ScenarioResult whole = check_scenario(run(), model());
  ScenarioCheck check(run(), model());
  int stops = 0;
  while (!check.done()) {
    CheckOptions options;
    options.limits.executions = 1 + whole.counts.complete / 3;
    check.run(options);
    const auto json = nlohmann::ordered_json::parse(check.to_json().dump());
    if (!check.done()) ++stops;
    check = ScenarioCheck(run(), model(), json);
  }
  EXPECT_GE(stops, 2);
  expect_same(check.result(), whole);
}

TEST_P(Checkpoint, AStoppedCheckHasReachedABound) {
  ScenarioCheck check(run(), model());
  CheckOptions options;
  options.limits.executions = 1;
  check.run(options);
  EXPECT_FALSE(check.done());
  const std::string_view verdict = verdict_name(check.result().verdict);
  EXPECT_TRUE(verdict == "bound reached" || verdict == "violated") << verdict;
}

TEST_P(Checkpoint, SeveralWorkersEndAsOne) {
  const ScenarioResult one = check_scenario(run(), model());
  Workers workers(3);
  CheckOptions options;
  options.workers = &workers;
  expect_same(check_scenario(run(), model(), options), one);
}

INSTANTIATE_TEST_SUITE_P(Checks, Checkpoint,
                         ::testing::Values(Case{"ring", "spsc-ring", "x86-tso", {}},
                                           Case{"nested", "perf-ring-nested", "sc", {}},
                                           Case{"overrun", "perf-ring-overrun", "sc", {}}),
                         [](const auto& row) { return row.param.name; });

TEST(CheckpointText, OfAnotherCheckIsRefused) {
  const ScenarioRun run(find_scenario("spsc-ring"));
  const auto json = ScenarioCheck(run, find_model("sc")).to_json();
  EXPECT_THROW(ScenarioCheck(run, find_model("rc11"), json), InputError);
  ScenarioRun other = run;
  other.parameters.set("records=1");
  EXPECT_THROW(ScenarioCheck(other, find_model("sc"), json), InputError);
  ScenarioRun defective = run;
  defective.defects.insert(kDefects[0].defect);
  EXPECT_THROW(ScenarioCheck(defective, find_model("sc"), json), InputError);
}

TEST(CheckpointText, ThatIsTornOrLiesIsRefused) {
  const ScenarioRun run(find_scenario("perf-ring-overrun"));
  const Model model = find_model("sc");
  ScenarioCheck check(run, model);
  check.run({});
  const auto json = check.to_json();
  auto torn = json;
  torn["counts"].erase("dead");
  EXPECT_THROW(ScenarioCheck(run, model, torn), InputError);
  auto lying = json;
  for (auto& property : lying["properties"])
    for (const auto& other : json["properties"])
      if (property["least"].is_null() && !other["least"].is_null())
        property["least"] = other["least"];
  EXPECT_THROW(ScenarioCheck(run, model, lying), InputError);
}

}  // namespace
}  // namespace ringcheck
