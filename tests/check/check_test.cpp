// Checks of a scenario that has nothing to do with perf: settings, verdicts, witnesses, and what
// each ordering point needs.
#include "check/check.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <tuple>

#include "check/barrier_study.hpp"
#include "check/run_check.hpp"
#include "graph/diagnostic.hpp"
#include "tests/check/message.hpp"

namespace ringcheck {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using tests::message;
using tests::messages;

struct Row {
  const char* settings;
  Defects defects;
  const char* model;
  const char* verdict;
};

TEST(Check, IsJudgedByItsScenariosProperties) {
  const std::vector<Row> rows = {
      {"", {}, "sc", "holds"},
      {"", {}, "armv8", "holds"},
      {"publish=mb take=mb", {}, "power", "holds"},
      {"publish=none", {}, "x86-tso", "holds"},
      {"publish=none", {}, "armv8", "violated"},
      {"take=none", {}, "armv8", "violated"},
      {"take=none", {}, "rc11", "violated"},
      {"", {"flag-first"}, "sc", "violated"},
      {"", {"another program's"}, "sc", "holds"},
      // No message is taken: nothing was shown.
      {"looks=0", {}, "sc", "vacuous"},
  };
  for (const Row& row : rows) {
    const Check check = Check(message(), find_model(row.model)).with(row.settings, row.defects);
    const CheckResult result = run_check(check);
    EXPECT_EQ(verdict_name(result.verdict), row.verdict) << row.settings << " under " << row.model;
    EXPECT_EQ(result.properties.at(0).seen > 0, check.parameters.value(0) > 0);
  }
}

TEST(Check, TellsWhatDiffersFromTheScenarioAsItIsWritten) {
  const Check check(message(), find_model("sc"));
  EXPECT_TRUE(check.as_written());
  EXPECT_EQ(check.changes(), "");
  const Check changed = check.with("take=mb looks=2");
  EXPECT_FALSE(changed.as_written());
  EXPECT_EQ(changed.changes(), "looks=2 take=mb");
  EXPECT_EQ(check.with(changed.changes()).plan, changed.plan);
  EXPECT_TRUE(check.with("looks=2 looks=1").as_written());
}

TEST(Check, SaysWhatItExpected) {
  const auto error = [](std::string_view settings) -> std::string {
    try {
      return Check(message()).with(settings).changes();
    } catch (const InputError& refused) {
      return refused.what();
    }
  };
  EXPECT_THAT(error("looks=9"), HasSubstr("parameter looks: expected 0 … 4, saw \"9\""));
  EXPECT_THAT(error("take=wmb"), HasSubstr("site take cannot be \"wmb\"; it can be none, acquire"));
  EXPECT_THAT(error("size=1"), HasSubstr("no parameter \"size\"; there are looks"));
  EXPECT_THAT(error("take"), HasSubstr("SITE=STRENGTH"));
}

TEST(Check, HasAWitnessThatRunsAgainFromItsText) {
  const CheckResult result =
      run_check(Check(message(), find_model("armv8")).with("publish=none", {"flag-first"}));
  ASSERT_TRUE(result.witness.has_value());
  EXPECT_EQ(result.witness->message, "the message is 0, where 7 was sent");
  const Replay again = replay_witness(to_json(*result.witness), messages());
  EXPECT_TRUE(again.consistent && again.violated);
  EXPECT_EQ(again.witness.check.changes(), "publish=none");
  EXPECT_TRUE(again.witness.check.defects.has("flag-first"));
  EXPECT_EQ(to_json(again.witness), to_json(*result.witness));
}

/// The least execution is the same, whichever part of the search finds it and whichever part
/// reports first.
TEST(Check, InPartsComesToTheSame) {
  const Check check = Check(message(), find_model("armv8")).with("publish=none looks=4");
  const CheckResult whole = run_check(check);
  ASSERT_TRUE(whole.witness.has_value());
  const auto expect_same = [&](const CheckResult& result, const char* how) {
    EXPECT_EQ(result.counts.complete, whole.counts.complete) << how;
    EXPECT_EQ(result.properties.at(0).violations, whole.properties.at(0).violations) << how;
    EXPECT_EQ(result.properties.at(0).seen, whole.properties.at(0).seen) << how;
    ASSERT_TRUE(result.witness.has_value()) << how;
    EXPECT_EQ(to_json(*result.witness), to_json(*whole.witness)) << how;
  };
  ResumableCheck stopped(check);
  int stops = 0;
  for (; !stopped.done(); ++stops) {
    CheckOptions options;
    options.limits.executions = 1;
    stopped.run(options);
    stopped = ResumableCheck(check, stopped.to_json());
  }
  EXPECT_GT(stops, 2);
  expect_same(stopped.result(), "by way of its text");
  ResumableCheck divided(check);
  const std::vector<Piece> pieces = divided.divide(4);
  EXPECT_GT(pieces.size(), 1U);
  for (std::size_t i = pieces.size(); i-- > 0;) {
    ResumableCheck part(check);
    part.leave({pieces[i].path});
    part.run({});
    divided.append(std::move(part));
  }
  expect_same(divided.result(), "in parts, the last one first");
}

TEST(Check, IsVacuousWhereAPropertySawNothing) {
  const Check blind = Check(message(), find_model("sc")).with("looks=0");
  const CheckResult result = run_check(blind);
  ASSERT_EQ(verdict_name(result.verdict), "vacuous");
  EXPECT_EQ(std::get<Vacuous>(result.verdict).unseen.at(0)->id, "M-01");
  // But not if the scenario says that it is not made to show the property.
  Scenario incidental = message();
  incidental.incidental = incidental.properties;
  Check judged_beside(incidental, find_model("sc"));
  judged_beside.parameters = blind.parameters;
  EXPECT_EQ(verdict_name(run_check(judged_beside).verdict), "holds");
}

TEST(Catalogue, SaysWhatThereIs) {
  EXPECT_EQ(&messages().scenario("message"), &message());
  EXPECT_EQ(messages().property("M-01").id, "M-01");
  EXPECT_EQ(messages().defect("flag-first"), "flag-first");
  EXPECT_THROW(std::ignore = messages().scenario("massage"), InputError);
  EXPECT_THROW(std::ignore = messages().property("M-02"), InputError);
  EXPECT_THROW(std::ignore = messages().defect("flag-last"), InputError);
}

TEST(StudyBarriers, FindsWhatTheMessageNeeds) {
  const Check base(message());
  const BarrierStudy study = study_barriers(base, all_site_choices(base.plan.sites()),
                                            {find_model("x86-tso"), find_model("armv8")});
  const auto minimal = [&](std::size_t model) {
    std::vector<std::string> plans;
    for (const PlanResult* plan : study.models.at(model).minimal())
      plans.push_back(plan->plan.text());
    return plans;
  };
  EXPECT_THAT(minimal(0), ElementsAre("publish=none,take=none"));
  EXPECT_THAT(minimal(1), ElementsAre("publish=release,take=acquire"));
}

}  // namespace
}  // namespace ringcheck
