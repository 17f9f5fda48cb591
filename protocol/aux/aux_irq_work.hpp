#pragma once
// The interrupt work of an AUX event: what begin and end leave to it when there is no room.
//
// Source: kernel/events/core.c perf_pending_irq, __perf_pending_irq, perf_event_wakeup,
// ring_buffer_wakeup, event_sched_out. Deviations: a wakeup is told, not made; the work runs on the event's CPU.
// Tested by tests/properties/aux/aux_mutants_test.cpp.

#include "protocol/aux/aux_buffer.hpp"
#include "protocol/aux/aux_cpu.hpp"
#include "protocol/aux/defects.hpp"

namespace ringcheck {

/// What interrupt work did.
struct AuxIrqWork {
  bool woke = false;      ///< those who wait on an event that has a buffer
  bool disabled = false;  ///< the event is off, and may be enabled again
};

/// Runs the work of `event`. An inherited event has no buffer of its own, so the work looks at its
/// parent's. `disables`: the work looks at the request to disable, too. It does not when the event
/// is on no CPU; and in Linux 6.12 another work does.
template <AuxCpu C>
AuxIrqWork perf_pending_irq(C& cpu, const PerfEvent& event, DefectSet defects,
                            bool disables = true) {
  using Value = typename C::Value;
  AuxIrqWork did;
  if (!cpu.branch(cpu.load(event.at->pending_wakeup) == Value(0))) {
    cpu.store(event.at->pending_wakeup, 0);
    const PerfEvent& waited_for = defects.has(defect::kChildWakesItself) ? event : event.output();
    did.woke = waited_for.attached;
  }
  // The kernel takes the number of a CPU for a truth value.
  if (disables && !cpu.branch(cpu.load(event.at->pending_disable) == Value(0))) {
    cpu.store(event.at->pending_disable, 0);
    did.disabled = true;
  }
  return did;
}

/// An event that has been stopped leaves its CPU. True if a request to disable it was still there:
/// then it is off, and may be enabled again. Source: event_sched_out.
template <AuxCpu C>
bool event_sched_out(C& cpu, const PerfEvent& event) {
  using Value = typename C::Value;
  if (cpu.branch(cpu.load(event.at->pending_disable) == Value(0))) return false;
  cpu.store(event.at->pending_disable, 0);
  return true;
}

}  // namespace ringcheck
