// The part of oneTBB that a static program brings along.
#include "static/tbb/task_arena.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace ringcheck {
namespace {

TEST(TaskArena, RunsWhatIsExecutedOnOneOfItsThreads) {
  tbb::task_arena arena(2, 0);
  std::thread::id inside;
  std::thread::id nested;
  arena.execute([&] {
    inside = std::this_thread::get_id();
    arena.execute([&] { nested = std::this_thread::get_id(); });
  });
  EXPECT_NE(inside, std::this_thread::get_id());
  EXPECT_EQ(inside, nested);
}

TEST(TaskArena, ThrowsWhatTheBodyThrows) {
  tbb::task_arena arena(1, 0);
  EXPECT_THROW(arena.execute([] { throw std::runtime_error("no"); }), std::runtime_error);
  bool again = false;
  arena.execute([&] { again = true; });
  EXPECT_TRUE(again);
}

TEST(TaskArena, RunsAllThatIsEnqueuedInTheirOrder) {
  std::vector<int> order;
  {
    tbb::task_arena arena(1, 0);
    for (int i = 0; i < 100; ++i) arena.enqueue([&order, i] { order.push_back(i); });
  }
  ASSERT_EQ(order.size(), 100U);
  EXPECT_TRUE(std::ranges::is_sorted(order));
}

/// A tree of tasks that give tasks, as an exploration that is divided does.
TEST(TaskGroup, WaitsForTasksThatTasksGive) {
  for (const int threads : {1, 2, 5}) {
    tbb::task_arena arena(threads, 0);
    std::atomic<int> leaves = 0;
    arena.execute([&] {
      tbb::task_group group;
      std::function<void(int)> grow = [&](int depth) {
        if (depth == 0) {
          ++leaves;
          return;
        }
        for (int i = 0; i < 3; ++i) group.run(group.defer([&grow, depth] { grow(depth - 1); }));
      };
      grow(6);
      group.wait();
      EXPECT_EQ(leaves, 3 * 3 * 3 * 3 * 3 * 3);
    });
  }
}

/// A thread that waits for its group must not take up another group's task, which may need the
/// thread.
TEST(TaskGroup, TakesUpItsOwnTasksAloneWhileItWaits) {
  tbb::task_arena arena(1, 0);
  std::vector<char> order;
  arena.execute([&] {
    tbb::task_group outer;
    outer.run(outer.defer([&] { order.push_back('o'); }));
    tbb::task_group inner;
    inner.run(inner.defer([&] { order.push_back('i'); }));
    inner.wait();
    order.push_back('w');
    outer.wait();
  });
  EXPECT_EQ(std::string(order.begin(), order.end()), "iwo");
}

TEST(TaskArena, HasAsManyThreadsAsItSays) {
  tbb::task_arena arena(3, 0);
  EXPECT_EQ(arena.max_concurrency(), 3);
  std::mutex mutex;
  std::set<std::thread::id> seen;
  std::atomic<int> here = 0;
  arena.execute([&] {
    tbb::task_group group;
    // Each waits until all three are there.
    for (int i = 0; i < 3; ++i)
      group.run(group.defer([&] {
        {
          const std::lock_guard lock(mutex);
          seen.insert(std::this_thread::get_id());
        }
        for (++here; here < 3;) std::this_thread::yield();
      }));
    group.wait();
  });
  EXPECT_EQ(seen.size(), 3U);
}

}  // namespace
}  // namespace ringcheck
