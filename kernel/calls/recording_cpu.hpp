#pragma once
// RecordingCpu: runs the specification on plain memory and notes each access and ordering point.

#include <cstdint>
#include <functional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "kernel/calls/trace.hpp"
#include "protocol/core/cpu.hpp"
#include "protocol/core/long_width.hpp"
#include "protocol/core/writer_point.hpp"
#include "protocol/lifetime/perf_lifetime.hpp"

namespace ringcheck {

/// What a specification runs on beside the kernel's text: memory, its trace, and a hook before each
/// access.
struct RecordedMemory {
  std::vector<std::uint64_t> words;
  Trace trace;
  bool tracing = false;
  LongWidth width{};  ///< of what local_t operations change
  std::function<void()> before_access = [] {};
  /// False for words whose accesses are neither noted nor a place for interrupts.
  std::function<bool(std::uint64_t word)> counts = [](std::uint64_t) { return true; };
  /// The same for plain loads of words whose other accesses count.
  std::function<bool(std::uint64_t word)> counts_plain_loads = [](std::uint64_t) { return true; };
  std::function<void(std::uint32_t kind, std::uint64_t a, std::uint64_t b)> observed =
      [](std::uint32_t, std::uint64_t, std::uint64_t) {};
};

/// A loop of the specification reached its bound, or an address is outside of memory.
class SpecificationFailure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A Cpu on a RecordedMemory.
class RecordingCpu {
 public:
  using Value = std::uint64_t;
  using Truth = bool;

  explicit RecordingCpu(RecordedMemory& memory) : memory_(memory) {}

  Value load(Value at) { return read(at, RC_PLAIN); }
  void store(Value at, Value value) { write(at, value, RC_PLAIN); }
  Value read_once(Value at) { return read(at, RC_ONCE); }
  void write_once(Value at, Value value) { write(at, value, RC_ONCE); }
  Value smp_load_acquire(Value at) { return read(at, RC_ACQUIRE); }
  void smp_store_release(Value at, Value value) { write(at, value, RC_RELEASE); }
  void smp_mb() { point(RC_SMP_MB); }
  void smp_rmb() { point(RC_SMP_RMB); }
  void smp_wmb() { point(RC_SMP_WMB); }
  void wmb() { point(RC_WMB); }
  void barrier() { point(RC_BARRIER); }

  Value local_read(Value at) { return read(at, RC_LOCAL); }
  void local_set(Value at, Value value) { write(at, value, RC_LOCAL); }
  void local_add(Value value, Value at) {
    fetch(at, RC_LOCAL, [&](Value v) { return memory_.width.unsigned_long(v + value); });
  }
  void local_inc(Value at) { local_add(1, at); }
  Value local_inc_return(Value at) {
    return fetch(at, RC_LOCAL, [&](Value v) { return memory_.width.unsigned_long(v + 1); }) + 1;
  }
  Value local_xchg(Value at, Value value) {
    return fetch(at, RC_LOCAL, [&](Value) { return value; });
  }
  Value local_cmpxchg(Value at, Value expected, Value value) {
    return compare(at, expected, value, RC_LOCAL);
  }
  /// In the kernel a WRITE_ONCE, as atomic_read is a READ_ONCE.
  void atomic_set(Value at, Value value) { write(at, value, RC_ONCE); }
  void atomic_inc(Value at) {
    fetch(at, RC_ATOMIC, [](Value v) { return v + 1; });
  }
  void atomic_dec(Value at) {
    fetch(at, RC_ATOMIC, [](Value v) { return v - 1; });
  }
  Value atomic_xchg(Value at, Value value) {
    return fetch(at, RC_FULL, [&](Value) { return value; });
  }
  bool refcount_inc_not_zero(Value at) {
    return fetch(at, RC_COUNT, [](Value v) { return v == 0 ? 0 : v + 1; }) != 0;
  }
  bool refcount_dec_and_test(Value at) {
    return fetch(at, RC_COUNT, [](Value v) { return v - 1; }) == 1;
  }
  bool atomic_inc_not_zero(Value at) {
    return fetch(at, RC_FULL, [](Value v) { return v == 0 ? 0 : v + 1; }) != 0;
  }
  bool atomic_dec_and_test(Value at) {
    return fetch(at, RC_FULL, [](Value v) { return v - 1; }) == 1;
  }
  void spin_lock(Value at) {
    if (std::exchange(place(at), 1) != 0) throw SpecificationFailure("a lock is taken twice");
  }
  void spin_unlock(Value at) { place(at) = 0; }
  void await(Value at, std::uint64_t value) {
    if (place(at) != value) throw SpecificationFailure("a wait that does not end");
  }
  void assume(bool condition) const {
    if (!condition) throw SpecificationFailure("an assumption does not hold");
  }
  void irq_work_queue(Value work) {
    fetch(work, RC_FULL, [](Value v) { return v + 1; });
    if (queued) queued(work);
  }

  /// Stores those bits of `value` that `mask` has.
  void store_masked(Value at, Value mask, Value value) {
    Value& word = memory_.words.at(at);
    write(at, (word & ~mask) | (value & mask), RC_PLAIN);
  }

  void preempt_disable() { point(RC_PREEMPT_DISABLE); }
  void preempt_enable() { point(RC_PREEMPT_ENABLE); }
  void interrupt_point() const {}
  void come_by(WriterPoint) const {}
  bool branch(bool condition) const { return condition; }
  bool branch_speculatively(bool condition) const { return condition; }
  bool under_control(bool condition) const { return condition; }
  template <class Body>
  decltype(auto) scope(Body&& body) {
    return body();
  }
  void observe(std::uint32_t kind, Value a = 0, Value b = 0, Value = 0, Value = 0) {
    memory_.observed(kind, a, b);
  }
  void site(const char*) const {}
  [[noreturn]] void reach_bound(const char* what) const { throw SpecificationFailure(what); }

  std::function<void(Value work)> queued{};

 private:
  Value& place(Value at, bool plain_load = false) {
    if (at >= memory_.words.size()) throw SpecificationFailure("address outside of memory");
    if (memory_.tracing && counts(at, plain_load)) memory_.before_access();
    return memory_.words[at];
  }
  [[nodiscard]] bool counts(Value at, bool plain_load) const {
    return memory_.counts(at) && (!plain_load || memory_.counts_plain_loads(at));
  }
  void note(TraceStep::Kind kind, rc_mark mark, Value at, Value old, Value now) {
    const bool plain_load = kind == TraceStep::Kind::load && mark == RC_PLAIN;
    if (memory_.tracing && counts(at, plain_load))
      memory_.trace.push_back({kind, mark, RC_BARRIER, at, old, now});
  }
  Value read(Value at, rc_mark mark) {
    const Value value = place(at, mark == RC_PLAIN);
    note(TraceStep::Kind::load, mark, at, value, value);
    return value;
  }
  void write(Value at, Value value, rc_mark mark) {
    place(at) = value;
    note(TraceStep::Kind::store, mark, at, 0, value);
  }
  template <class Change>
  Value fetch(Value at, rc_mark mark, Change&& change) {
    Value& word = place(at);
    const Value old = word;
    word = change(old);
    note(TraceStep::Kind::fetch, mark, at, old, word);
    return old;
  }
  Value compare(Value at, Value expected, Value value, rc_mark mark) {
    Value& word = place(at);
    const Value old = word;
    if (old == expected) word = value;
    note(TraceStep::Kind::compare, mark, at, old, word);
    return old;
  }
  void point(rc_point which) {
    if (memory_.tracing)
      memory_.trace.push_back({TraceStep::Kind::point, RC_PLAIN, which, 0, 0, 0});
  }

  RecordedMemory& memory_;
};

static_assert(LifetimeCpu<RecordingCpu>);

}  // namespace ringcheck
