#pragma once
// Tells the thread sanitizer about work that one thread of the machine hands to another.
//
// oneTBB's library is not instrumented. The sanitizer does not see that a task runs after it was
// spawned, nor that the end of waiting for a group comes after its tasks, and takes what they share
// for races. In other builds both functions do nothing. Source: sanitizer/tsan_interface.h.

#if defined(__SANITIZE_THREAD__)
#define RC_THREAD_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define RC_THREAD_SANITIZER 1
#endif
#endif

#ifdef RC_THREAD_SANITIZER
#include <sanitizer/tsan_interface.h>
#endif

/// For the function of a task: the thread that made the task wrote what it captured, before the
/// task can take over anything. The sanitizer looks only at what the function calls.
#define RC_FIRST_OF_TASK __attribute__((no_sanitize("thread")))

namespace ringcheck {

/// A thread that takes over at `place` sees what this thread has done.
inline void hand_over([[maybe_unused]] void* place) {
#ifdef RC_THREAD_SANITIZER
  __tsan_release(place);
#endif
}

/// This thread sees what others had done when they handed over at `place`.
inline void take_over([[maybe_unused]] void* place) {
#ifdef RC_THREAD_SANITIZER
  __tsan_acquire(place);
#endif
}

}  // namespace ringcheck
