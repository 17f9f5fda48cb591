// Witnesses as text, and the arguments that run them again.
#include "cli/witness_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "cli/barrier_study.hpp"
#include "cli/check_runs.hpp"

namespace ringcheck {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

/// What run_arguments prints, read as the command reads it.
CheckArguments parse_arguments(const std::string& text) {
  CheckArguments arguments;
  std::istringstream words(text);
  for (std::string option, value; words >> option >> value;) {
    if (option == "--scenario")
      arguments.scenarios.push_back(value);
    else if (option == "--model")
      arguments.models.push_back(value);
    else if (option == "--param")
      arguments.parameters.push_back(value);
    else if (option == "--site")
      arguments.sites.push_back(value);
    else
      ADD_FAILURE() << "unknown option " << option;
  }
  return arguments;
}

/// True iff the arguments printed for `run` under `model` select exactly that run.
void expect_round_trip(const ScenarioRun& run, const std::string& model) {
  const std::string text = run_arguments(run, model);
  SCOPED_TRACE(text);
  const std::vector<CheckRun> again = chosen_runs(parse_arguments(text));
  ASSERT_EQ(again.size(), 1U);
  EXPECT_EQ(again[0].run.scenario, run.scenario);
  EXPECT_EQ(again[0].run.parameters, run.parameters);
  EXPECT_EQ(again[0].run.plan, run.plan);
  EXPECT_EQ(again[0].model.name(), model);
}

/// Every value that is worth trying: each word of a choice, both ends of a range.
std::vector<std::string> values_of(const Parameter& parameter) {
  if (parameter.words.empty())
    return {std::to_string(parameter.least), std::to_string(parameter.most)};
  return {parameter.words.begin(), parameter.words.end()};
}

TEST(RunArguments, SelectTheSameRunForEachParameterAndSite) {
  int runs = 0;
  for (const Scenario* scenario : all_scenarios()) {
    expect_round_trip(ScenarioRun(*scenario), "sc");
    for (const Parameter& parameter : scenario->parameters) {
      for (const std::string& value : values_of(parameter)) {
        ScenarioRun run(*scenario);
        run.parameters.set(parameter.name, value);
        expect_round_trip(run, "rc11");
        ++runs;
      }
    }
    for (const Site site : scenario->sites) {
      for (std::size_t s = 0; s < kStrengthCount; ++s) {
        if (!site_info(site).allowed.has(static_cast<Strength>(s))) continue;
        ScenarioRun run(*scenario);
        run.plan.set(site, static_cast<Strength>(s));
        expect_round_trip(run, "lkmm");
        ++runs;
      }
    }
  }
  EXPECT_GT(runs, 100);
}

TEST(RunArguments, NameOnlyWhatDiffersFromTheScenarioAsItIsWritten) {
  ScenarioRun run(find_scenario("perf-ring"));
  EXPECT_EQ(run_arguments(run, "armv8"), "--scenario perf-ring --model armv8");
  run.parameters.set("data=marked");
  run.plan.set(Site::d, Strength::rmb);
  EXPECT_EQ(run_arguments(run, "armv8"),
            "--scenario perf-ring --model armv8 --param data=marked --site D=rmb");
}

Witness witness_without_b() {
  ScenarioRun run = barrier_scenario(false);
  run.plan.set(Site::b, Strength::none);
  return check_scenario(run, find_model("armv8")).witness.value();
}

TEST(WitnessText, HasThePropertyTheRunTheExecutionAndTheReason) {
  const std::string text = witness_text(witness_without_b(), "ringcheck verify …");
  // The least witness: the reader sees the head (a3) and then a word that is not there (b2).
  EXPECT_THAT(text, StartsWith("violated: I-01 Publication: "));
  EXPECT_THAT(text, HasSubstr("head 24, and b2 reads the initial data[0]\n"));
  EXPECT_THAT(text, HasSubstr("\n  scenario perf-ring under armv8; records=2 payload=2 words=4 "));
  EXPECT_THAT(text, HasSubstr("; A=control B=none C=acquire D=release\n"));
  EXPECT_THAT(text, HasSubstr(" b1 R[acq] data_head = 24 ← a3  (C)\n"));
  EXPECT_THAT(text, HasSubstr(" b2 R data[0] = 0 ← init\n"));
  EXPECT_THAT(text, HasSubstr("\n  Why it can happen:\n  No interleaving shows this: "));
  EXPECT_THAT(text, HasSubstr("armv8 does not keep a2 (W data[0] = "));
  EXPECT_THAT(text, HasSubstr("\n  replay: ringcheck verify …\n"));
}

TEST(WitnessText, IsTheSameEveryTime) {
  EXPECT_EQ(witness_text(witness_without_b(), ""), witness_text(witness_without_b(), ""));
}

TEST(WitnessText, LeavesOutAnEmptyReplayLine) {
  EXPECT_THAT(witness_text(witness_without_b(), ""), Not(HasSubstr("replay")));
}

/// The table as it is, without a verdict on it: what replay prints when the property holds.
TEST(ExecutedText, HasTheRunAndTheExecution) {
  const std::string text = executed_text(witness_without_b());
  EXPECT_THAT(text, StartsWith("  scenario perf-ring under armv8; "));
  EXPECT_THAT(text, HasSubstr("\n  writer"));
  EXPECT_THAT(text, Not(HasSubstr("violated")));
}

}  // namespace
}  // namespace ringcheck
