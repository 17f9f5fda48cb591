#pragma once
// The threads of the machine that explore, shared by all explorations that go on at a time.

#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <utility>

namespace ringcheck {

/// Threads that take up what is there to do: whole explorations, and parts of one that has more
/// than it can do alone. The thread that calls run() is one of them.
class Workers {
 public:
  /// `count` workers; 0 means one for each core.
  explicit Workers(int count = 0)
      : parallelism_(tbb::global_control::max_allowed_parallelism,
                     std::max<std::size_t>(static_cast<std::size_t>(count),
                                           tbb::global_control::active_value(
                                               tbb::global_control::max_allowed_parallelism))),
        arena_(count > 0 ? count : tbb::task_arena::automatic) {
    arena_.initialize();
  }

  [[nodiscard]] int count() const { return arena_.max_concurrency(); }

  /// True iff there is less to do than there are workers: what can be divided should be.
  [[nodiscard]] bool hungry() const {
    return tasks_.load(std::memory_order_relaxed) < arena_.max_concurrency();
  }

  /// Runs `body` as one of the workers. May be nested.
  template <class Body>
  void run(Body&& body) {
    arena_.execute(body);
  }

  /// Marks something to do, from the time that it is there until it is done.
  class Task {
   public:
    explicit Task(Workers& workers) : workers_(&workers) { ++workers.tasks_; }
    Task(Task&& other) noexcept : workers_(std::exchange(other.workers_, nullptr)) {}
    Task(const Task&) = delete;
    Task& operator=(const Task&) = delete;
    Task& operator=(Task&&) = delete;
    ~Task() {
      if (workers_ != nullptr) --workers_->tasks_;
    }

   private:
    Workers* workers_;
  };

 private:
  tbb::global_control parallelism_;  ///< the library makes no more threads than cores by itself
  tbb::task_arena arena_;
  std::atomic<int> tasks_ = 0;
};

}  // namespace ringcheck
