#pragma once
// The interrupt work of an AUX event: what begin and end leave to it when there is no room.
//
// Source: kernel/events/core.c perf_pending_irq, __perf_pending_irq, perf_event_wakeup,
// ring_buffer_wakeup. Deviations: a wakeup is told, not made; the work runs on the event's CPU.
// Tested by tests/properties/aux/aux_mutants_test.cpp.

#include "protocol/aux/aux_buffer.hpp"
#include "protocol/aux/aux_cpu.hpp"
#include "protocol/aux/defects.hpp"

namespace ringcheck {

/// What interrupt work did.
struct AuxIrqWork {
  bool woke = false;      ///< who waits on an event that has a buffer
  bool disabled = false;  ///< the event is off, and may be enabled again
};

/// Runs the work of `event`. An inherited event has no buffer of its own: its parent's is looked
/// at.
template <AuxCpu C>
AuxIrqWork perf_pending_irq(C& cpu, const PerfEvent& event, DefectSet defects) {
  using Value = typename C::Value;
  AuxIrqWork did;
  if (!cpu.branch(cpu.load(event.at->pending_wakeup) == Value(0))) {
    cpu.store(event.at->pending_wakeup, 0);
    const PerfEvent& waited_for = defects.has(defect::kChildWakesItself) ? event : event.output();
    did.woke = waited_for.attached;
  }
  // The number of a CPU is taken for a truth value.
  if (!cpu.branch(cpu.load(event.at->pending_disable) == Value(0))) {
    cpu.store(event.at->pending_disable, 0);
    did.disabled = true;
  }
  return did;
}

}  // namespace ringcheck
