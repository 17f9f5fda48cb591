#pragma once
// Work that one thread of the machine hands to another, told to the thread sanitizer.
//
// oneTBB's library is not instrumented: the sanitizer does not see that a task runs after it was
// spawned, nor that waiting for a group comes after its tasks, and takes what they share for races.
// In other builds both functions are nothing. Source: sanitizer/tsan_interface.h.

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

/// For the function that is a task: what it captured was written by the thread that made it, before
/// it can take over anything. Only what it calls is looked at.
#define RC_FIRST_OF_TASK __attribute__((no_sanitize("thread")))

namespace ringcheck {

/// What this thread has done is there for whoever takes over at `place`.
inline void hand_over([[maybe_unused]] void* place) {
#ifdef RC_THREAD_SANITIZER
  __tsan_release(place);
#endif
}

/// What others had done when they handed over at `place` is there for this thread.
inline void take_over([[maybe_unused]] void* place) {
#ifdef RC_THREAD_SANITIZER
  __tsan_acquire(place);
#endif
}

}  // namespace ringcheck
