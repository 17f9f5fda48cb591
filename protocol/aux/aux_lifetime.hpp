#pragma once
// The life of AUX pages: a CPU writes to them in transactions, munmap stops it and frees them,
// set_output moves the event away, and the scheduler takes the event to another CPU.
//
// Source: kernel/events/core.c perf_mmap_close, perf_pmu_output_stop, __perf_pmu_output_stop,
// __perf_event_output_stop, __perf_event_stop, perf_event_stop, ring_buffer_attach,
// event_sched_in, event_sched_out, perf_mmap; kernel/events/ring_buffer.c perf_aux_output_begin,
// perf_aux_output_end, rb_alloc_aux, rb_free_aux.
// Deviations: one event that is bound to a task (event->cpu is -1); of a transaction only its
// references and its use of the pages; reference counts are atomic and fully ordered.
// Tested by tests/properties/aux/aux_drivers_test.cpp.

#include <array>
#include <cstdint>
#include <string_view>

#include "protocol/aux/defects.hpp"
#include "protocol/core/locking_cpu.hpp"
#include "protocol/lifetime/observations.hpp"

namespace ringcheck {

inline constexpr std::size_t kAuxLifetimeCpus = 2;

/// Addresses of the words, consecutive from a base address.
struct AuxLifetimeCells {
  std::uint64_t mmap_count;                    ///< rb->aux_mmap_count
  std::uint64_t refcount;                      ///< rb->aux_refcount
  std::uint64_t mutex;                         ///< rb->aux_mutex
  std::uint64_t live;                          ///< 1 while there are pages
  std::uint64_t rb;                            ///< event->rb: 1 this buffer, 2 another
  std::uint64_t state;                         ///< 1 while the event is active
  std::uint64_t oncpu;                         ///< event->oncpu, from 1; 0: on none
  std::uint64_t handle;                        ///< 1 while a transaction is open
  std::array<std::uint64_t, 2> event_mutexes;  ///< of two events that map the buffer

  static constexpr std::array<std::string_view, 10> kNames = {
      "aux_mmap_count", "aux_refcount", "aux_mutex", "pages",        "event.rb",
      "state",          "oncpu",        "handle",    "A.mmap_mutex", "B.mmap_mutex"};
  /// The layout from address `b` on.
  static constexpr AuxLifetimeCells at(std::uint64_t b) {
    return {b, b + 1, b + 2, b + 3, b + 4, b + 5, b + 6, b + 7, {b + 8, b + 9}};
  }
};

/// Words through which one CPU has another run a function: cpu_function_call.
struct FunctionCall {
  std::uint64_t asked = 0;   ///< address: number of the call
  std::uint64_t done = 0;    ///< address: … of the last one that was run
  std::uint64_t result = 0;  ///< address: 1 for -EAGAIN
};

/// AUX pages, who may write to them, and who calls whom.
struct AuxLifetime {
  AuxLifetimeCells at{};
  /// By caller (0: munmap, 1: set_output) and CPU called.
  std::array<std::array<FunctionCall, kAuxLifetimeCpus>, 2> calls{};
  /// munmap stops whoever has a transaction open in the buffer, not, as in Linux 6.1, whoever
  /// points to it.
  bool select_by_transaction = false;
  DefectSet defects{};

  [[nodiscard]] constexpr bool has(const Defect& defect) const { return defects.has(defect); }
};

inline constexpr std::uint64_t kAgain = 1;  ///< -EAGAIN
inline constexpr std::uint64_t kMostCalls =
    3;  ///< of one CPU by one caller; then a bound is reached

template <LockingCpu C>
void tell_aux_break(C& cpu, LifetimeBreak what) {
  tell<said::LifetimeBroken>(cpu, typename C::Value(static_cast<std::uint64_t>(what)));
}

/// The unit, or its driver, stores to the pages.
template <LockingCpu C>
void use_aux_pages(C& cpu, const AuxLifetime& all) {
  using Value = typename C::Value;
  if (cpu.branch(cpu.read_once(all.at.live) == Value(0)))
    tell_aux_break(cpu, LifetimeBreak::used_after_free);
}

/// Source: rb_free_aux. True if the pages are freed.
template <LockingCpu C>
bool put_aux(C& cpu, const AuxLifetime& all) {
  using Value = typename C::Value;
  if (!cpu.branch(cpu.atomic_dec_and_test(all.at.refcount))) return false;
  if (cpu.branch(cpu.read_once(all.at.live) == Value(0)))
    tell_aux_break(cpu, LifetimeBreak::freed_twice);
  cpu.write_once(all.at.live, 0);
  return true;
}

/// As put_aux, where nobody may sleep. Source: perf_aux_output_end, perf_aux_output_begin.
template <LockingCpu C>
void put_aux_atomic(C& cpu, const AuxLifetime& all) {
  if (put_aux(cpu, all)) tell_aux_break(cpu, LifetimeBreak::freed_in_atomic);
}

/// pmu->start: opens a transaction, if the pages are mapped.
template <LockingCpu C>
void start_aux_event(C& cpu, const AuxLifetime& all) {
  using Value = typename C::Value;
  if (!cpu.branch(cpu.read_once(all.at.rb) == Value(1))) return;
  const auto mapped = [&] {
    return all.has(defect::kAuxMappingNotChecked) ||
           !cpu.branch(cpu.read_once(all.at.mmap_count) == Value(0));
  };
  const auto taken = [&] { return cpu.branch(cpu.atomic_inc_not_zero(all.at.refcount)); };
  if (all.has(defect::kAuxReferenceFirst)) {
    if (!taken()) return;
    if (!mapped()) return put_aux_atomic(cpu, all);
  } else if (!mapped() || !taken()) {
    return;
  }
  cpu.write_once(all.at.handle, 1);
  use_aux_pages(cpu, all);
}

/// pmu->stop: closes the transaction, if one is open.
template <LockingCpu C>
void stop_aux_event(C& cpu, const AuxLifetime& all) {
  using Value = typename C::Value;
  if (cpu.branch(cpu.read_once(all.at.handle) == Value(0))) return;
  use_aux_pages(cpu, all);
  cpu.write_once(all.at.handle, 0);
  put_aux_atomic(cpu, all);
}

/// The event's task comes to CPU `number`. Pre: interrupts are masked. Source: event_sched_in.
template <LockingCpu C>
void sched_in_aux_event(C& cpu, const AuxLifetime& all, std::uint64_t number) {
  cpu.write_once(all.at.oncpu, number);
  cpu.smp_wmb();
  cpu.write_once(all.at.state, 1);
  start_aux_event(cpu, all);
}

/// … and leaves it. Pre: interrupts are masked. Source: event_sched_out.
template <LockingCpu C>
void sched_out_aux_event(C& cpu, const AuxLifetime& all) {
  stop_aux_event(cpu, all);
  cpu.write_once(all.at.oncpu, 0);
  cpu.write_once(all.at.state, 0);
}

/// Stops the event on CPU `number`, on which this runs, if it is there. Returns kAgain if it is
/// elsewhere. Source: __perf_event_stop.
template <LockingCpu C>
std::uint64_t stop_aux_event_here(C& cpu, const AuxLifetime& all, std::uint64_t number) {
  using Value = typename C::Value;
  if (cpu.branch(cpu.read_once(all.at.state) == Value(0))) return 0;
  cpu.smp_rmb();
  if (!cpu.branch(cpu.read_once(all.at.oncpu) == Value(number))) return kAgain;
  stop_aux_event(cpu, all);
  tell<said::LifetimeStep>(cpu);
  return 0;
}

/// What runs on CPU `number` when caller `caller` asks: it stops the event, for munmap only if the
/// event still has the buffer. Source: __perf_pmu_output_stop, __perf_event_output_stop.
template <LockingCpu C>
void answer_call(C& cpu, const AuxLifetime& all, std::size_t caller, std::uint64_t number) {
  using Value = typename C::Value;
  const FunctionCall& call = all.calls[caller][number - 1];
  const Value asked = cpu.smp_load_acquire(call.asked);
  cpu.assume(!(asked == cpu.read_once(call.done)));
  const bool ours =
      caller == 1 || all.select_by_transaction || cpu.branch(cpu.read_once(all.at.rb) == Value(1));
  const std::uint64_t result = ours ? stop_aux_event_here(cpu, all, number) : 0;
  cpu.write_once(call.result, result);
  cpu.smp_store_release(call.done, asked);
}

/// Asks the CPU that the event is on to stop it, until it is stopped or on none. `early`: where it
/// was before, if that is to do. Source: perf_pmu_output_stop, perf_event_stop.
template <LockingCpu C>
void stop_aux_event_anywhere(C& cpu, const AuxLifetime& all, std::size_t caller,
                             const typename C::Value* early = nullptr) {
  using Value = typename C::Value;
  std::array<std::uint64_t, kAuxLifetimeCpus> asked{};
  for (;;) {
    const Value oncpu = early != nullptr ? *early : Value(cpu.read_once(all.at.oncpu));
    if (cpu.branch(oncpu == Value(0))) return;
    const std::uint64_t number = cpu.branch(oncpu == Value(1)) ? 1 : 2;
    const FunctionCall& call = all.calls[caller][number - 1];
    if (++asked[number - 1] > kMostCalls) cpu.reach_bound("calls of one CPU");
    cpu.smp_store_release(call.asked, asked[number - 1]);
    cpu.await(call.done, asked[number - 1]);
    const bool again = cpu.branch(cpu.read_once(call.result) == Value(kAgain));
    if (!again || early != nullptr) return;
  }
}

/// munmap of the AUX area through event `event` of the two that may map it.
/// Source: perf_mmap_close.
template <LockingCpu C>
void unmap_aux(C& cpu, const AuxLifetime& all, std::size_t event = 0) {
  const bool own = all.has(defect::kAuxMutexOfEvent);
  const std::uint64_t mutex = own ? all.at.event_mutexes[event] : all.at.mutex;
  // atomic_dec_and_mutex_lock takes the mutex before the last decrement.
  cpu.spin_lock(mutex);
  // Behind the count nobody begins a transaction, so that it takes an early look too for asking
  // again to be missed.
  const bool gives_up = all.has(defect::kAuxUnmapGivesUp);
  const typename C::Value early = gives_up ? cpu.read_once(all.at.oncpu) : typename C::Value(0);
  if (cpu.branch(cpu.atomic_dec_and_test(all.at.mmap_count))) {
    const bool put_first = all.has(defect::kAuxPutBeforeStop);
    if (put_first) put_aux(cpu, all);
    if (!all.has(defect::kAuxUnmapSkipsStop))
      stop_aux_event_anywhere(cpu, all, 0, gives_up ? &early : nullptr);
    // Whoever unmaps drops the last reference.
    if (!put_first && !put_aux(cpu, all)) tell_aux_break(cpu, LifetimeBreak::reference_left);
    tell<said::LifetimeStep>(cpu);
  }
  cpu.spin_unlock(mutex);
}

/// mmap of the AUX area through event `event`: the first one allocates the pages.
/// Source: perf_mmap, rb_alloc_aux.
template <LockingCpu C>
void map_aux(C& cpu, const AuxLifetime& all, std::size_t event) {
  using Value = typename C::Value;
  const bool own = all.has(defect::kAuxMutexOfEvent);
  const std::uint64_t mutex = own ? all.at.event_mutexes[event] : all.at.mutex;
  cpu.spin_lock(mutex);
  if (cpu.branch(cpu.atomic_inc_not_zero(all.at.mmap_count))) {
    use_aux_pages(cpu, all);
  } else {
    if (!cpu.branch(cpu.read_once(all.at.live) == Value(0)))
      tell_aux_break(cpu, LifetimeBreak::allocated_twice);
    cpu.write_once(all.at.live, 1);
    cpu.write_once(all.at.refcount, 1);
    cpu.write_once(all.at.mmap_count, 1);
    tell<said::LifetimeStep>(cpu);
  }
  cpu.spin_unlock(mutex);
}

/// Points the event to another buffer. Source: ring_buffer_attach, for an event with an AUX area.
template <LockingCpu C>
void move_aux_event(C& cpu, const AuxLifetime& all) {
  if (all.has(defect::kAttachMovesFirst)) cpu.write_once(all.at.rb, 2);
  stop_aux_event_anywhere(cpu, all, 1);
  if (!all.has(defect::kAttachMovesFirst)) cpu.write_once(all.at.rb, 2);
}

}  // namespace ringcheck
