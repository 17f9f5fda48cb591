// Files that appear whole or not at all, and work on several threads with its results in order.
#include "cli/output.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <stdexcept>
#include <thread>

#include "check/ordered_tasks.hpp"
#include "check/scenario.hpp"
#include "graph/diagnostic.hpp"
#include "properties/core/area.hpp"
#include "properties/core/perf_scenario.hpp"
#include "tests/cli/process.hpp"

namespace ringcheck {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using tests::TemporaryFolder;
using tests::text_of;

TEST(WriteOutput, ReplacesAFileAndLeavesNothingElse) {
  const TemporaryFolder folder;
  const std::string path = folder.file("out", "a longer text than the new one");
  write_output(path, "new");
  EXPECT_EQ(text_of(path), "new");
  EXPECT_THAT(folder.names(), ElementsAre("out"));
}

TEST(WriteOutput, KeepsASymbolicLinkAndReplacesWhatItPointsTo) {
  const TemporaryFolder folder;
  const std::string path = folder.file("out", "old");
  std::filesystem::create_symlink("out", folder.path("link"));
  write_output(folder.path("link"), "new");
  EXPECT_TRUE(std::filesystem::is_symlink(folder.path("link")));
  EXPECT_EQ(text_of(path), "new");
}

TEST(WriteOutput, WritesToADeviceAndDoesNotReplaceIt) {
  write_output("/dev/null", "gone");
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
  EXPECT_THROW(write_output("/dev/full", "no space"), InputError);
}

TEST(RequireWritable, LeavesEverythingAsItWas) {
  const TemporaryFolder folder;
  require_writable(folder.path("new"));
  EXPECT_THAT(folder.names(), IsEmpty());
  const std::string path = folder.file("out", "old");
  require_writable(path);
  EXPECT_EQ(text_of(path), "old");
  EXPECT_THROW(require_writable(folder.path()), InputError);
  EXPECT_THROW(require_writable(folder.path("no/file")), InputError);
}

TEST(ReadInput, ReturnsTheWholeFile) {
  const TemporaryFolder folder;
  std::string text(200000, 'x');
  text[70000] = '\0';
  EXPECT_EQ(read_input(folder.file("long", text)), text);
  EXPECT_EQ(read_input(folder.file("empty", "")), "");
  EXPECT_THROW(read_input(folder.path("missing")), InputError);
  EXPECT_THROW(read_input(folder.path()), InputError);
}

TEST(JsonRows, AreOneALine) {
  EXPECT_EQ(json_rows(nlohmann::ordered_json::array()), "[\n]\n");
  EXPECT_EQ(json_rows({{{"b", 1}, {"a", 2}}, {{"b", 3}}}),
            "[\n{\"schema\":\"ringcheck-1\",\"b\":1,\"a\":2},\n{\"schema\":\"ringcheck-1\",\"b\":3}"
            "\n]\n");
}

TEST(ParametersJson, HasNumbersAndWords) {
  const Parameters parameters(find_scenario("perf-ring").parameters);
  const auto json = parameters_json(parameters);
  EXPECT_EQ(json.size(), parameters.declared().size());
  EXPECT_EQ(json.at("records"), parameters.value(0));
  EXPECT_EQ(json.at("data"), "plain");
}

/// What `take` gets from `count` tasks; task `failing` and all after it throw.
std::vector<std::size_t> taken(std::size_t count, unsigned workers, std::size_t failing) {
  std::vector<std::size_t> results;
  try {
    run_ordered(
        count, workers,
        [&](std::size_t i) {
          if (i >= failing) throw std::runtime_error(std::to_string(i));
          return i;
        },
        [&](std::size_t i) { results.push_back(i); });
    EXPECT_GE(failing, count);
  } catch (const std::runtime_error& error) {
    EXPECT_EQ(error.what(), std::to_string(failing));
  }
  return results;
}

TEST(RunOrdered, TakesResultsInOrderAndEndsAtTheFirstFailure) {
  for (const unsigned workers : {0U, 1U, 2U, 7U}) {
    for (const std::size_t failing : {0U, 1U, 40U, 99U, 100U}) {
      std::vector<std::size_t> expected(failing);
      for (std::size_t i = 0; i < failing; ++i) expected[i] = i;
      EXPECT_EQ(taken(100, workers, failing), expected);
    }
  }
  EXPECT_THAT(taken(0, 2, 0), IsEmpty());
}

TEST(RunOrdered, RunsTasksInTurnWhereTheyWouldWaitForOneAnother) {
  for (const int count : {1, 2, 7}) {
    Workers workers(count);
    std::atomic<int> under_way = 0;
    std::atomic<std::size_t> last = 0;
    std::vector<std::size_t> results;
    run_ordered(
        100, workers,
        [&](std::size_t i) {
          if (i % 3 != 0) return i;
          EXPECT_EQ(++under_way, 1);
          EXPECT_LE(last.exchange(i), i);
          std::this_thread::yield();
          --under_way;
          return i;
        },
        [&](std::size_t i) { results.push_back(i); }, [](std::size_t i) { return i % 3 == 0; });
    ASSERT_EQ(results.size(), 100U);
    EXPECT_TRUE(std::ranges::is_sorted(results));
  }
}

}  // namespace
}  // namespace ringcheck
