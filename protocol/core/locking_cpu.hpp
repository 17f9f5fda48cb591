#pragma once
// LockingCpu: what code that sleeps, attaches and maps needs from a Cpu beyond what writers need.

#include <concepts>

#include "protocol/core/cpu.hpp"

namespace ringcheck {

/// A Cpu with locks.
///
/// - `spin_lock`, `spin_unlock`: a word that is 0 or taken. A mutex is one too: a task that waits
///   for it does nothing that others can see.
/// - `await`: waits until a word holds a value; an acquire.
/// - `assume`: executions in which the condition is false are of no interest.
template <class C>
concept LockingCpu = Cpu<C> &&
    requires(C cpu, const typename C::Value& v, const typename C::Truth& t) {
  cpu.spin_lock(v);
  cpu.spin_unlock(v);
  cpu.await(v, std::uint64_t{});
  cpu.assume(t);
};

}  // namespace ringcheck
