#pragma once
// Independent tasks on several threads, with their results handed on in order.

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "explore/workers.hpp"

namespace ringcheck {

/// Lets `workers` run `make(0)` … `make(count - 1)`. Calls `take(result)` on this thread for each
/// result in this order, as soon as that result and all before it are there: what is done with the
/// results is the same for any number of workers. When tasks throw, the exception of the first in
/// this order is rethrown, after the results before it are taken; tasks after it may not have run.
/// Tasks for which `alone(i)` holds run one after another, so that none makes a worker wait for
/// what another one holds.
template <class Make, class Take, class Alone>
void run_ordered(std::size_t count, Workers& workers, Make&& make, Take&& take, Alone&& alone) {
  using Result = decltype(make(std::size_t{}));
  struct Slot {
    std::optional<Result> result;
    std::exception_ptr error;
    bool done = false;
  };
  std::mutex mutex;  // for all that follows
  std::condition_variable changed;
  std::vector<Slot> slots(count);
  std::size_t first_failure = count;
  std::size_t under_way = count;
  const auto work = [&](std::size_t i) {
    Slot slot;
    bool wanted = true;
    {
      const std::lock_guard lock(mutex);
      wanted = i < first_failure;
    }
    try {
      if (wanted) slot.result = make(i);
    } catch (...) {
      slot.error = std::current_exception();
    }
    slot.done = true;
    const std::lock_guard lock(mutex);
    if (slot.error != nullptr) first_failure = std::min(first_failure, i);
    slots[i] = std::move(slot);
    --under_way;
    changed.notify_all();
  };
  // A waiting task counts as something to do; an exploration reports what it does itself. The
  // workers may be gone once the last task is done.
  const auto later = [&](std::vector<std::size_t> in_turn) {
    auto task = std::make_shared<std::optional<Workers::Task>>(std::in_place, workers);
    workers.later([&work, in_turn = std::move(in_turn), task] {
      for (const std::size_t& i : in_turn) {
        if (&i == &in_turn.back()) task->reset();
        work(i);
      }
    });
  };
  std::vector<std::size_t> in_turn;
  for (std::size_t i = 0; i < count; ++i)
    if (alone(i)) in_turn.push_back(i);
  if (!in_turn.empty()) later(std::move(in_turn));
  for (std::size_t i = 0; i < count; ++i)
    if (!alone(i)) later({i});
  const auto wait_for_all = [&] {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return under_way == 0; });
  };
  for (std::size_t i = 0; i < count; ++i) {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return slots[i].done; });
    const std::exception_ptr error = slots[i].error;
    std::optional<Result> result = std::move(slots[i].result);
    lock.unlock();
    if (error != nullptr) {
      wait_for_all();
      std::rethrow_exception(error);
    }
    try {
      take(std::move(*result));
    } catch (...) {
      wait_for_all();
      throw;
    }
  }
  wait_for_all();
}

template <class Make, class Take>
void run_ordered(std::size_t count, Workers& workers, Make&& make, Take&& take) {
  run_ordered(count, workers, std::forward<Make>(make), std::forward<Take>(take),
              [](std::size_t) { return false; });
}

/// The same on `count_of_workers` workers of its own; 0 means one a core.
template <class Make, class Take>
void run_ordered(std::size_t count, unsigned count_of_workers, Make&& make, Take&& take) {
  Workers workers(static_cast<int>(count_of_workers));
  run_ordered(count, workers, std::forward<Make>(make), std::forward<Take>(take));
}

}  // namespace ringcheck
