#pragma once
// Who polls an event is told when it will write nothing more: when its task has ended, and that of
// each event that was inherited from it. A pinned event that cannot be scheduled in is in error,
// and writes nothing before it is enabled again. Linux 6.1 tells nobody; only read() returns 0.
//
// Source: kernel/events/core.c perf_poll, is_event_hup, merge_sched_in, perf_event_exit_event,
// _perf_event_enable; the repair is that of Linux 6.15. Deviations: one event with a
// buffer; a wakeup of waiters is a word that is set. Tested by
// tests/properties/aux/aux_mutants_test.cpp.

#include <cstdint>

#include "protocol/core/cpu.hpp"

namespace ringcheck {

/// event->state, in the order of enum perf_event_state, from 0 on.
enum class EventState : std::uint64_t { exited = 0, error = 1, off = 2, inactive = 3, active = 4 };

/// Whether a pinned event that is in error hangs up.
enum class PinnedError : std::uint8_t {
  silent,    ///< Linux 6.1
  hangs_up,  ///< Linux 6.15: poll returns EPOLLHUP, and who waits is woken
};

/// A mapped event, and the addresses of its words.
struct PolledEvent {
  std::uint64_t state = 0;
  std::uint64_t children = 0;  ///< how many are on event->child_list
  std::uint64_t poll = 0;      ///< rb->poll
  std::uint64_t woken = 0;     ///< 1: who waits on event->waitq looks again
  bool pinned = false;
  PinnedError in_error = PinnedError::silent;
};

/// What poll says.
enum class PollSaid : std::uint8_t { nothing, readable, hung_up };

/// Source: perf_event_wakeup.
template <Cpu C>
void wake_polled(C& cpu, const PolledEvent& event) {
  cpu.write_once(event.woken, 1);
}

/// The event's context comes to its CPU. `fits`: there is a counter for it.
/// Source: merge_sched_in.
template <Cpu C>
void sched_in_polled(C& cpu, const PolledEvent& event, bool fits) {
  using Value = typename C::Value;
  if (!cpu.branch(cpu.load(event.state) == Value(static_cast<std::uint64_t>(EventState::inactive))))
    return;
  if (fits)
    cpu.store(event.state, static_cast<std::uint64_t>(EventState::active));
  else if (event.pinned)
    cpu.store(event.state, static_cast<std::uint64_t>(EventState::error));
  if (!fits && event.pinned && event.in_error == PinnedError::hangs_up) wake_polled(cpu, event);
}

/// The event leaves its CPU. Source: event_sched_out.
template <Cpu C>
void sched_out_polled(C& cpu, const PolledEvent& event) {
  using Value = typename C::Value;
  if (cpu.branch(cpu.load(event.state) == Value(static_cast<std::uint64_t>(EventState::active))))
    cpu.store(event.state, static_cast<std::uint64_t>(EventState::inactive));
}

/// PERF_EVENT_IOC_ENABLE; an error is forgotten. Source: _perf_event_enable.
template <Cpu C>
void enable_polled(C& cpu, const PolledEvent& event) {
  using Value = typename C::Value;
  const Value state = cpu.load(event.state);
  if (cpu.branch(state == Value(static_cast<std::uint64_t>(EventState::error))) ||
      cpu.branch(state == Value(static_cast<std::uint64_t>(EventState::off))))
    cpu.store(event.state, static_cast<std::uint64_t>(EventState::inactive));
}

/// The event's task ends. Source: perf_event_exit_event.
template <Cpu C>
void exit_polled(C& cpu, const PolledEvent& event) {
  cpu.store(event.state, static_cast<std::uint64_t>(EventState::exited));
  wake_polled(cpu, event);
}

/// A task that has an inherited event ends. Source: perf_event_exit_event.
template <Cpu C>
void exit_child_of_polled(C& cpu, const PolledEvent& event) {
  using Value = typename C::Value;
  cpu.store(event.children, cpu.load(event.children) - Value(1));
  wake_polled(cpu, event);
}

/// Source: perf_poll, is_event_hup.
template <Cpu C>
PollSaid poll_event(C& cpu, const PolledEvent& event) {
  using Value = typename C::Value;
  const Value state = cpu.load(event.state);
  if (cpu.branch(state == Value(static_cast<std::uint64_t>(EventState::exited))) &&
      cpu.branch(cpu.load(event.children) == Value(0)))
    return PollSaid::hung_up;
  if (event.pinned && event.in_error == PinnedError::hangs_up &&
      cpu.branch(state == Value(static_cast<std::uint64_t>(EventState::error))))
    return PollSaid::hung_up;
  return cpu.branch(cpu.atomic_xchg(event.poll, 0) == Value(0)) ? PollSaid::nothing
                                                                : PollSaid::readable;
}

}  // namespace ringcheck
