// Help for people: it fits into 80 columns and shows examples, which are understood.
#include "cli/help_format.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cctype>

#include "cli/text_layout.hpp"
#include "tests/cli/process.hpp"
#include "tests/cli/shell_words.hpp"

namespace ringcheck {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;
using tests::Arguments;
using tests::Ended;
using tests::lines_of;

const std::vector<Arguments> kCommands = {
    {},
    {"verify"},
    {"barriers"},
    {"check"},
    {"litmus"},
    {"litmus", "run"},
    {"litmus", "compare"},
    {"litmus", "compile"},
    {"litmus", "gen"},
    {"conform"},
    {"kernel"},
    {"mutants"},
    {"fuzz"},
    {"replay"},
    {"explain"},
    {"list"},
    {"shard"},
    {"shard", "plan"},
    {"work"},
    {"gather"},
    {"slurm"},
    {"completion"},
    {"man"},
};

TEST(Help, FitsEightyColumnsAndSpeaksToPeople) {
  for (const Arguments& command : kCommands) {
    SCOPED_TRACE(::testing::PrintToString(command));
    const Ended ended = tests::ringcheck(tests::with(command, {"--help"}));
    EXPECT_EQ(ended.status, 0);
    EXPECT_EQ(ended.err, "");
    const std::vector<std::string> lines = lines_of(ended.out);
    for (const std::string& line : lines) EXPECT_LE(columns_of(line), 80U) << line;
    // A line that ends early was broken twice.
    for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
      const std::string& next = lines[i + 1];
      if (lines[i].empty() || lines[i].starts_with(' ') || next.empty() ||
          std::islower(static_cast<unsigned char>(next.front())) == 0)
        continue;
      EXPECT_GT(columns_of(lines[i]) + 1 + columns_of(next.substr(0, next.find(' '))), 80U) << next;
    }
    // What CLI11 prints by itself: exclusions, validators, types.
    for (const char* noise : {"Excludes", "Needs", "value in", "->", "REQUIRED"})
      EXPECT_THAT(ended.out, Not(HasSubstr(noise)));
    EXPECT_THAT(ended.out, HasSubstr("Usage: ringcheck"));
  }
}

TEST(Help, GroupsCommandsAndOptions) {
  const std::string all = tests::ringcheck({"--help"}).out;
  for (const char* text : {"\nQuestions:\n  verify ", "\nAnswers:\n", "Exit status: 0 holds"})
    EXPECT_THAT(all, HasSubstr(text));
  const std::string verify = tests::ringcheck({"verify", "--help"}).out;
  for (const char* text :
       {"Usage: ringcheck verify [OPTIONS] [SCENARIO...]\n\nExamples:\n  ringcheck verify ",
        "\nArguments:\n  SCENARIO... ", "\nWhat is checked:\n  --model M[,M]",
        "\nLimits and workers:\n", "\nOutput:\n  --json[=FILE]"})
    EXPECT_THAT(verify, HasSubstr(text));
  // The last heading has what fits under no other.
  EXPECT_THAT(
      tests::ringcheck({"litmus", "run", "--help"}).out,
      HasSubstr("\nOptions:\n  -h, --help              Print this help message and exit\n\n"));
}

/// tests/cli/documented_commands_test.cpp shows that each is understood.
TEST(Help, ShowsEachExampleWithItsCommand) {
  for (const UsageExample& example : all_examples()) {
    SCOPED_TRACE(example.line);
    const std::string begin = "ringcheck " + std::string(example.command) + " ";
    EXPECT_THAT(std::string(example.line), StartsWith(begin));
    EXPECT_LE(columns_of(example.line), 78U);
    Arguments command = tests::shell_words(example.command);
    command.emplace_back("--help");
    EXPECT_THAT(tests::ringcheck(command).out, HasSubstr("  " + std::string(example.line)));
  }
}

}  // namespace
}  // namespace ringcheck
