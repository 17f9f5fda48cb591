// Work on several threads, with its results in order.
#include "check/ordered_tasks.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace ringcheck {
namespace {

using ::testing::IsEmpty;

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
