// `ringcheck fuzz` as a user runs it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <tuple>
#include <vector>

#include "tests/cli/process.hpp"

namespace ringcheck {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;
using tests::Ended;
using tests::status;

TEST(FuzzCommand, HoldsForTheSpecification) {
  const Ended ended = tests::ringcheck({"fuzz", "--seed", "3", "--cases", "40"});
  EXPECT_EQ(ended.status, status(ExitStatus::holds)) << ended.out;
  EXPECT_THAT(ended.out, StartsWith("seed 3\nforward                        40 cases: holds\n"));
}

TEST(FuzzCommand, ShowsAShrunkSequenceAndReplaysIt) {
  const tests::Arguments arguments = {"fuzz", "--seed", "5", "--mutant", "L-03c"};
  const Ended ended = tests::ringcheck(arguments);
  EXPECT_EQ(ended.status, status(ExitStatus::violated));
  EXPECT_THAT(ended.out, HasSubstr("violated: I-10: 1 begins failed"));
  EXPECT_THAT(ended.out, HasSubstr("  1. pause\n  2. task writes a sample of 16 bytes\n"));
  EXPECT_THAT(ended.out, HasSubstr("  again: ringcheck fuzz --seed 5 --mutant L-03c\n"));
  EXPECT_EQ(tests::ringcheck(tests::with(arguments, {"--jobs", "1"})).out, ended.out);
}

TEST(FuzzCommand, TriesSequencesForAMistakeThatIsOtherwiseExplored) {
  const Ended ended = tests::ringcheck({"fuzz", "--mutant", "N-05"});
  EXPECT_EQ(ended.status, status(ExitStatus::violated));
  EXPECT_THAT(ended.out, HasSubstr("violated: I-0"));
}

TEST(FuzzCommand, TriesMachinesOfTheAuxArea) {
  const Ended ended = tests::ringcheck(
      {"fuzz", "--machine", "filter-update", "--machine", "aio-push", "--cases", "50"});
  EXPECT_EQ(ended.status, status(ExitStatus::holds)) << ended.out;
  EXPECT_THAT(ended.out, HasSubstr("\naio-push                           50 cases: holds\n"));
  EXPECT_THAT(ended.out, HasSubstr("\nfilter-update "));
}

TEST(FuzzCommand, HasARowForEachKind) {
  for (const auto& [arguments, verdict, violation] :
       std::vector<std::tuple<tests::Arguments, const char*, const char*>>{
           {{"--machine", "aio-push"}, "holds", "null"},
           {{"--mutant", "L-03c"}, "violated", "violated: I-10"}}) {
    const Ended ended = tests::ringcheck(tests::with({"fuzz", "--seed", "5", "--json"}, arguments));
    EXPECT_EQ(ended.status,
              status(verdict == std::string("holds") ? ExitStatus::holds : ExitStatus::violated));
    const auto row = nlohmann::json::parse(ended.out).at(0);
    EXPECT_EQ(row.at("schema"), "ringcheck-1");
    EXPECT_EQ(row.at("seed"), 5);
    EXPECT_GT(row.at("cases"), 0);
    EXPECT_EQ(row.at("verdict"), verdict);
    EXPECT_THAT(row.at("violation").dump(), HasSubstr(violation));
  }
}

TEST(FuzzCommand, SaysWhatItExpectedOfBadInput) {
  struct Row {
    tests::Arguments arguments;
    const char* complaint;
  };
  for (const Row& row :
       std::vector<Row>{{{"--mutant", "Q-99"}, "no mutant \"Q-99\"; "},
                        {{"--mutant", "M-01"}, "is no mistake in the code, expected one that"},
                        {{"--machine", "aux-ring"}, "is no machine of AUX sequences; "},
                        {{"--machine", "all", "--mutant", "L-03c"}, "expected one of them"},
                        {{"--cases", "-1"}, "expected a number from 0 up"}}) {
    const Ended ended = tests::ringcheck(tests::with({"fuzz"}, row.arguments));
    EXPECT_EQ(ended.status, status(ExitStatus::bad_input)) << row.complaint;
    EXPECT_THAT(ended.err, HasSubstr(row.complaint));
    EXPECT_EQ(ended.out, "");
  }
}

}  // namespace
}  // namespace ringcheck
