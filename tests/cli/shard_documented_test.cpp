// The commands of docs/cluster.md that divide do so as written, and end as one process would.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "tests/cli/process.hpp"
#include "tests/cli/shell_words.hpp"

namespace ringcheck {
namespace {

namespace fs = std::filesystem;
using tests::Arguments;
using tests::DocumentedCommand;
using tests::Ended;
using tests::TemporaryFolder;

/// The command that explores, undivided, what `shard` with these words divides.
Arguments alone(Arguments words) {
  words.erase(words.begin());
  if (words.front() == "litmus") words.insert(words.begin() + 1, "run");
  const auto into = std::ranges::find(words, "--into");
  words.erase(into, into + 3);
  return words;
}

/// What `ended` printed, without times, which are on their own lines or at the end of a row.
std::string answer(const Ended& ended) {
  std::string text;
  for (const std::string& line : tests::lines_of(ended.out)) {
    if (line.starts_with("Time ")) continue;
    const std::size_t end = line.find_last_not_of("0123456789.");
    text += line.substr(0, line.find_last_not_of(' ', end) + 1) + "\n";
  }
  return text;
}

TEST(DocumentedShards, EndAsOneProcess) {
  std::set<std::string> kinds;
  for (const DocumentedCommand& command : tests::documented_commands()) {
    const Arguments& words = command.words;
    if (command.file != "docs/cluster.md" || words[0] != "shard" || words[1] == "plan") continue;
    if (std::ranges::find(words, "DIR") == words.end()) continue;  // a job's own folder
    SCOPED_TRACE(command.line);
    const TemporaryFolder folder;
    Arguments divide = words;
    std::ranges::replace(divide, "DIR", folder.path("shards"));
    const Ended divided = tests::ringcheck(divide);
    ASSERT_EQ(divided.status, 0) << divided.err;
    for (const auto& file : fs::directory_iterator(folder.path("shards"))) {
      if (file.path().extension() != ".shard") continue;
      EXPECT_EQ(tests::ringcheck({"work", file.path().string()}).status, 0);
    }
    const Ended gathered = tests::ringcheck({"gather", folder.path("shards")});
    const Ended one = tests::ringcheck(alone(words));
    EXPECT_EQ(gathered.status, one.status) << gathered.err;
    EXPECT_EQ(answer(gathered), answer(one));
    kinds.insert(words[1]);
  }
  EXPECT_EQ(kinds, (std::set<std::string>{"check", "litmus", "verify"}));
}

}  // namespace
}  // namespace ringcheck
