#pragma once
// The word of a lock, and what the functions of the library that synchronise have in common.
//
// A lock is its first word: 0, or 1 when it is held. To take it is an acquiring compare-exchange
// that blocks the execution when it fails; to release it is a releasing store.

#include "source/library_call.hpp"

namespace ringcheck::source {

/// What the first word of a destroyed object holds.
constexpr std::uint64_t kDestroyed = 0x0dead10c;

constexpr std::uint64_t kTimedOut = 110;  ///< ETIMEDOUT

/// 1 if equal, else 0.
Value is(const Value& a, std::uint64_t b);

/// 1 if not equal, else 0.
Value is_not(const Value& a, const Value& b);

/// An atomic access of 32 bits by this call.
Site word(const LibraryCall& call);

/// A compare-exchange of 32 bits with the tags of its read, its write and of a failure.
Update compare_exchange(TagSet read, TagSet write, TagSet fail);

/// Fails if `value`, the object's first word, says that it was destroyed. A lock may be made again
/// in its place; until then it is one without a value.
void check_alive(LibraryCall& call, const Value& value, ErrorKind kind);

/// Tries once to put `held` in the place of 0. Returns what was there: 0 on success, an effect that
/// is not counted here. `waits`: where threads wait for locks, this one waits as long as 1 is
/// there.
Value try_take(LibraryCall& call, const Value& lock, std::uint64_t held, Tag read, Tag write,
               bool waits = false);

/// True iff the thread holds the lock. Pre: its address is known.
bool holds(const LibraryCall& call, const Value& lock);

/// Takes note that the thread holds the lock.
void note_taken(LibraryCall& call, const Value& lock);

/// Takes note that the lock is released. Returns false when the thread does not hold it.
bool note_released(LibraryCall& call, const Value& lock);

/// Waits until `condition` is true. `ends`: the wait is over at some time even if it does not become
/// true, which another execution shows.
void wait_for(LibraryCall& call, const Value& condition, bool ends);

/// Takes the lock, or waits for it. `ends`: as for wait_for().
void take(LibraryCall& call, const Value& lock, bool ends = false);

/// Stores that the lock is free.
void release(LibraryCall& call, const Value& lock);

/// The call has returned `result`.
CallOutcome returned(LibraryCall& call, const Value& result);

/// Makes an object whose first word is 0.
CallOutcome make_word(LibraryCall& call);

/// Destroys an object that has a first word.
CallOutcome destroy(LibraryCall& call);

}  // namespace ringcheck::source
