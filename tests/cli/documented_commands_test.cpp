// Command lines in documents are understood, and transcripts show what the command prints.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>
#include <string>

#include "cli/command_line.hpp"
#include "cli/command_words.hpp"
#include "cli/help_format.hpp"
#include "graph/diagnostic.hpp"
#include "tests/cli/process.hpp"
#include "tests/cli/shell_words.hpp"

namespace ringcheck {
namespace {

using tests::Arguments;
using tests::DocumentedCommand;
using tests::Ended;

/// What is wrong with a command line; empty if nothing is.
std::string refusal(const Arguments& words) {
  std::vector<const char*> argv{"ringcheck"};
  for (const std::string& word : words) argv.push_back(word.c_str());
  std::vector<std::string> taken = command_words(static_cast<int>(argv.size()), argv.data());
  std::vector<std::string> clang_arguments = take_words_for_others(taken);
  std::function<ExitStatus()> action;
  const auto app = make_command_line(action, std::move(clang_arguments));
  std::ranges::reverse(taken);
  try {
    app->parse(std::move(taken));
  } catch (const CLI::ParseError& error) {
    return error.get_exit_code() == 0 ? "" : usage_error(*app, error);
  } catch (const InputError& error) {
    return error.what();
  }
  return action ? "" : "does nothing";
}

TEST(DocumentedCommands, AreUnderstood) {
  const std::vector<DocumentedCommand> commands = tests::documented_commands();
  EXPECT_GT(commands.size(), 40U);
  for (const DocumentedCommand& command : commands)
    EXPECT_EQ(refusal(command.words), "") << command.file << ":" << command.line;
  for (const UsageExample& example : all_examples()) {
    Arguments words = tests::shell_words(example.line);
    words.erase(words.begin());
    EXPECT_EQ(refusal(words), "") << example.line;
  }
}

TEST(DocumentedCommands, ThatAreWrongAreRefused) {
  EXPECT_NE(refusal({"verify", "--no-such-option"}), "");
  EXPECT_NE(refusal({"litmus"}), "");
  EXPECT_NE(refusal({"no-such-command"}), "");
}

/// The first line of `transcript` that is not in `printed`, or not after the line before it; empty
/// if there is none. "…" matches any lines.
std::string untrue_line(const std::vector<std::string>& transcript,
                        const std::vector<std::string>& printed) {
  auto at = printed.begin();
  for (const std::string& line : transcript) {
    if (line == "…") continue;
    at = std::find(at, printed.end(), line);
    if (at == printed.end()) return line;
    ++at;
  }
  return "";
}

TEST(UntrueLine, IsFoundInATranscript) {
  EXPECT_EQ(untrue_line({"a", "…", "c"}, {"a", "b", "c"}), "");
  EXPECT_EQ(untrue_line({"a", "x"}, {"a", "b", "c"}), "x");
  EXPECT_EQ(untrue_line({"c", "a"}, {"a", "b", "c"}), "a");
  EXPECT_EQ(untrue_line({"a", "a"}, {"a"}), "a");
}

TEST(Transcripts, AreWhatTheCommandPrints) {
  std::map<std::string, std::size_t> transcripts;
  for (const DocumentedCommand& command : tests::documented_commands()) {
    if (!tests::is_held_transcript(command)) continue;
    ++transcripts[command.file];
    const Ended ended = tests::ringcheck(command.words);
    EXPECT_EQ(untrue_line(command.output, tests::lines_of(ended.out + ended.err)), "")
        << command.file << ":" << command.line;
    // A command that prints nothing has an empty transcript.
    EXPECT_EQ(command.output.empty(), ended.out.empty()) << command.file << ":" << command.line;
  }
  EXPECT_GE(transcripts["docs/first-steps.md"], 8U);
  EXPECT_GE(transcripts["docs/hardware.md"], 1U);
}

}  // namespace
}  // namespace ringcheck
