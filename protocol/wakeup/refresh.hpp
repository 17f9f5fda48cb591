#pragma once
// PERF_EVENT_IOC_REFRESH: an event may overflow a number of times, then it is off, and a signal
// tells so. Who gets the signal lets it overflow further times.
//
// The last overflow stops the counter and leaves the rest to interrupt work, which sends the signal
// and turns the event off. REFRESH adds to the limit, and enables the event if it is off.
//
// Source: kernel/events/core.c __perf_event_overflow, perf_event_disable_inatomic,
// perf_pending_irq, perf_event_disable_local, _perf_event_refresh, _perf_event_enable. Deviations:
// of a sample nothing is written; the signal is a word, which the task waits for; the event's
// functions on its CPU are a lock. Tested by tests/properties/wakeup/perf_refresh_test.cpp.

#include <array>
#include <cstdint>
#include <string_view>

#include "protocol/core/locking_cpu.hpp"
#include "protocol/ring/perf_event.hpp"

namespace ringcheck {

/// Addresses of the words, consecutive from a base address.
struct RefreshCells {
  std::uint64_t state;            ///< 1 while the event is active, 0 when it is off
  std::uint64_t running;          ///< 1 while its counter counts
  std::uint64_t event_limit;      ///< overflows until it is turned off
  std::uint64_t pending_disable;  ///< interrupt work has to turn it off
  std::uint64_t pending_wakeup;   ///< interrupt work has to send the signal
  std::uint64_t pending_irq;      ///< its interrupt work is queued
  std::uint64_t signal;           ///< 1: the signal was sent
  std::uint64_t lock;             ///< ctx->lock

  static constexpr std::array<std::string_view, 8> kNames = {
      "state",          "running",     "event_limit", "pending_disable",
      "pending_wakeup", "pending_irq", "signal",      "ctx.lock"};
  /// The layout from address `b` on.
  static constexpr RefreshCells at(std::uint64_t b) {
    return {b, b + 1, b + 2, b + 3, b + 4, b + 5, b + 6, b + 7};
  }
};

/// The order of what the interrupt work does.
enum class LastOverflow : std::uint8_t {
  told_first,      ///< Linux 6.1: it sends the signal, and turns the event off then
  disabled_first,  ///< a repair: the other way round
};

/// An event, and who waits for its signals.
struct RefreshedEvent {
  RefreshCells at{};
  LastOverflow work = LastOverflow::told_first;
};

/// The overflow. Source: __perf_event_overflow, and the driver that stops the counter for it.
template <LockingCpu C>
void overflow_limited(C& cpu, const RefreshedEvent& event) {
  using Value = typename C::Value;
  const Value limit = cpu.read_once(event.at.event_limit);
  cpu.scope([&] {
    if (cpu.branch(limit == Value(0))) return;
    if (!cpu.branch(cpu.atomic_dec_and_test(event.at.event_limit))) return;
    cpu.write_once(event.at.pending_disable, 1);
    irq_work_queue(cpu, event.at.pending_irq);
    cpu.write_once(event.at.running, 0);
  });
  cpu.store(event.at.pending_wakeup, 1);
  irq_work_queue(cpu, event.at.pending_irq);
}

/// Sends the signal that is due. Source: perf_event_wakeup.
template <LockingCpu C>
void send_due_signal(C& cpu, const RefreshedEvent& event) {
  using Value = typename C::Value;
  if (cpu.branch(cpu.load(event.at.pending_wakeup) == Value(0))) return;
  cpu.store(event.at.pending_wakeup, 0);
  cpu.smp_store_release(event.at.signal, 1);
}

/// Turns the event off, if that is due. Source: __perf_pending_irq, perf_event_disable_local.
template <LockingCpu C>
void disable_due(C& cpu, const RefreshedEvent& event) {
  using Value = typename C::Value;
  if (cpu.branch(cpu.read_once(event.at.pending_disable) == Value(0))) return;
  cpu.write_once(event.at.pending_disable, 0);
  cpu.spin_lock(event.at.lock);
  cpu.write_once(event.at.state, 0);
  cpu.spin_unlock(event.at.lock);
}

/// The interrupt work of the event. Source: perf_pending_irq.
template <LockingCpu C>
void run_refresh_work(C& cpu, const RefreshedEvent& event) {
  cpu.write_once(event.at.pending_irq, 0);
  cpu.smp_mb();
  if (event.work == LastOverflow::disabled_first) disable_due(cpu, event);
  cpu.scope([&] { send_due_signal(cpu, event); });
  if (event.work == LastOverflow::told_first) disable_due(cpu, event);
}

/// PERF_EVENT_IOC_REFRESH, of one more overflow. Source: _perf_event_refresh.
template <LockingCpu C>
void perf_event_refresh(C& cpu, const RefreshedEvent& event) {
  using Value = typename C::Value;
  cpu.atomic_inc(event.at.event_limit);
  cpu.spin_lock(event.at.lock);
  if (cpu.branch(cpu.read_once(event.at.state) == Value(0))) {
    cpu.write_once(event.at.state, 1);
    cpu.write_once(event.at.running, 1);
  }
  cpu.spin_unlock(event.at.lock);
}

}  // namespace ringcheck
