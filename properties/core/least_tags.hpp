#pragma once
// The order that the writes of a scenario's threads are sure to have, whatever they will be. Many
// writes that could serve a read too early are then known not to, and need not be tried.

#include <cstdint>
#include <initializer_list>

#include "explore/machine_primitives.hpp"
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

/// The kernel's annotations, where there is no machine.
inline constexpr MachinePrimitives kAnnotations{.name = "none",
                                                .load_acquire = {.access = {Tag::acquire}},
                                                .store_release = {.access = {Tag::release}},
                                                .mb = {Tag::mb},
                                                .rmb = {Tag::rmb},
                                                .wmb = {Tag::wmb}};

/// Declares that each write of `thread` to `address`, of a location of `program`, is marked as
/// `marked` says and has the order of `strength`, as `machine` has it (null: none): of its own, or
/// by a fence right before it.
inline void declare_publication(const Program& program, Thread& thread, std::uint64_t address,
                                Strength strength, bool marked, MachinePrimitivesPtr machine) {
  const MachinePrimitives& has = machine != nullptr ? *machine : kAnnotations;
  MachineAccess store{.access = marked ? TagSet{Tag::once} : TagSet{}};
  if (strength == Strength::release) store = has.store_release;
  if (strength == Strength::mb) store.before = has.mb;
  if (strength == Strength::rmb) store.before = has.rmb;
  if (strength == Strength::wmb) store.before = has.wmb;
  declare_least_tags(program, thread, {address}, store.access);
  thread.least_fences.resize(program.locations.size());
  thread.least_fences[address - kAddressBase] = store.before;
}

/// Declares that `addresses` are those of locks: only spin_lock and spin_unlock write there.
inline void declare_locks(Program& program, std::initializer_list<std::uint64_t> addresses) {
  declare_least_tags(program, addresses, {Tag::unlock});
}

}  // namespace ringcheck
