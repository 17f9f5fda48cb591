// What scripts rely on: what the command prints, what it writes, how it ends.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include "check/scenario.hpp"
#include "cli/exit_status.hpp"
#include "models/model.hpp"
#include "properties/core/area.hpp"
#include "properties/core/perf_scenario.hpp"
#include "tests/cli/process.hpp"

namespace ringcheck {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;
using tests::Ended;
using tests::lines_of;
using tests::TemporaryFolder;
using tests::text_of;
using Json = nlohmann::json;
using tests::Arguments;
using tests::status;
using tests::with;

/// A check that is violated, in a fraction of a second.
const Arguments kViolated = {"verify",    "--scenario", "perf-ring", "--model", "armv8", "--param",
                             "records=1", "--param",    "polls=1",   "--site",  "B=none"};

/// `text` without what depends on time.
std::string without_times(const std::string& text) {
  static const std::regex kSeconds(R"( +[0-9]+\.[0-9]+\n|"seconds":[-+.e0-9]+|Time .*\n)");
  return std::regex_replace(text, kSeconds, "\n");
}

TEST(VerdictOnly, CountsStates) {
  const Ended ended =
      tests::ringcheck({"verify", "--verdict-only", "--scenario", "spsc-ring", "--scenario",
                        "one-slot-ring", "--model", "sc,x86-tso,armv8", "--json"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  const Json rows = Json::parse(ended.out);
  ASSERT_EQ(rows.size(), 6U);
  for (const Json& row : rows) {
    EXPECT_EQ(row.at("verdict"), "holds");
    EXPECT_GT(row.at("states"), 100);
    EXPECT_GT(row.at("transitions"), row.at("states"));
    EXPECT_FALSE(row.contains("executions"));
  }
}

TEST(Help, IsOnStandardOutputAndTellsTheExitStatuses) {
  for (const Arguments& arguments : std::vector<Arguments>{
           {"--help"}, {"verify", "--help"}, {"barriers", "-h"}, {"litmus", "run", "--help"}}) {
    const Ended ended = tests::ringcheck(arguments);
    EXPECT_EQ(ended.status, 0);
    EXPECT_EQ(ended.err, "");
    EXPECT_THAT(ended.out, HasSubstr("Exit status: 0 holds, 1 violated, 2 bad input"));
  }
}

TEST(Verify, EndsWithWhatTheChecksCameTo) {
  struct Row {
    Arguments arguments;
    ExitStatus status;
    const char* out;
  };
  const std::vector<Row> rows = {
      {{"verify", "--scenario", "spsc-ring", "--model", "armv8"},
       ExitStatus::holds,
       "\nspsc-ring          armv8    holds "},
      {{"verify", "--scenario", "spsc-ring", "--model", "sc", "--model", "rc11"},
       ExitStatus::holds,
       "\nspsc-ring          rc11     holds "},
      {{"verify", "--scenario", "spsc-ring", "--model", "armv8", "--site", "B=none"},
       ExitStatus::violated,
       "\nviolated: S-01 "},
      {kViolated, ExitStatus::violated, "\nperf-ring          armv8    violated I-01 "},
      // A finding counts as a violation, unless it is accepted.
      {{"verify", "--scenario", "perf-ring-overrun", "--model", "sc"},
       ExitStatus::violated,
       "  F-02: "},
      {{"verify", "--scenario", "perf-ring-overrun", "--model", "sc", "--accept-findings"},
       ExitStatus::holds,
       "  F-02: "},
      {with(kViolated, {"--accept-findings"}), ExitStatus::violated, "violated: I-01"}};
  for (const Row& row : rows) {
    const Ended ended = tests::ringcheck(row.arguments);
    EXPECT_EQ(ended.status, status(row.status)) << ::testing::PrintToString(row.arguments);
    EXPECT_THAT(ended.out, StartsWith("scenario           model    verdict "));
    EXPECT_THAT(ended.out, HasSubstr(row.out));
    EXPECT_EQ(ended.err, "");
  }
}

TEST(Verify, WritesRowsAsJson) {
  const Ended ended = tests::ringcheck(with(kViolated, {"--json", "-"}));
  EXPECT_EQ(ended.status, status(ExitStatus::violated));
  EXPECT_EQ(ended.err, "");
  const Json rows = Json::parse(ended.out);
  ASSERT_EQ(rows.size(), 1U);
  const Json& row = rows[0];
  EXPECT_EQ(row.at("scenario"), "perf-ring");
  EXPECT_EQ(row.at("model"), "armv8");
  EXPECT_EQ(row.at("params").at("records"), 1);
  EXPECT_EQ(row.at("params").at("data"), "plain");
  EXPECT_THAT(row.at("plan").get<std::string>(), HasSubstr("B=none"));
  EXPECT_EQ(row.at("verdict"), "violated");
  EXPECT_EQ(row.at("property"), "I-01");
  EXPECT_GT(row.at("executions"), 0);
  EXPECT_GE(row.at("blocked"), 0);
  EXPECT_GT(row.at("events_max"), 0);
  EXPECT_TRUE(row.at("finding").is_null());
  // The witness in a row is the one that --witness writes.
  const auto ordered = nlohmann::ordered_json::parse(ended.out);
  EXPECT_EQ(tests::ringcheck({"replay", "-"}, ordered[0].at("witness").dump()).status,
            status(ExitStatus::violated));
  EXPECT_TRUE(row.at("seconds").is_number());
}

TEST(Verify, HasNoPropertyInTheRowOfACheckThatHolds) {
  const Ended ended =
      tests::ringcheck({"verify", "--json", "--scenario", "spsc-ring", "--model", "sc"});
  EXPECT_EQ(ended.status, 0);
  const Json row = Json::parse(ended.out).at(0);
  EXPECT_EQ(row.at("verdict"), "holds");
  EXPECT_TRUE(row.at("property").is_null());
  // One writer of four records into two slots, four polls: the same number for every run.
  EXPECT_EQ(row.at("executions"), 754);
}

TEST(Verify, GivesParametersToTheScenariosThatHaveThem) {
  const Ended ended =
      tests::ringcheck({"verify", "--json", "-", "--model", "sc", "--scenario", "spsc-ring",
                        "--scenario", "perf-ring", "--param", "slots=4", "--param", "records=1"});
  const Json rows = Json::parse(ended.out);
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].at("params").at("slots"), 4);
  EXPECT_EQ(rows[0].at("params").at("records"), 1);
  EXPECT_EQ(rows[1].at("params").at("records"), 1);
  EXPECT_FALSE(rows[1].at("params").contains("slots"));
}

TEST(Replay, ShowsTheViolationOfAWitnessAgain) {
  const TemporaryFolder folder;
  const std::string witness = folder.path("witness.json");
  const Ended found = tests::ringcheck(with(kViolated, {"--witness", witness}));
  EXPECT_EQ(found.status, status(ExitStatus::violated));
  const Ended again = tests::ringcheck({"replay", witness});
  EXPECT_EQ(again.status, status(ExitStatus::violated));
  EXPECT_EQ(again.err, "");
  // All but the line that says how to run it again.
  const std::string shown = found.out.substr(found.out.find("\nviolated: ") + 1);
  EXPECT_EQ(again.out, shown.substr(0, shown.find("\n  replay: ")));
  // From standard input, too.
  EXPECT_EQ(tests::ringcheck({"replay", "-"}, text_of(witness)).out, again.out);
}

TEST(Replay, SaysWhatAnExecutionDoesNotShow) {
  const TemporaryFolder folder;
  const std::string path = folder.path("witness.json");
  tests::ringcheck(with(kViolated, {"--witness", path}));
  const std::string witness = text_of(path);
  const auto changed = [&](const std::string& from, const std::string& to) {
    std::string text = witness;
    text.replace(text.find(from), from.size(), to);
    return tests::ringcheck({"replay", "-"}, text);
  };
  const Ended other_model = changed("\"armv8\"", "\"sc\"");
  EXPECT_EQ(other_model.status, 0);
  EXPECT_THAT(other_model.out,
              StartsWith("not allowed: sc has no such execution, by its axiom sc\n"));
  const Ended other_property = changed("\"I-01\"", "\"I-06\"");
  EXPECT_EQ(other_property.status, 0);
  EXPECT_THAT(other_property.out, StartsWith("holds: I-06 in this execution\n"));
}

TEST(Verify, WritesNoWitnessWhenNothingIsViolated) {
  const TemporaryFolder folder;
  const Ended ended = tests::ringcheck(
      {"verify", "--scenario", "spsc-ring", "--model", "sc", "--witness", folder.path("w.json")});
  EXPECT_EQ(ended.status, 0);
  EXPECT_THAT(ended.out,
              HasSubstr("no witness, so " + folder.path("w.json") + " is not written\n"));
  EXPECT_THAT(folder.names(), IsEmpty());
}

TEST(Verify, WritesFilesAndNothingBesideThem) {
  const TemporaryFolder folder;
  tests::ringcheck(
      with(kViolated, {"--witness", folder.path("w.json"), "--json", folder.path("rows.json")}));
  EXPECT_THAT(folder.names(), ElementsAre("rows.json", "w.json"));
  EXPECT_EQ(Json::parse(text_of(folder.path("rows.json"))).size(), 1U);
  EXPECT_EQ(Json::parse(text_of(folder.path("w.json"))).at("property"), "I-01");
}

TEST(Barriers, HaveARowForEachPlanAndModel) {
  const Ended ended = tests::ringcheck(
      {"barriers", "--scenario", "perf-ring", "--param", "records=3", "--param", "polls=3",
       "--model", "sc", "--model", "armv8", "--site", "B=none,wmb,release,mb", "--json", "-"});
  EXPECT_EQ(ended.status, 0);
  EXPECT_EQ(ended.err, "");
  std::vector<std::string> rows;
  for (const Json& row : Json::parse(ended.out)) {
    EXPECT_EQ(row.at("scenario"), "perf-ring");
    EXPECT_EQ(row.at("params").at("records"), 3);
    EXPECT_EQ(row.at("plan").at("D"), "release");
    EXPECT_EQ(row.at("violated").is_null(), row.at("verdict") == "holds");
    EXPECT_EQ(row.at("witness").is_null(), row.at("verdict") == "holds");
    EXPECT_TRUE(row.at("finding").is_null());
    rows.push_back(row.at("model").get<std::string>() + " " +
                   row.at("plan").at("B").get<std::string>() + " " +
                   row.at("verdict").get<std::string>());
  }
  EXPECT_THAT(rows, ElementsAre("sc none holds", "sc wmb holds", "sc release holds", "sc mb holds",
                                "armv8 none violated", "armv8 wmb holds", "armv8 release holds",
                                "armv8 mb holds"));
}

TEST(Barriers, StudyPlainAndMarkedDataAndTellWhatIsEnough) {
  const Arguments arguments = {"barriers", "--model", "armv8", "--site", "B=none,wmb,release"};
  const Ended ended = tests::ringcheck(arguments);
  EXPECT_EQ(ended.status, 0);
  for (const char* text :
       {"data=plain", "data=marked", "\n    wmb *    enough\n", "\n    none     I-01\n",
        "\nMinimal sufficient plans (a|b: either):\n  armv8:\n      B=wmb|release\n"})
    EXPECT_THAT(ended.out, HasSubstr(text));
  EXPECT_THAT(ended.out, ::testing::Not(HasSubstr("violated: ")));
  EXPECT_LT(lines_of(ended.out).size(), 60U) << "one page";
  const Ended all = tests::ringcheck(with(arguments, {"--all"}));
  EXPECT_EQ(all.status, 0);
  for (const char* text : {"Each minimal plan:\n  armv8    B=wmb\n", "\nB = none under armv8\n",
                           "\n  replay: ringcheck verify --scenario perf-ring --model armv8 "})
    EXPECT_THAT(all.out, HasSubstr(text));
}

TEST(Barriers, VaryTheSitesThatAScenarioHas) {
  const Ended ended = tests::ringcheck(
      {"barriers", "--scenario", "spsc-ring", "--param", "records=2", "--model", "rc11"});
  // Two records fit: the ring never goes round.
  EXPECT_EQ(ended.status, status(ExitStatus::vacuous));
  EXPECT_THAT(ended.out, HasSubstr("Linux's own plan is not shown to be enough under rc11"));
  EXPECT_THAT(ended.out, HasSubstr("Minimal sufficient plans (a|b: either):\n  rc11:\n"));
}

/// Plain data under the kernel's model: F-01, with no change at all.
TEST(Barriers, SayThatTheKernelsOwnPlanIsNotEnough) {
  const TemporaryFolder folder;
  const std::string witness = folder.path("w.json");
  const Ended ended = tests::ringcheck(
      {"barriers", "perf-ring", "--model", "lkmm", "--site", "B=none,wmb", "--witness", witness});
  EXPECT_EQ(ended.status, status(ExitStatus::violated));
  EXPECT_THAT(ended.out, HasSubstr(" †\n"));
  EXPECT_THAT(ended.out, HasSubstr("†: something is violated without the change, too."));
  EXPECT_THAT(ended.out, HasSubstr("Linux's own plan is not enough under lkmm: I-06.\n"));
  EXPECT_EQ(tests::ringcheck({"replay", witness}).status, status(ExitStatus::violated));
}

TEST(Barriers, NameTheFindingThatExplainsAViolation) {
  const Ended ended = tests::ringcheck(
      {"barriers", "perf-ring", "--model", "lkmm", "--site", "B=none,wmb", "--json"});
  const auto rows = nlohmann::ordered_json::parse(ended.out);
  EXPECT_EQ(rows.at(0).at("finding"), nullptr) << "not Linux's own plan";
  EXPECT_EQ(rows.at(1).at("finding"), "F-01");
  const TemporaryFolder folder;
  const std::string witness = folder.path("w.json");
  std::ofstream(witness) << rows.at(1).at("witness");
  EXPECT_EQ(tests::ringcheck({"replay", witness}).status, status(ExitStatus::violated));
}

/// The example in README.md is what the command prints, with some lines left out.
TEST(Readme, ShowsWhatTheCommandPrints) {
  const std::vector<std::string> readme = lines_of(text_of(tests::source("README.md")));
  const std::string prompt = "$ build/release/ringcheck ";
  auto line = std::ranges::find_if(
      readme, [&](const std::string& text) { return text.starts_with(prompt); });
  ASSERT_NE(line, readme.end());
  Arguments arguments;
  std::istringstream words(line->substr(prompt.size()));
  for (std::string word; words >> word;) arguments.push_back(word);
  const std::vector<std::string> printed = lines_of(tests::ringcheck(arguments).out);
  auto at = printed.begin();
  for (++line; line != readme.end() && *line != "```"; ++line) {
    at = std::find(at, printed.end(), *line);
    ASSERT_NE(at, printed.end()) << "not printed, or not in this order: " << *line;
  }
}

TEST(Output, IsTheSameForTheSameInputTimesApart) {
  for (const Arguments& arguments : std::vector<Arguments>{
           kViolated,
           {"verify", "--model", "rc11", "--scenario", "spsc-ring", "--scenario", "perf-ring"},
           {"verify", "--json", "-", "--model", "x86-tso", "--scenario", "perf-ring-full"},
           {"barriers", "--model", "armv8", "--site", "C=none,rmb,acquire"},
           {"list"}}) {
    const Ended first = tests::ringcheck(arguments);
    const Ended second = tests::ringcheck(arguments);
    EXPECT_EQ(without_times(first.out), without_times(second.out));
    EXPECT_EQ(first.status, second.status);
  }
}

}  // namespace
}  // namespace ringcheck
