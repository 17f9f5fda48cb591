#pragma once
// The life of AUX pages: a CPU writes to them in transactions, munmap stops it and frees them,
// set_output moves the event away, and the scheduler takes the event to another CPU.
//
// Source: kernel/events/core.c perf_mmap_close, perf_pmu_output_stop, __perf_pmu_output_stop,
// __perf_event_output_stop, __perf_event_stop, perf_event_stop, ring_buffer_attach,
// event_sched_in, event_sched_out, perf_mmap; kernel/events/ring_buffer.c perf_aux_output_begin,
// perf_aux_output_end, rb_alloc_aux, rb_free_aux.
// Deviations: one event that writes, bound to a task or to a task on one CPU (AuxEventKind), and
// one that never runs, through which the area is mapped; the other buffer has no AUX area; of a
// transaction only its references and its use of the pages; a call of another CPU is a word on
// either side of full barriers, as the queue of calls is; a start fails only where
// perf_aux_output_begin does.
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
  std::uint64_t aux_refcount;                  ///< rb->aux_refcount
  std::uint64_t refcount;                      ///< rb->refcount
  std::uint64_t mutex;                         ///< rb->aux_mutex
  std::uint64_t live;                          ///< 0 before there are pages, 1 then, 2 after
  std::uint64_t rb;                            ///< event->rb: 1 this buffer, 2 another
  std::uint64_t on_list;                       ///< number of the buffer on whose event_list it is
  std::uint64_t state;                         ///< 1 while the event is active
  std::uint64_t oncpu;                         ///< event->oncpu, from 1; 0: on none
  std::uint64_t handle;                        ///< 1 while a transaction is open
  std::array<std::uint64_t, 2> event_mutexes;  ///< of two events that map the buffer

  static constexpr std::array<std::string_view, 12> kNames = {
      "aux_mmap_count", "aux_refcount", "refcount", "aux_mutex", "pages",        "event.rb",
      "rb_entry",       "state",        "oncpu",    "handle",    "A.mmap_mutex", "B.mmap_mutex"};
  /// The layout from address `b` on.
  static constexpr AuxLifetimeCells at(std::uint64_t b) {
    return {b, b + 1, b + 2, b + 3, b + 4, b + 5, b + 6, b + 7, b + 8, b + 9, {b + 10, b + 11}};
  }
};

/// What the event that writes is bound to.
enum class AuxEventKind : std::uint8_t {
  task,   ///< a task wherever it runs: event->cpu is -1
  cpu,    ///< a task on CPU 1: event->cpu is not -1
  child,  ///< as `cpu`, and inherited: its parent, which does not run, has the buffer
};

/// Words through which one CPU has another run a function: cpu_function_call.
struct FunctionCall {
  std::uint64_t asked = 0;   ///< address: number of the call
  std::uint64_t done = 0;    ///< address: number of the last one that was run
  std::uint64_t result = 0;  ///< address: 1 for -EAGAIN
};

/// AUX pages, who may write to them, and who calls whom.
struct AuxLifetime {
  AuxLifetimeCells at{};
  /// By caller (0: munmap, 1: set_output) and CPU called.
  std::array<std::array<FunctionCall, kAuxLifetimeCpus>, 2> calls{};
  AuxEventKind kind = AuxEventKind::task;
  /// The area is unmapped through an event whose PMU has another context than the event that
  /// writes: that of a hardware counter, while PMUs with AUX areas have perf_sw_context.
  bool mapped_elsewhere = false;
  /// munmap looks through the context of each event that it finds. Linux 6.1 looks through the
  /// context of the event by which the area is unmapped.
  bool looks_at_each_context = false;
  /// munmap stops the events that have a transaction open in the buffer. Linux 6.1 stops those that
  /// point to it.
  bool select_by_transaction = false;
  /// set_output holds the old buffer's aux_mutex while it moves the event, and stops the event
  /// again after that.
  bool moves_under_mutex = false;
  /// A full barrier between taking the buffer's reference and looking at its mapping count.
  bool begin_is_fenced = false;
  /// A full barrier between storing the state of an event that is scheduled in and the look at its
  /// buffer.
  bool sched_in_is_fenced = false;
  /// mmap stores the count of mappings with release, once all else of the area is there, and begin
  /// loads it with acquire. Linux 6.1 has atomic_set and atomic_read, which order nothing.
  bool mapping_is_released = false;
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

inline constexpr std::uint64_t kPagesThere = 1;  ///< of AuxLifetimeCells::live
inline constexpr std::uint64_t kPagesFreed = 2;  ///< of AuxLifetimeCells::live

/// The unit, or its driver, stores to the pages, which it knows from rb->aux_priv.
template <LockingCpu C>
void use_aux_pages(C& cpu, const AuxLifetime& all) {
  using Value = typename C::Value;
  const Value live = cpu.read_once(all.at.live);
  if (cpu.branch(live == Value(kPagesThere))) return;
  tell_aux_break(cpu, cpu.branch(live == Value(0)) ? LifetimeBreak::used_unmade
                                                   : LifetimeBreak::used_after_free);
}

/// Source: rb_free_aux. True if the pages are freed.
template <LockingCpu C>
bool put_aux(C& cpu, const AuxLifetime& all) {
  using Value = typename C::Value;
  if (!cpu.branch(cpu.refcount_dec_and_test(all.at.aux_refcount))) return false;
  if (!cpu.branch(cpu.read_once(all.at.live) == Value(kPagesThere)))
    tell_aux_break(cpu, LifetimeBreak::freed_twice);
  cpu.write_once(all.at.live, kPagesFreed);
  return true;
}

/// As put_aux, in a context that may not sleep. Source: perf_aux_output_end, perf_aux_output_begin.
template <LockingCpu C>
void put_aux_atomic(C& cpu, const AuxLifetime& all) {
  if (put_aux(cpu, all)) tell_aux_break(cpu, LifetimeBreak::freed_in_atomic);
}

/// pmu->start: opens a transaction, if the pages are mapped. Returns whether it did.
/// Source: perf_aux_output_begin, ring_buffer_get, ring_buffer_put.
template <LockingCpu C>
bool start_aux_event(C& cpu, const AuxLifetime& all) {
  using Value = typename C::Value;
  if (!cpu.branch(cpu.read_once(all.at.rb) == Value(1))) return false;
  if (!cpu.branch(cpu.refcount_inc_not_zero(all.at.refcount))) return false;
  if (all.begin_is_fenced) cpu.smp_mb();
  const auto mappings = [&] {
    return all.mapping_is_released ? cpu.smp_load_acquire(all.at.mmap_count)
                                   : cpu.read_once(all.at.mmap_count);
  };
  const auto mapped = [&] {
    return all.has(defect::kAuxMappingNotChecked) || !cpu.branch(mappings() == Value(0));
  };
  const auto taken = [&] { return cpu.branch(cpu.refcount_inc_not_zero(all.at.aux_refcount)); };
  const bool reference_first = all.has(defect::kAuxReferenceFirst);
  const bool first = reference_first ? taken() : mapped();
  const bool begun = first && (reference_first ? mapped() : taken());
  if (!begun) {
    if (reference_first && first) put_aux_atomic(cpu, all);
    cpu.refcount_dec_and_test(all.at.refcount);
    return false;
  }
  cpu.write_once(all.at.handle, 1);
  use_aux_pages(cpu, all);
  return true;
}

/// pmu->stop: closes the transaction, if one is open. Source: perf_aux_output_end.
template <LockingCpu C>
void stop_aux_event(C& cpu, const AuxLifetime& all) {
  using Value = typename C::Value;
  if (cpu.branch(cpu.read_once(all.at.handle) == Value(0))) return;
  use_aux_pages(cpu, all);
  cpu.write_once(all.at.handle, 0);
  put_aux_atomic(cpu, all);
  cpu.refcount_dec_and_test(all.at.refcount);
}

/// The event's task comes to CPU `number`. Returns whether the event is active then. Pre:
/// interrupts are masked. Source: event_sched_in.
template <LockingCpu C>
bool sched_in_aux_event(C& cpu, const AuxLifetime& all, std::uint64_t number) {
  cpu.write_once(all.at.oncpu, number);
  cpu.smp_wmb();
  cpu.write_once(all.at.state, 1);
  if (all.sched_in_is_fenced) cpu.smp_mb();
  if (start_aux_event(cpu, all)) return true;
  cpu.write_once(all.at.state, 0);
  cpu.write_once(all.at.oncpu, 0);
  return false;
}

/// … and leaves it. Pre: interrupts are masked, and it is active. Source: event_sched_out.
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

/// Stops the event on CPU `number`, on which this runs, if it is in the context that is looked
/// through and still has the buffer. An event that has left the CPU is in the context of another
/// one. Source: __perf_pmu_output_stop, __perf_event_output_stop.
template <LockingCpu C>
void stop_aux_output_here(C& cpu, const AuxLifetime& all, std::uint64_t number) {
  using Value = typename C::Value;
  if (all.mapped_elsewhere && !all.looks_at_each_context) return;
  if (!all.select_by_transaction && !cpu.branch(cpu.read_once(all.at.rb) == Value(1))) return;
  stop_aux_event_here(cpu, all, number);
}

/// What runs on CPU `number` when caller `caller` asks: it stops the event.
template <LockingCpu C>
void answer_call(C& cpu, const AuxLifetime& all, std::size_t caller, std::uint64_t number) {
  using Value = typename C::Value;
  const FunctionCall& call = all.calls[caller][number - 1];
  const Value asked = cpu.smp_load_acquire(call.asked);
  cpu.assume(!(asked == cpu.read_once(call.done)));
  cpu.smp_mb();
  std::uint64_t result = 0;
  if (caller == 0)
    stop_aux_output_here(cpu, all, number);
  else
    result = stop_aux_event_here(cpu, all, number);
  cpu.write_once(call.result, result);
  cpu.smp_store_release(call.done, asked);
}

/// Has CPU `number` do what `caller` asks, for the `asked`th time; returns whether to ask again.
/// Source: cpu_function_call.
template <LockingCpu C>
bool call_cpu(C& cpu, const AuxLifetime& all, std::size_t caller, std::uint64_t number,
              std::uint64_t asked) {
  using Value = typename C::Value;
  if (asked > kMostCalls) cpu.reach_bound("calls of one CPU");
  const FunctionCall& call = all.calls[caller][number - 1];
  cpu.smp_mb();
  cpu.smp_store_release(call.asked, asked);
  cpu.await(call.done, asked);
  return cpu.branch(cpu.read_once(call.result) == Value(kAgain));
}

/// Stops the event before munmap frees the pages. An event that is bound to a CPU is looked for
/// there: the event by which the area is mapped is on the buffer's list, and bound to the same CPU.
/// Any other event is looked for where it is, if it is on the list; the event by which the area is
/// mapped is on no CPU. `early`: the CPU where it was before, to use that instead.
/// Source: perf_pmu_output_stop.
template <LockingCpu C>
void stop_aux_output(C& cpu, const AuxLifetime& all, const typename C::Value* early = nullptr) {
  using Value = typename C::Value;
  if (all.kind != AuxEventKind::task) {
    call_cpu(cpu, all, 0, 1, 1);
    return;
  }
  if (!cpu.branch(cpu.read_once(all.at.on_list) == Value(1))) return;
  const Value oncpu = early != nullptr ? *early : Value(cpu.read_once(all.at.oncpu));
  if (cpu.branch(oncpu == Value(0))) return;
  call_cpu(cpu, all, 0, cpu.branch(oncpu == Value(1)) ? 1 : 2, 1);
}

/// Stops the event, wherever it is, for set_output. The parent of an inherited event is a special
/// case: it is on no CPU, and its children go on. `asked`: how often it asked each CPU.
/// Source: perf_event_stop.
template <LockingCpu C>
void perf_event_stop(C& cpu, const AuxLifetime& all,
                     std::array<std::uint64_t, kAuxLifetimeCpus>& asked) {
  using Value = typename C::Value;
  if (all.kind == AuxEventKind::child) return;
  for (;;) {
    if (cpu.branch(cpu.read_once(all.at.state) == Value(0))) return;
    cpu.smp_rmb();
    const Value oncpu = cpu.read_once(all.at.oncpu);
    if (cpu.branch(oncpu == Value(0))) return;  // -ENXIO
    const std::uint64_t number = cpu.branch(oncpu == Value(1)) ? 1 : 2;
    if (!call_cpu(cpu, all, 1, number, ++asked[number - 1])) return;
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
  // Once the count is 0 nobody begins a transaction. Asking again is missed only if munmap has also
  // looked early.
  const bool gives_up = all.has(defect::kAuxUnmapGivesUp);
  const typename C::Value early = gives_up ? cpu.read_once(all.at.oncpu) : typename C::Value(0);
  if (cpu.branch(cpu.atomic_dec_and_test(all.at.mmap_count))) {
    const bool put_first = all.has(defect::kAuxPutBeforeStop);
    if (put_first) put_aux(cpu, all);
    if (!all.has(defect::kAuxUnmapSkipsStop))
      stop_aux_output(cpu, all, gives_up ? &early : nullptr);
    // munmap drops the last reference.
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
    if (cpu.branch(cpu.read_once(all.at.live) == Value(kPagesThere)))
      tell_aux_break(cpu, LifetimeBreak::allocated_twice);
    cpu.write_once(all.at.live, kPagesThere);
    cpu.atomic_set(all.at.aux_refcount, 1);
    if (all.mapping_is_released)
      cpu.smp_store_release(all.at.mmap_count, 1);
    else
      cpu.atomic_set(all.at.mmap_count, 1);
    tell<said::LifetimeStep>(cpu);
  }
  cpu.spin_unlock(mutex);
}

/// Points the event to another buffer: takes it off the old one's list, stops it, and moves it.
/// Source: ring_buffer_attach, for an event with an AUX area.
template <LockingCpu C>
void move_aux_event(C& cpu, const AuxLifetime& all) {
  std::array<std::uint64_t, kAuxLifetimeCpus> asked{};
  if (all.moves_under_mutex) cpu.spin_lock(all.at.mutex);
  cpu.write_once(all.at.on_list, 2);
  if (all.has(defect::kAttachMovesFirst)) cpu.smp_store_release(all.at.rb, 2);
  perf_event_stop(cpu, all, asked);
  if (!all.has(defect::kAttachMovesFirst)) cpu.smp_store_release(all.at.rb, 2);
  if (all.moves_under_mutex) {
    cpu.smp_mb();
    perf_event_stop(cpu, all, asked);
    cpu.spin_unlock(all.at.mutex);
  }
  cpu.refcount_dec_and_test(all.at.refcount);
}

}  // namespace ringcheck
