#pragma once
// SequentialCpu: plain memory at full size and full speed, for property tests, recorded traces and
// fuzzing.

#include <cstdint>
#include <span>
#include <stdexcept>

#include "protocol/core/cpu.hpp"
#include "protocol/core/writer_point.hpp"

namespace ringcheck {

/// A loop of protocol code reached its bound on a SequentialCpu.
class LoopBoundReached : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Steps that code may still take on plain memory. The caller that runs it sets this; a loop that
/// does not end counts it down to 0.
inline thread_local std::uint64_t sequential_steps_left = ~std::uint64_t{0};

/// Takes a step. Errors: LoopBoundReached after the last.
inline void take_sequential_step() {
  if (sequential_steps_left == 0) throw LoopBoundReached("more steps than a case may take");
  --sequential_steps_left;
}

/// Listens to nothing.
struct IgnoreObservations {
  void operator()(std::uint32_t, std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t) const {
  }
};

/// Lets no interrupt happen.
struct NoInterrupts {
  template <class C>
  void operator()(C&) const {}
};

/// A machine that runs protocol code directly, on memory that it is given. Words are indexed from
/// address 0.
///
/// `Observer` is called as `observer(kind, a, b, c, d)`. `Interrupts` is called as
/// `interrupts(cpu)` before each access and may run protocol code of its own on the same machine:
/// an interrupt of this CPU, or, because memory is sequentially consistent here, a whole step of
/// another CPU. It may also be called as `interrupts(cpu, point)` when a writer passes a named
/// point. Each access and each branch is a step. Errors: std::out_of_range for an address outside
/// memory; LoopBoundReached from reach_bound and after the last step.
template <class Observer = IgnoreObservations, class Interrupts = NoInterrupts>
class SequentialCpu {
 public:
  using Value = std::uint64_t;
  using Truth = bool;

  explicit SequentialCpu(std::span<std::uint64_t> memory, Observer observer = {},
                         Interrupts interrupts = {})
      : memory_(memory), observer_(observer), interrupts_(std::move(interrupts)) {}

  Value load(Value address) { return access(address); }
  void store(Value address, Value value) { access(address) = value; }
  Value read_once(Value address) { return access(address); }
  void write_once(Value address, Value value) { access(address) = value; }
  Value smp_load_acquire(Value address) { return access(address); }
  void smp_store_release(Value address, Value value) { access(address) = value; }
  void smp_mb() {}
  void smp_rmb() {}
  void smp_wmb() {}
  void wmb() {}
  void barrier() {}

  Value local_read(Value address) { return access(address); }
  void local_set(Value address, Value value) { access(address) = value; }
  void local_add(Value value, Value address) { access(address) += value; }
  void local_inc(Value address) { access(address) += 1; }
  Value local_inc_return(Value address) { return access(address) += 1; }
  Value local_xchg(Value address, Value value) {
    std::uint64_t& word = access(address);
    const Value old = word;
    word = value;
    return old;
  }
  Value local_cmpxchg(Value address, Value expected, Value value) {
    std::uint64_t& word = access(address);
    const Value old = word;
    if (old == expected) word = value;
    return old;
  }
  void atomic_set(Value address, Value value) { access(address) = value; }
  bool refcount_inc_not_zero(Value address) {
    std::uint64_t& count = access(address);
    if (count == 0) return false;
    ++count;
    return true;
  }
  bool refcount_dec_and_test(Value address) { return --access(address) == 0; }
  void atomic_inc(Value address) { access(address) += 1; }
  Value atomic_xchg(Value address, Value value) { return local_xchg(address, value); }

  /// Stores the bits of `value` that are set in `mask`, in one access.
  void store_masked(Value address, Value mask, Value value) {
    std::uint64_t& word = access(address);
    word = (word & ~mask) | (value & mask);
  }

  void preempt_disable() {}
  void preempt_enable() {}
  void interrupt_point() { interrupts_(*this); }
  void come_by(WriterPoint point) {
    if constexpr (requires { interrupts_(*this, point); }) interrupts_(*this, point);
  }

  bool branch(bool condition) const {
    take_sequential_step();
    return condition;
  }
  bool branch_speculatively(bool condition) const { return branch(condition); }
  bool under_control(bool condition) const { return condition; }
  template <class Body>
  decltype(auto) scope(Body&& body) {
    return body();
  }
  void observe(std::uint32_t kind, Value a = 0, Value b = 0, Value c = 0, Value d = 0) {
    observer_(kind, a, b, c, d);
  }
  void site(const char*) const {}
  [[noreturn]] void reach_bound(const char* what) const { throw LoopBoundReached(what); }

 private:
  std::uint64_t& access(Value address) {
    take_sequential_step();
    interrupts_(*this);
    if (address >= memory_.size()) throw std::out_of_range("address outside memory");
    return memory_[address];
  }

  std::span<std::uint64_t> memory_;
  Observer observer_;
  Interrupts interrupts_;
};

static_assert(Cpu<SequentialCpu<>>);

}  // namespace ringcheck
