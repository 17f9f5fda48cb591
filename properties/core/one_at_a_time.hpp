#pragma once
// RapidCheck is for one thread at a time.

#include <mutex>

namespace ringcheck {

/// Held while RapidCheck generates or shrinks: its generators keep what they find out about their
/// surroundings in variables of the process, not of the thread (rapidcheck/detail/ImplicitParam.h).
inline std::mutex& one_generator_at_a_time() {
  static std::mutex mutex;
  return mutex;
}

}  // namespace ringcheck
