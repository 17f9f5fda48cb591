#pragma once
// An AUX area that is full: interrupt work disables the event and wakes the reader, and the reader,
// once it has made room, enables the event again.
//
// Source: kernel/events/ring_buffer.c perf_aux_output_begin; kernel/events/core.c
// perf_pending_irq, perf_event_disable_local, _perf_event_enable, perf_poll.
// Deviations: of the trace only how far it goes; the event's functions on its CPU are a lock.
// Tested by tests/properties/aux/aux_drivers_test.cpp.

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "protocol/aux/defects.hpp"
#include "protocol/wakeup/perf_wakeup.hpp"

namespace ringcheck {

/// Addresses of the words, consecutive from a base address.
struct AuxOverrunCells {
  std::uint64_t head;     ///< user_page->aux_head
  std::uint64_t tail;     ///< user_page->aux_tail
  std::uint64_t state;    ///< 1 while the event is active, 0 when it is off
  std::uint64_t running;  ///< 1 while its unit traces
  std::uint64_t lock;     ///< ctx->lock

  static constexpr std::array<std::string_view, 5> kNames = {"aux_head", "aux_tail", "state",
                                                             "running", "ctx.lock"};
  /// The layout from address `b` on.
  static constexpr AuxOverrunCells at(std::uint64_t b) { return {b, b + 1, b + 2, b + 3, b + 4}; }
};

/// What is changed so that no disabling comes after the reader's ENABLE.
enum class OverrunRepair : std::uint8_t {
  none,                 ///< Linux 6.1
  enable_cancels,       ///< ENABLE takes back a disabling that is pending
  wakes_after_disable,  ///< the interrupt work sets the flag of poll and wakes after disabling
                        ///< too
};

/// A full AUX area, its event and those who wait for it.
struct AuxOverrun {
  AuxOverrunCells at{};
  PerfBuffer rb{};                        ///< only its flag of poll and its defects matter
  PerfEvent event{};                      ///< which traces; it may be a child
  std::span<const WokenEvent> waiting{};  ///< the events of the buffer
  std::uint64_t cpu = 1;                  ///< smp_processor_id()
  OverrunRepair repair = OverrunRepair::none;
  bool flag_release = false;  ///< the flag of poll is stored after the head, not relaxed
};

inline constexpr std::uint64_t kAuxFull = 1;  ///< where the head is when the area is full

/// Tells poll that there is something to read.
template <LockingCpu C>
void set_poll_flag(C& cpu, const AuxOverrun& all) {
  if (all.flag_release)
    cpu.smp_store_release(all.rb.at.poll, kPollReadable);
  else
    cpu.atomic_set(all.rb.at.poll, kPollReadable);
}

/// The unit's interrupt finds the area full. What the unit wrote is published. The next transaction
/// finds no room, so the unit stays off, and interrupt work will disable the event and wake the
/// reader.
template <LockingCpu C>
void overrun_aux(C& cpu, const AuxOverrun& all) {
  cpu.write_once(all.at.head, kAuxFull);
  cpu.write_once(all.at.running, 0);
  if (!all.rb.has(defect::kRefusedNotDisabled))
    cpu.write_once(all.event.at->pending_disable, all.cpu);
  if (all.rb.has(defect::kRefusedNotWoken)) return;
  set_poll_flag(cpu, all);
  queue_wakeup(cpu, all.event);
}

/// The interrupt work of the event: wakes first, then disables. It looks at what is pending before
/// it takes the context's lock, unless ENABLE may take that back. For that ENABLE has to run on the
/// event's CPU, where the work cannot come in between; holding the lock throughout models this.
/// Source: perf_pending_irq, __perf_pending_irq, perf_event_disable_local.
template <LockingCpu C>
void run_overrun_work(C& cpu, const AuxOverrun& all) {
  using Value = typename C::Value;
  const PerfEventCells& event = *all.event.at;
  cpu.write_once(event.pending_irq, 0);
  cpu.smp_mb();
  // A child has no buffer of its own, and nobody waits for it.
  const auto wake = [&] {
    if (!all.rb.has(defect::kChildWakesItself))
      ring_buffer_wakeup(cpu, all.rb, all.waiting, all.event);
  };
  if (!cpu.branch(cpu.load(event.pending_wakeup) == Value(0))) {
    cpu.store(event.pending_wakeup, 0);
    wake();
  }
  const bool at_once = all.repair == OverrunRepair::enable_cancels;
  if (at_once) cpu.spin_lock(all.at.lock);
  const bool disables = !cpu.branch(cpu.read_once(event.pending_disable) == Value(0));
  if (disables) {
    cpu.write_once(event.pending_disable, 0);
    if (!at_once) cpu.spin_lock(all.at.lock);
    cpu.write_once(all.at.state, 0);
    if (!at_once) cpu.spin_unlock(all.at.lock);
  }
  if (at_once) cpu.spin_unlock(all.at.lock);
  if (!disables || all.repair != OverrunRepair::wakes_after_disable) return;
  set_poll_flag(cpu, all);
  wake();
}

/// PERF_EVENT_IOC_ENABLE: an event that is off is started again; one that is active is left alone.
template <LockingCpu C>
void enable_aux_event(C& cpu, const AuxOverrun& all) {
  using Value = typename C::Value;
  cpu.spin_lock(all.at.lock);
  const bool off = cpu.branch(cpu.read_once(all.at.state) == Value(0));
  const bool pending = all.repair == OverrunRepair::enable_cancels &&
                       !cpu.branch(cpu.read_once(all.event.at->pending_disable) == Value(0));
  if (pending) cpu.write_once(all.event.at->pending_disable, 0);
  if (off || pending) {
    cpu.write_once(all.at.state, 1);
    cpu.write_once(all.at.running, 1);
  }
  cpu.spin_unlock(all.at.lock);
}

/// What a reader does when it is told that there is trace: it takes the trace, makes room, and
/// enables the event, which may have been disabled for want of room.
template <LockingCpu C>
void drain_and_enable(C& cpu, const AuxOverrun& all) {
  cpu.write_once(all.at.tail, cpu.smp_load_acquire(all.at.head));
  enable_aux_event(cpu, all);
}

}  // namespace ringcheck
