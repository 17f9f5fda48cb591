#pragma once
// Waiting for records: poll(2) on the events of a buffer, and the interrupt work that wakes.
//
// Source: kernel/events/core.c perf_poll, perf_pending_irq, perf_event_wakeup, ring_buffer_wakeup;
// kernel/irq_work.c irq_work_single; fs/select.c do_poll, pollwake. Deviations: at most one task
// waits on an event, it gives no timeout, and its wait queue is a word that tells whether it stands
// there. A task that would sleep for ever ends instead, and says so: whether somebody wakes it is
// seen in what is stored to its trigger by then. SIGIO is told, not delivered (perf_sigio.hpp has what
// asks for it). The list is handed in.
// Tested by tests/properties.

#include <optional>
#include <span>

#include "protocol/core/locking_cpu.hpp"
#include "protocol/ring/perf_handle.hpp"
#include "protocol/wakeup/defects.hpp"
#include "protocol/wakeup/observations.hpp"

namespace ringcheck {

/// Addresses of the words of an event's wait queue and of the task that waits there.
/// Source: struct perf_event, waitq; fs/select.c struct poll_wqueues.
struct WaitCells {
  std::uint64_t lock;     ///< event->waitq.lock
  std::uint64_t entry;    ///< 1: the task stands in the queue
  std::uint64_t trigger;  ///< pwq->triggered: 1 once the task was woken

  static constexpr std::array<std::string_view, 3> kNames = {"waitq_lock", "waitq_entry",
                                                             "triggered"};
  static constexpr std::uint64_t kCount = kNames.size();
  static constexpr WaitCells at(std::uint64_t base) { return {base, base + 1, base + 2}; }
};

/// An event on the list of a buffer, as the waker sees it.
struct WokenEvent {
  const PerfEvent* event = nullptr;
  std::optional<WaitCells> wait{};  ///< none: nobody polls it
};

/// Wakes the task that waits in the queue, if there is one. Source: wake_up_all, pollwake.
template <LockingCpu C>
void wake_up_all(C& cpu, const WaitCells& at) {
  cpu.spin_lock(at.lock);
  cpu.scope([&] {
    if (!cpu.branch(cpu.read_once(at.entry) == typename C::Value(1))) return;
    cpu.smp_wmb();
    cpu.write_once(at.trigger, 1);
  });
  cpu.spin_unlock(at.lock);
}

/// Wakes all who wait on an event of the buffer that `event` writes to. `list`: rb->event_list.
/// Source: ring_buffer_wakeup.
template <LockingCpu C>
void ring_buffer_wakeup(C& cpu, const PerfBuffer& rb, std::span<const WokenEvent> list,
                        const PerfEvent& event) {
  for (const WokenEvent& woken : list)
    if (woken.wait && (!rb.has(defect::kWakeOwnEventOnly) || woken.event == &event)) {
      wake_up_all(cpu, *woken.wait);
      if (rb.has(defect::kWakeFirstOnly)) return;
    }
}

/// Sends the signal that is due, if somebody asked for signals. Source: perf_event_wakeup.
template <LockingCpu C>
void kill_fasync(C& cpu, const PerfBuffer& rb, const PerfEvent& event) {
  using Value = typename C::Value;
  if (!event.signal) return;
  const std::uint64_t at = event.signal->pending_kill;
  cpu.scope([&] {
    const Value reason = event.reason_exchanged ? cpu.atomic_xchg(at, 0) : cpu.load(at);
    if (cpu.branch(reason == Value(0))) return;
    tell<said::Signalled>(cpu, reason);
    if (!event.reason_exchanged && !rb.has(defect::kReasonKept)) cpu.store(at, 0);
  });
}

/// Takes a wakeup that is due; false if none is. Source: perf_pending_irq.
template <LockingCpu C>
bool take_pending_wakeup(C& cpu, const PerfBuffer& rb, const PerfEvent& event) {
  using Value = typename C::Value;
  const std::uint64_t at = event.at->pending_wakeup;
  if (event.pending_wakeup == PendingWakeup::exchanged)
    return cpu.branch(cpu.atomic_xchg(at, 0) == Value(1));
  const bool acquires = event.pending_wakeup == PendingWakeup::released;
  const Value due = acquires ? cpu.smp_load_acquire(at) : cpu.load(at);
  if (!cpu.branch(due == Value(1))) return false;
  if (!rb.has(defect::kClearAfterWake)) cpu.store(at, 0);
  return true;
}

/// The interrupt work of `event`. Pre: event.at. Source: irq_work_single, perf_pending_irq.
template <LockingCpu C>
void perf_pending_irq(C& cpu, const PerfBuffer& rb, std::span<const WokenEvent> list,
                      const PerfEvent& event) {
  cpu.write_once(event.at->pending_irq, 0);
  if (!rb.has(defect::kWorkWithoutFence)) cpu.smp_mb();
  cpu.scope([&] {
    if (!take_pending_wakeup(cpu, rb, event)) return;
    ring_buffer_wakeup(cpu, rb, list, event);
    kill_fasync(cpu, rb, event);
    if (rb.has(defect::kClearAfterWake)) cpu.store(event.at->pending_wakeup, 0);
  });
}

/// A task enters the wait queue, or leaves it. Source: poll_wait, poll_freewait.
template <LockingCpu C>
void stand_in_queue(C& cpu, const WaitCells& at, bool there) {
  cpu.spin_lock(at.lock);
  cpu.write_once(at.entry, there ? 1 : 0);
  cpu.spin_unlock(at.lock);
}

/// poll(2) on an event. `look` tells what perf_poll finds. Returns true iff there is something to
/// read; false when the task sleeps with its trigger still 0, and so never goes on. `rounds`: a
/// bound on how often it is woken for nothing. Source: do_poll.
template <LockingCpu C, class Look>
bool poll_event(C& cpu, const PerfBuffer& rb, const WaitCells& at, int rounds, Look&& look) {
  using Value = typename C::Value;
  cpu.write_once(at.trigger, 0);
  const bool early = rb.has(defect::kCheckBeforeRegistering);
  Value found = 0;
  if (early) found = look(cpu);
  stand_in_queue(cpu, at, true);
  for (int round = 0; round < rounds; ++round) {
    if (!early || round > 0) found = look(cpu);
    if (cpu.branch(!(found == Value(0)))) {
      stand_in_queue(cpu, at, false);
      if (round > 0) tell<said::WokenUp>(cpu);
      return true;
    }
    if (!cpu.branch(cpu.smp_load_acquire(at.trigger) == Value(1))) {
      tell<said::Asleep>(cpu, Value(at.trigger));
      return false;
    }
    cpu.write_once(at.trigger, 0);
    cpu.smp_mb();
  }
  cpu.reach_bound("rounds of poll");
}

}  // namespace ringcheck
