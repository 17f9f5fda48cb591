#pragma once
// The threads of the machine that explore, shared by all explorations under way.

#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <thread>
#include <utility>

#include "explore/handover.hpp"

namespace ringcheck {

/// Threads that take up work: whole tasks, and parts of an exploration that is too much for one of
/// them.
class Workers {
 public:
  /// `count` workers; 0 means one for each core.
  explicit Workers(int count = 0) : Workers(Count{count > 0 ? count : cores()}) {}

  [[nodiscard]] int count() const { return arena_.max_concurrency(); }

  /// True iff there are fewer things to do than workers: what can be divided should be.
  [[nodiscard]] bool hungry() const {
    return tasks_.load(std::memory_order_relaxed) < arena_.max_concurrency();
  }

  /// Runs `body` as one of the workers, and returns when it is done. May be nested.
  template <class Body>
  void run(Body&& body) {
    hand_over(this);
    arena_.execute([&]() RC_FIRST_OF_TASK { taken_over(body); });
    take_over(this);
  }
  /// Lets a worker run `body` at some time, after what was given before. The library reuses the
  /// memory of a task, so `body` has its own: the end of its values is handed over, too.
  template <class Body>
  void later(Body body) {
    auto kept = std::make_unique<Body>(std::move(body));
    hand_over(this);
    arena_.enqueue([this, left = kept.release()]() RC_FIRST_OF_TASK {
      const auto end = [left] {
        const std::unique_ptr<Body> its(left);
        (*its)();
      };
      taken_over(end);
    });
  }

  /// Marks something to do, from when it comes up until it is done.
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
  struct Count {
    int count;
  };
  explicit Workers(Count workers)
      : parallelism_(tbb::global_control::max_allowed_parallelism,
                     static_cast<std::size_t>(std::max(workers.count, cores())) + 1),
        // No slot is reserved for threads that give work: they wait, or take a free one.
        arena_(workers.count, 0) {
    arena_.initialize();
  }
  template <class Body>
  void taken_over(Body& body) {
    take_over(this);
    body();
    hand_over(this);
  }
  static int cores() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency())); }

  /// By itself the library makes one thread fewer than there are cores.
  tbb::global_control parallelism_;
  tbb::task_arena arena_;
  std::atomic<int> tasks_ = 0;
};

}  // namespace ringcheck
