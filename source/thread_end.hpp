#pragma once
// What a thread runs when its code has ended.

#include "source/interpreter.hpp"

namespace ringcheck::source {

/// A key of pthread_key_create or tss_create: 32 bits that say which of a thread's keys it is, which
/// thread has created it, and the slot of its destructor's address plus one; 0: it has none.
struct ThreadKey {
  static constexpr std::uint64_t kMost = 128;  ///< keys of one thread
  static constexpr std::uint64_t kThreads = 256;

  std::uint64_t number = 0;
  std::uint64_t thread = 0;
  std::uint64_t destructor = 0;

  [[nodiscard]] constexpr std::uint64_t packed() const {
    return (destructor * kThreads + thread) * kMost + number;
  }
  static constexpr std::uint64_t destructor_of(std::uint64_t key) {
    return key / (kThreads * kMost);
  }
};

/// Calls the functions that were put off to the end of a thread, the last first.
void run_at_end(Interpreter& interpreter, ThreadState& state);

/// Calls the destructors of what the thread keeps by key, until it keeps nothing, and at most four
/// times.
void destroy_specific(Interpreter& interpreter, Machine& machine, ThreadState& state);

}  // namespace ringcheck::source
