#pragma once
// The order that the writes of a scenario's threads are sure to have, whatever they will be. Many
// writes that could serve a read too early are then known not to, and need not be tried.

#include <cstdint>
#include <initializer_list>

#include "explore/program.hpp"
#include "protocol/core/barrier_plan.hpp"

namespace ringcheck {

/// Declares that each write of `thread` to one of `addresses`, of locations of `program`, has at
/// least `tags` (Thread::least_tags).
inline void declare_least_tags(const Program& program, Thread& thread,
                               std::initializer_list<std::uint64_t> addresses, TagSet tags) {
  thread.least_tags.resize(program.locations.size());
  for (const std::uint64_t address : addresses) thread.least_tags[address - kAddressBase] = tags;
}

/// The same for all threads of `program`.
inline void declare_least_tags(Program& program, std::initializer_list<std::uint64_t> addresses,
                               TagSet tags) {
  for (Thread& thread : program.threads) declare_least_tags(program, thread, addresses, tags);
}

/// Declares that each write of `thread` to `address`, of a location of `program`, is marked as
/// `marked` says and has the order of `strength`: of its own, or by a fence right before it.
inline void declare_publication(const Program& program, Thread& thread, std::uint64_t address,
                                Strength strength, bool marked) {
  if (strength == Strength::release) {
    declare_least_tags(program, thread, {address}, {Tag::release});
    return;
  }
  if (marked) declare_least_tags(program, thread, {address}, {Tag::once});
  thread.least_fences.resize(program.locations.size());
  TagSet& fence = thread.least_fences[address - kAddressBase];
  if (strength == Strength::wmb) fence = {Tag::wmb};
  if (strength == Strength::rmb) fence = {Tag::rmb};
  if (strength == Strength::mb) fence = {Tag::mb};
}

/// Declares that `addresses` are those of locks: only spin_lock and spin_unlock write there.
inline void declare_locks(Program& program, std::initializer_list<std::uint64_t> addresses) {
  declare_least_tags(program, addresses, {Tag::unlock});
}

}  // namespace ringcheck
