// Runs every command line in the documents, with stand-ins for the files that it names.
// documented_commands_test.cpp compares transcripts with what the command prints.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tests/cli/process.hpp"
#include "tests/cli/shell_words.hpp"

namespace ringcheck {
namespace tests {

/// Shown for a row that fails.
void PrintTo(const DocumentedCommand& command, std::ostream* out) {
  *out << command.file << ":" << command.line;
}

}  // namespace tests

namespace {

using tests::Arguments;
using tests::DocumentedCommand;
using tests::Ended;
using tests::status;
using tests::TemporaryFolder;

/// Command lines that begin like this are not run here.
struct NotRun {
  std::string_view beginning;
  std::string_view why;
};
constexpr NotRun kNotRun[] = {
    {"slurm ", "scripts/cluster_test.sh runs them on a Slurm"},
    {"gather ", "scripts/cluster_pages_test.sh runs them"},
    {"work ", "scripts/cluster_pages_test.sh runs them"},
    {"shard verify perf-ring-nested --into 200 /shared", "scripts/cluster_pages_test.sh runs it"},
    {"conform --live", "it wants the right to open perf events"},
    {"litmus run --model herdtools7/", "it wants the files of herdtools7"},
    {"litmus run --model linux/", "it wants a kernel tree"},
    {"kernel --tree ", "it wants a kernel tree, which make kernel unpacks"},
};

/// Options after which a file or folder is written.
constexpr std::string_view kOutputs[] = {"--output", "-o",      "--html",      "--svg",   "--dot",
                                         "--json",   "--junit", "--sarif",     "--patch", "--page",
                                         "--report", "--pages", "--checkpoint"};

std::string line_of(const DocumentedCommand& command) {
  std::string line;
  for (const std::string& word : command.words) line += word + " ";
  return line;
}

const NotRun* not_run(const DocumentedCommand& command) {
  const std::string line = line_of(command);
  const auto* found = std::ranges::find_if(
      kNotRun, [&](const NotRun& one) { return line.starts_with(one.beginning); });
  return found == std::end(kNotRun) ? nullptr : found;
}

/// What people's files are called in the documents, and what replaces them here. "" is the witness
/// of the test's folder.
const std::map<std::string, std::string>& stand_ins() {
  static const std::map<std::string, std::string> names = {
      {"WITNESS", ""},
      {"prog.c", "examples/message.c"},
      {"sb.c", "examples/message.c"},
      {"MP.litmus", "litmus/tests/MP+wmb+rmb.litmus"},
      {"ARCH", "arm64"},
  };
  return names;
}

/// Files that one command reads, by the line that it begins with.
const std::map<std::string, std::map<std::string, std::string>>& files_of_commands() {
  static const std::map<std::string, std::map<std::string, std::string>> files = {
      {"check FILE", {{"FILE", "examples/message.c"}}},
      {"check reader.c --reader FUNCTION",
       {{"reader.c", "examples/readers/libbpf.c"}, {"FUNCTION", "read_events"}}},
      {"litmus compile", {{"FILE", "litmus/tests/MP+wmb+rmb.litmus"}}},
      {"litmus run FILE @LIST",
       {{"FILE", "litmus/tests/MP+wmb+rmb.litmus"}, {"@LIST", "litmus/tests/SB.litmus"}}},
      {"check reader.c --reader read_events", {{"reader.c", "examples/readers/libbpf.c"}}},
      {"litmus gen --witness", {{"FILE", ""}, {"witness.json", ""}}},
      {"litmus run --model armv8 --model mine.cat",
       {{"mine.cat", "models/cat/armv8.cat"}, {"words", "models/cat"}}},
      {"conform --aux",
       {{"DIR", RINGCHECK_BINARY_DIR "/recorded/aux"},
        {"FILE", RINGCHECK_BINARY_DIR "/recorded/traces.jsonl"}}},
  };
  return files;
}

/// The words to run `command` with in `folder`, which has a witness in witness.json.
Arguments words_in(const TemporaryFolder& folder, const DocumentedCommand& command) {
  std::map<std::string, std::string> inputs = stand_ins();
  const std::string line = line_of(command);
  for (const auto& [beginning, files] : files_of_commands())
    if (line.starts_with(beginning)) inputs.insert(files.begin(), files.end());
  const bool reads_witness = line.starts_with("litmus gen --witness");
  Arguments words = command.words;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& before = i == 0 ? words[0] : words[i - 1];
    // --into NUMBER FOLDER
    const bool folder_of_shards = i > 1 && words[i - 2] == "--into";
    const bool written =
        (folder_of_shards || std::ranges::find(kOutputs, before) != std::end(kOutputs) ||
         (before == "--witness" && !reads_witness)) &&
        !words[i].starts_with("-");
    if (written)
      words[i] = folder.path("of-" + before.substr(1) + "-" +
                             std::filesystem::path(words[i]).filename().string());
    else if (const auto input = inputs.find(words[i]); input != inputs.end())
      words[i] = input->second.empty() ? folder.path("witness.json") : input->second;
  }
  return words;
}

std::vector<DocumentedCommand> commands_to_run() {
  std::vector<DocumentedCommand> commands = tests::documented_commands();
  std::erase_if(commands, [](const DocumentedCommand& command) {
    return tests::is_held_transcript(command) || not_run(command) != nullptr;
  });
  // The same line may be in several pages.
  std::vector<DocumentedCommand> once;
  for (DocumentedCommand& command : commands)
    if (std::ranges::none_of(once, [&](const auto& one) { return one.words == command.words; }))
      once.push_back(std::move(command));
  return once;
}

class DocumentedCommandSlow : public ::testing::TestWithParam<DocumentedCommand> {};

TEST_P(DocumentedCommandSlow, IsRun) {
  const TemporaryFolder folder;
  tests::ringcheck({"verify", "perf-ring", "--model", "armv8", "--param", "records=1", "--param",
                    "polls=1", "--site", "B=none", "--witness", folder.path("witness.json")});
  const Arguments words = words_in(folder, GetParam());
  const Ended ended = tests::ringcheck(words);
  // Some are examples of violated, vacuous or bounded checks; none is refused or fails.
  EXPECT_THAT(ended.status,
              ::testing::AnyOf(status(ExitStatus::holds), status(ExitStatus::violated),
                               status(ExitStatus::bound_reached), status(ExitStatus::vacuous)))
      << GetParam().file << ":" << GetParam().line << ": " << line_of(GetParam()) << "\n"
      << ended.err;
}

INSTANTIATE_TEST_SUITE_P(Each, DocumentedCommandSlow, ::testing::ValuesIn(commands_to_run()),
                         [](const auto& row) {
                           std::string name = row.param.file + "_" + std::to_string(row.param.line);
                           std::ranges::replace_if(
                               name, [](char c) { return std::isalnum(c) == 0; }, '_');
                           return name;
                         });

TEST(DocumentedCommands, AreLeftOutForAReasonThatIsStillTrue) {
  const std::vector<DocumentedCommand> commands = tests::documented_commands();
  for (const NotRun& one : kNotRun)
    EXPECT_TRUE(std::ranges::any_of(commands,
                                    [&](const auto& command) { return not_run(command) == &one; }))
        << one.beginning << ": " << one.why;
}

}  // namespace
}  // namespace ringcheck
