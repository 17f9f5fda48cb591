#pragma once
// Independent tasks on several threads, with their results handed on in order.

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace ringcheck {

/// Runs `make(0)` … `make(count - 1)` on `workers` threads (0: one a core) and calls `take(result)`
/// on this thread for each result in this order, as soon as it and all before it are there. So what
/// is done with the results is the same for any number of workers. When tasks throw, the first of
/// them in this order is rethrown, after the results before it are taken.
template <class Make, class Take>
void run_ordered(std::size_t count, unsigned workers, Make&& make, Take&& take) {
  using Result = decltype(make(std::size_t{}));
  std::mutex mutex;
  std::condition_variable arrived;
  std::vector<std::optional<Result>> results(count);  // changed under mutex
  std::vector<std::exception_ptr> failures(count);    // changed under mutex
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t i = next++; i < count; i = next++) {
      std::optional<Result> result;
      std::exception_ptr error;
      try {
        result = make(i);
      } catch (...) {
        error = std::current_exception();
        next = count;  // indices are claimed in order: all before i have been
      }
      {
        const std::lock_guard lock(mutex);
        results[i] = std::move(result);
        failures[i] = error;
      }
      arrived.notify_one();
    }
  };
  const unsigned wanted =
      workers != 0 ? workers : std::max(1U, std::thread::hardware_concurrency());
  std::vector<std::jthread> threads;
  for (std::size_t i = 0; i < std::min<std::size_t>(wanted, count); ++i) threads.emplace_back(work);
  for (std::size_t i = 0; i < count; ++i) {
    std::unique_lock lock(mutex);
    arrived.wait(lock, [&] { return results[i].has_value() || failures[i] != nullptr; });
    if (failures[i] != nullptr) {
      lock.unlock();
      threads.clear();
      std::rethrow_exception(failures[i]);
    }
    Result result = std::move(*results[i]);
    lock.unlock();
    take(std::move(result));
  }
}

}  // namespace ringcheck
