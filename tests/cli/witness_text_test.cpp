// Witnesses as text, and the arguments that run them again.
#include "cli/witness_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "check/barrier_study.hpp"
#include "cli/check_runs.hpp"
#include "properties/core/area.hpp"
#include "properties/core/perf_scenario.hpp"
#include "properties/core/perf_studies.hpp"

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

/// The arguments printed for `check` select exactly that check.
void expect_round_trip(const Check& check) {
  const std::string text = check_arguments(check);
  SCOPED_TRACE(text);
  const std::vector<Check> again = chosen_checks(parse_arguments(text));
  ASSERT_EQ(again.size(), 1U);
  EXPECT_EQ(again[0].scenario, check.scenario);
  EXPECT_EQ(again[0].parameters, check.parameters);
  EXPECT_EQ(again[0].plan, check.plan);
  EXPECT_EQ(again[0].model->name(), check.model->name());
}

/// Every value that is worth trying: each word of a choice, both ends of a range.
std::vector<std::string> values_of(const Parameter& parameter) {
  if (parameter.words.empty())
    return {std::to_string(parameter.least), std::to_string(parameter.most)};
  return {parameter.words.begin(), parameter.words.end()};
}

TEST(CheckArguments, SelectTheSameCheckForEachParameterAndSite) {
  int checks = 0;
  for (const Scenario* scenario : all_scenarios()) {
    expect_round_trip(Check(*scenario, find_model("sc")));
    for (const Parameter& parameter : scenario->parameters) {
      for (const std::string& value : values_of(parameter)) {
        Check check(*scenario, find_model("rc11"));
        check.parameters.set(parameter.name, value);
        expect_round_trip(check);
        ++checks;
      }
    }
    for (const Site* site : scenario->plan.sites()) {
      for (const std::string_view strength : site->strengths) {
        Check check(*scenario, find_model("lkmm"));
        check.plan.set(site->name, strength);
        expect_round_trip(check);
        ++checks;
      }
    }
  }
  EXPECT_GT(checks, 100);
}

TEST(CheckArguments, NameOnlyWhatDiffersFromTheScenarioAsItIsWritten) {
  const Check check(find_scenario("perf-ring"), find_model("armv8"));
  EXPECT_EQ(check_arguments(check), "--scenario perf-ring --model armv8");
  EXPECT_EQ(check_arguments(check.with("data=marked D=rmb")),
            "--scenario perf-ring --model armv8 --param data=marked --site D=rmb");
}

Witness witness_without_b() {
  Check run = barrier_check(false);
  run.plan.set("B", "none");
  return run_check(run, find_model("armv8")).witness.value();
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
