#pragma once
// LockedMemory: a SequentialCpu with locks and counts, for calls that run to their end one after
// another. A call that would wait therefore waits for ever.

#include <cstdint>

#include "protocol/core/sequential_cpu.hpp"

namespace ringcheck {

/// See LockingCpu and LifetimeCpu. Errors: LoopBoundReached from a call that would wait for ever,
/// or gives back a lock that is not taken.
template <class Observer = IgnoreObservations, class Interrupts = NoInterrupts>
class LockedMemory : public SequentialCpu<Observer, Interrupts> {
 public:
  using Plain = SequentialCpu<Observer, Interrupts>;
  using Value = typename Plain::Value;
  using Plain::Plain;

  void spin_lock(Value lock) {
    if (this->load(lock) != 0) this->reach_bound("a lock that is taken");
    this->store(lock, 1);
  }
  void spin_unlock(Value lock) {
    if (this->load(lock) == 0) this->reach_bound("a lock that is given back twice");
    this->store(lock, 0);
  }
  void await(Value address, std::uint64_t value) {
    if (this->load(address) != value) this->reach_bound("a value that does not come");
  }
  void assume(bool condition) {
    if (!condition) this->reach_bound("an assumption that does not hold");
  }
  void atomic_dec(Value address) { this->store(address, this->load(address) - 1); }
  bool atomic_inc_not_zero(Value address) { return this->refcount_inc_not_zero(address); }
  bool atomic_dec_and_test(Value address) { return this->refcount_dec_and_test(address); }
};

}  // namespace ringcheck
