// Rounds: what is left of one round is the next, as large as the measurements ask for.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "cli/programs/shard_command.hpp"
#include "tests/cli/process.hpp"

namespace ringcheck {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using tests::Ended;
using tests::status;
using tests::TemporaryFolder;

TEST(ShardRounds, AreSizedByWhatTheLastOneMeasured) {
  struct Row {
    const char* name;
    std::uint64_t executions;  ///< in 100 s of processor time
    double left;               ///< executions
    double shard_seconds;
    std::uint64_t asked;
    std::size_t shards;  ///< of the next round; the last one had 10, of which 7 are done
  };
  for (const Row& row : {
           Row{"2,000 s are left", 1000, 20000, 600, 0, 4},
           Row{"the same in smaller shards", 1000, 20000, 250, 0, 8},
           Row{"faster executions", 10000, 20000, 250, 0, 1},
           Row{"not more than before", 1000, 200000, 600, 0, 10},
           Row{"nearly nothing is left", 1000, 1, 600, 0, 1},
           Row{"nothing was measured: as many as are left", 0, 20000, 600, 0, 3},
           Row{"asked for", 1000, 20000, 600, 23, 23},
       }) {
    SCOPED_TRACE(row.name);
    shards::Gathered gathered;
    gathered.shards = 10;
    gathered.done = 7;
    gathered.executions = row.executions;
    gathered.processor_seconds = 100;
    gathered.size_left = row.left;
    GatherOptions options;
    options.shard_seconds = row.shard_seconds;
    options.shards = row.asked;
    EXPECT_EQ(shards_of_next_round(gathered, options), row.shards);
  }
}

std::vector<std::string> shards_in(const std::string& folder) {
  std::vector<std::string> files;
  for (const auto& file : fs::directory_iterator(folder))
    if (file.path().extension() == ".shard") files.push_back(file.path().string());
  std::ranges::sort(files);
  return files;
}

/// One shard takes too long and all others are done: what is left of it becomes many shards.
TEST(ShardRounds, OfAStragglerAreManyShards) {
  const TemporaryFolder folder;
  const std::string shards = folder.path("shards");
  const tests::Arguments check = {"spsc-ring", "--model", "sc",     "--param",
                                  "records=7", "--param", "polls=7"};
  ASSERT_EQ(tests::ringcheck(
                tests::with({"shard", "verify"}, tests::with(check, {"--into", "4", shards})))
                .status,
            0);
  const std::vector<std::string> first = shards_in(shards);
  ASSERT_GE(first.size(), 3U);
  for (std::size_t i = 0; i < first.size(); ++i) {
    const bool straggler = i == 1;
    const Ended worked =
        tests::ringcheck(straggler ? tests::Arguments{"work", first[i], "--time", "0.01"}
                                   : tests::Arguments{"work", first[i]});
    EXPECT_EQ(worked.status, straggler ? status(ExitStatus::bound_reached) : 0) << worked.out;
  }
  const Ended again = tests::ringcheck({"gather", shards, "--again", "--shards", "6"});
  EXPECT_THAT(again.err, HasSubstr(std::to_string(first.size() - 1) + " of " +
                                   std::to_string(first.size()) + " shards are done, 1 begun"));
  const std::vector<std::string> second = shards_in(shards);
  EXPECT_GE(second.size(), 5U);
  for (const std::string& shard : second) {
    EXPECT_THAT(shard, HasSubstr("/2-"));
    EXPECT_EQ(tests::ringcheck({"work", shard}).status, 0);
  }
  const auto counts = [](const Ended& ended) {
    return ended.out.substr(0, ended.out.find("\"seconds\""));
  };
  const Ended gathered = tests::ringcheck({"gather", shards, "--json", "-"});
  EXPECT_EQ(gathered.status, 0);
  EXPECT_EQ(counts(gathered),
            counts(tests::ringcheck(tests::with(tests::with({"verify"}, check), {"--json", "-"}))));
}

}  // namespace
}  // namespace ringcheck
