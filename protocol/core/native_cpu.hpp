#pragma once
// NativeCpu: protocol code on std::atomic words, run by the machine itself, to measure it and to
// read buffers of a real kernel.

#include <atomic>
#include <cstdint>
#include <cstdlib>

#include "protocol/core/cpu.hpp"

namespace ringcheck {

/// A Cpu whose memory is an array of atomic words, indexed from address 0. Plain accesses are
/// relaxed ones, so that two NativeCpus may share memory.
class NativeCpu {
 public:
  using Value = std::uint64_t;
  using Truth = bool;

  /// Pre: `memory` outlives the run.
  explicit NativeCpu(std::atomic<std::uint64_t>* memory) : memory_(memory) {}

  Value load(Value address) { return memory_[address].load(std::memory_order_relaxed); }
  void store(Value address, Value value) {
    memory_[address].store(value, std::memory_order_relaxed);
  }
  Value read_once(Value address) { return load(address); }
  void write_once(Value address, Value value) { store(address, value); }
  Value smp_load_acquire(Value address) { return memory_[address].load(std::memory_order_acquire); }
  void smp_store_release(Value address, Value value) {
    memory_[address].store(value, std::memory_order_release);
  }
  void smp_mb() { std::atomic_thread_fence(std::memory_order_seq_cst); }
  void smp_rmb() { std::atomic_thread_fence(std::memory_order_acquire); }
  void smp_wmb() { std::atomic_thread_fence(std::memory_order_release); }
  void barrier() { std::atomic_signal_fence(std::memory_order_seq_cst); }

  Value local_read(Value address) { return load(address); }
  void local_set(Value address, Value value) { store(address, value); }
  void local_add(Value value, Value address) { store(address, load(address) + value); }
  void local_inc(Value address) { local_add(1, address); }
  Value local_inc_return(Value address) {
    local_inc(address);
    return load(address);
  }
  Value local_xchg(Value address, Value value) {
    const Value old = load(address);
    store(address, value);
    return old;
  }
  Value local_cmpxchg(Value address, Value expected, Value value) {
    const Value old = load(address);
    if (old == expected) store(address, value);
    return old;
  }
  void atomic_set(Value address, Value value) { store(address, value); }
  void atomic_inc(Value address) { memory_[address].fetch_add(1, std::memory_order_relaxed); }
  Value atomic_xchg(Value address, Value value) { return memory_[address].exchange(value); }

  void preempt_disable() {}
  void preempt_enable() {}
  void interrupt_point() {}
  bool branch(bool condition) { return condition; }
  bool branch_speculatively(bool condition) { return condition; }
  bool under_control(bool condition) { return condition; }
  template <class Body>
  decltype(auto) scope(Body&& body) {
    return body();
  }
  void observe(std::uint32_t /*kind*/, Value = 0, Value = 0, Value = 0, Value = 0) {}
  void site(const char* /*name*/) {}
  [[noreturn]] void reach_bound(const char* /*what*/) { std::abort(); }

 private:
  std::atomic<std::uint64_t>* memory_;
};
static_assert(Cpu<NativeCpu>);

}  // namespace ringcheck
