// Witnesses as text, and the arguments that run them again.
#include "cli/witness_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "check/barrier_study.hpp"
#include "cli/check_runs.hpp"
#include "cli/text_layout.hpp"
#include "explore/explore.hpp"
#include "properties/core/area.hpp"
#include "properties/core/perf_scenario.hpp"
#include "properties/core/perf_studies.hpp"

namespace ringcheck {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

/// The output of check_arguments, read as the command reads it.
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

/// The overrun by an interrupt: only the writer's CPU touches the words that show it.
Witness nested_witness() {
  return run_check(Check(find_scenario("perf-ring-overrun"), find_model("sc"))).witness.value();
}

TEST(WitnessText, HasAColumnForEachLevelWhereInterruptsNest) {
  const std::string text = witness_text(nested_witness(), "");
  EXPECT_THAT(
      text,
      HasSubstr("\n  writer          softirq                                       reader\n"));
  // What the interrupt shares with the code that it interrupts is there.
  EXPECT_THAT(text,
              ContainsRegex("\n {18}a[0-9]+ R paused = 0 ← init  \\(__perf_output_begin\\)\n"));
  EXPECT_THAT(text, HasSubstr("W[once] nest = 2"));
  EXPECT_THAT(text, Not(HasSubstr("·")));
}

TEST(WitnessText, OfAllEventsHasWhatTheCodeSaysAndItsFunctions) {
  const Witness witness = witness_without_b();
  const std::string all = witness_text(witness, "", witness_style(witness, true));
  EXPECT_THAT(all, HasSubstr("R[acq] data_head = 24 ← "));
  EXPECT_THAT(all, HasSubstr("(C, ring_buffer_read_head)\n"));
  EXPECT_THAT(all, HasSubstr("\n  · publishes the data up to 24\n"));
  EXPECT_THAT(all, HasSubstr("W[once] nest = 1  (nest_raise, perf_output_get_handle)\n"));
  EXPECT_THAT(all, Not(HasSubstr("left out")));
  EXPECT_THAT(witness_text(witness, ""), Not(HasSubstr("W[once] nest")));
}

/// The lines of `text` that show an event, and do not say which function made it.
std::vector<std::string> lines_without_function(const std::string& text) {
  std::vector<std::string> without;
  int events = 0;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (!std::regex_search(line, std::regex("^ +[a-z][0-9]+ (R|W|F)"))) continue;
    ++events;
    if (!std::regex_search(line, std::regex("  \\(([A-Za-z_ ]+, )?[a-z_]+\\)$")))
      without.push_back(line);
  }
  EXPECT_GT(events, 10);
  return without;
}

TEST(WitnessText, NamesTheFunctionOfEachEventWhereInterruptsNest) {
  // F-16: a LOST record reports nothing.
  const Witness witness =
      run_check(Check(find_scenario("perf-ring-lost"), find_model("sc"))).witness.value();
  const std::string text = witness_text(witness, "");
  EXPECT_THAT(lines_without_function(text), IsEmpty()) << text;
  for (const char* line :
       {" R paused = 0 ← init  (__perf_output_begin)\n",
        " R[once] lost = 0 ← init  (lost_look, __perf_output_begin)\n",
        " W[once] nest = 1  (nest_raise, perf_output_get_handle)\n",
        " R[once] data_tail = 0 ← init  (A, __perf_output_begin)\n",
        " W[rmw] head = 32  (__perf_output_begin)\n", " F wmb  (B, perf_output_put_handle)\n",
        " R[once] data_head = 0 ← init  (ring_buffer_read_head)\n"})
    EXPECT_THAT(text, HasSubstr(line));
}

TEST(WitnessText, OfAllEventsNamesTheFunctionOfEach) {
  // F-01: the control dependency at A, under the Linux-kernel memory model.
  const Witness witness =
      run_check(Check(find_scenario("perf-ring"), find_model("lkmm"))).witness.value();
  const std::string text = witness_text(witness, "", witness_style(witness, true));
  EXPECT_THAT(lines_without_function(text), IsEmpty()) << text;
  EXPECT_THAT(text, HasSubstr("  (__output_copy)\n"));
  EXPECT_THAT(text, HasSubstr("  (perf_mmap__read_event)\n"));
}

/// The events that a sentence names are those of the table, whatever the table shows.
TEST(WitnessText, NamesEventsAsItsTableDoes) {
  const Witness witness = witness_without_b();
  for (const bool all : {false, true}) {
    const ExecutionStyle style = witness_style(witness, all);
    const std::string text = witness_text(witness, "", style);
    const std::string message = message_text(witness, style);
    const std::size_t at = message.find("and b") + 4;
    const std::string label = message.substr(at, message.find(' ', at) - at);
    EXPECT_THAT(text, HasSubstr(" " + label + " R data[0] = 0 ← init")) << message;
  }
}

TEST(WitnessText, FitsTheTerminal) {
  const Witness witness = witness_without_b();
  std::istringstream lines(execution_table(
      witness.check.build().program, *witness.graph,
      transcribe(witness.check.build().program, *witness.graph, witness.check.model->dependence()),
      witness_style(witness, false, 60)));
  int widest = 0;
  for (std::string line; std::getline(lines, line);)
    widest = std::max(widest, static_cast<int>(columns_of(line)));
  EXPECT_LE(widest, 60);
  EXPECT_GT(widest, 40);
}

/// The table alone, without a verdict: what replay prints when the property holds.
TEST(ExecutedText, HasTheRunAndTheExecution) {
  const std::string text = executed_text(witness_without_b());
  EXPECT_THAT(text, StartsWith("  scenario perf-ring under armv8; "));
  EXPECT_THAT(text, HasSubstr("\n  writer"));
  EXPECT_THAT(text, Not(HasSubstr("violated")));
}

}  // namespace
}  // namespace ringcheck
