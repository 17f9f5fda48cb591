#pragma once
// The part of oneTBB that the explorer uses, on std::jthread: for static programs, since
// distributions have no static oneTBB. Names and meanings are oneTBB's. Tasks for any worker are
// taken up in another order, on which no result depends.
// Tested by tests/static/task_arena_test.cpp.

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace tbb {

class task_group;

/// Threads that take up tasks. They start with the first one.
class task_arena {
 public:
  /// `threads` of them. In oneTBB, the second number reserves places for threads that give work;
  /// here those threads always wait.
  task_arena(int threads, unsigned /*reserved*/) : count_(std::max(1, threads)) {}
  task_arena(const task_arena&) = delete;
  task_arena& operator=(const task_arena&) = delete;
  /// Waits for all tasks that were given.
  ~task_arena() {
    {
      const std::lock_guard lock(mutex_);
      ending_ = true;
    }
    changed_.notify_all();
  }

  void initialize() {}
  [[nodiscard]] int max_concurrency() const { return count_; }

  /// Lets a thread run `body` at some time, after the tasks that were given this way before.
  template <class Body>
  void enqueue(Body&& body) {
    give(later_, {std::forward<Body>(body), nullptr});
  }

  /// Runs `body` on one of the threads. Returns when it has ended, or throws what it throws.
  template <class Body>
  void execute(Body&& body) {
    if (current() == this) return body();
    bool done = false;
    std::exception_ptr error;
    give(later_, {[&] {
                    try {
                      body();
                    } catch (...) {
                      error = std::current_exception();
                    }
                    const std::lock_guard lock(mutex_);
                    done = true;
                    changed_.notify_all();
                  },
                  nullptr});
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return done; });
    if (error != nullptr) std::rethrow_exception(error);
  }

 private:
  friend class task_group;

  struct Task {
    std::function<void()> body;
    task_group* group = nullptr;  ///< that waits for it
  };

  /// The arena whose thread this is; null: none.
  static task_arena*& current() {
    thread_local task_arena* arena = nullptr;
    return arena;
  }

  void give(std::deque<Task>& to, Task task) {
    {
      const std::lock_guard lock(mutex_);
      to.push_back(std::move(task));
      while (static_cast<int>(threads_.size()) < count_) threads_.emplace_back([this] { work(); });
    }
    changed_.notify_all();
  }

  void work() {
    current() = this;
    std::unique_lock lock(mutex_);
    for (;;) {
      if (std::optional<Task> task = take_any())
        run(*task, lock);
      else if (ending_)
        return;
      else
        changed_.wait(lock);
    }
  }

  /// What groups gave last is taken first: it is the smallest part of the divided work.
  std::optional<Task> take_any() {
    std::deque<Task>& from = spawned_.empty() ? later_ : spawned_;
    if (from.empty()) return std::nullopt;
    std::optional<Task> task;
    if (&from == &spawned_) {
      task = std::move(from.back());
      from.pop_back();
    } else {
      task = std::move(from.front());
      from.pop_front();
    }
    return task;
  }

  std::optional<Task> take_of(const task_group* group) {
    const auto last = std::find_if(spawned_.rbegin(), spawned_.rend(),
                                   [&](const Task& task) { return task.group == group; });
    if (last == spawned_.rend()) return std::nullopt;
    std::optional<Task> task = std::move(*last);
    spawned_.erase(std::next(last).base());
    return task;
  }

  inline void run(Task& task, std::unique_lock<std::mutex>& lock);

  const int count_;
  std::mutex mutex_;  ///< for all that follows
  std::condition_variable changed_;
  std::deque<Task> later_;
  std::deque<Task> spawned_;
  bool ending_ = false;
  std::vector<std::jthread> threads_;
};

namespace this_task_arena {

/// A wait inside `body` takes up no task of others: here no group ever does.
template <class Body>
void isolate(Body&& body) {
  body();
}

}  // namespace this_task_arena

/// A task that has not been given yet.
using task_handle = std::function<void()>;

/// Tasks for which one waits together. Pre: used by the threads of one arena.
class task_group {
 public:
  template <class Body>
  task_handle defer(Body&& body) {
    return std::forward<Body>(body);
  }
  void run(task_handle&& task) {
    task_arena& arena = *task_arena::current();
    {
      const std::lock_guard lock(arena.mutex_);
      ++open_;
    }
    arena.give(arena.spawned_, {std::move(task), this});
  }
  /// Runs tasks of the group until all have ended.
  void wait() {
    task_arena& arena = *task_arena::current();
    std::unique_lock lock(arena.mutex_);
    while (open_ > 0) {
      if (std::optional<task_arena::Task> task = arena.take_of(this))
        arena.run(*task, lock);
      else
        arena.changed_.wait(lock);
    }
  }

 private:
  friend class task_arena;

  std::size_t open_ = 0;  ///< tasks that have not ended; under the arena's mutex
};

void task_arena::run(Task& task, std::unique_lock<std::mutex>& lock) {
  lock.unlock();
  task.body();
  task.body = nullptr;
  lock.lock();
  if (task.group == nullptr) return;
  --task.group->open_;
  changed_.notify_all();
}

}  // namespace tbb
