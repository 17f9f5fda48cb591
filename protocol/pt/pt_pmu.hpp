#pragma once
// The driver of an Intel PT unit: start, stop, the interrupt in the middle, and VMX.
//
// Source: arch/x86/events/intel/pt.c pt_config_start, pt_config, pt_config_stop, pt_event_start,
// pt_event_add, pt_event_stop, intel_pt_interrupt, intel_pt_handle_vmx.
// Deviations: what is traced (branches, timing, filters) is left out; PERF_EF_UPDATE is always set.
// Tested by tests/properties, against recorded answers.

#include "protocol/aux/aux_order.hpp"
#include "protocol/aux/observations.hpp"
#include "protocol/aux/trace_unit.hpp"
#include "protocol/core/error_number.hpp"
#include "protocol/pt/defects.hpp"
#include "protocol/pt/pt_buffer.hpp"
#include "protocol/pt/sites.hpp"

namespace ringcheck {

/// Enables trace or, while VMX is on, marks the transaction as having a gap. Notes that trace is
/// enabled.
template <AuxCpu C, TraceUnit<C> Unit>
void pt_config_start(C& cpu, Unit& unit, const PtUnit& pt) {
  using Value = typename C::Value;
  if (cpu.branch(!(cpu.read_once(pt.at.vmx_on) == Value(0)))) {
    if (!pt.aux.has(defect::kPtVmxStartNotFlagged))
      perf_aux_output_flag(cpu, pt.handle, Value(kAuxPartial));
  } else {
    cpu.write_once(pt.at.ctl, 1);
    unit.start(cpu);
  }
  cpu.write_once(pt.at.config, kPtConfigured | kPtTraceEn);
}

/// Configures the unit and enables trace, and notes that before; the first time it clears the
/// status. It looks the buffer up once more: an interrupt that has closed the transaction since the
/// gate was opened leaves none.
template <AuxCpu C, TraceUnit<C> Unit>
void pt_config(C& cpu, Unit& unit, const PtUnit& pt) {
  using Value = typename C::Value;
  const bool open = cpu.branch(perf_get_aux(cpu, pt.handle));
  if (cpu.branch(cpu.load(pt.at.config) == Value(0))) cpu.write_once(pt.at.status, 0);
  if (!open) return tell<said::NullUsed>(cpu);
  if (!pt.noted_late) cpu.store(pt.at.config, kPtConfigured | kPtTraceEn);
  pt_config_start(cpu, unit, pt);
}

/// Disables trace, unless it is disabled already, and orders what the unit wrote before what
/// follows (B). Disabling serialises the unit's packets, but does not make them visible.
template <AuxCpu C, TraceUnit<C> Unit>
void pt_config_stop(C& cpu, Unit& unit, const PtUnit& pt) {
  using Value = typename C::Value;
  const Value config = cpu.read_once(pt.at.config);
  if (cpu.branch((config & Value(kPtTraceEn)) == Value(0))) return;
  if (cpu.branch(cpu.read_once(pt.at.vmx_on) == Value(0))) {
    cpu.write_once(pt.at.ctl, 0);
    unit.stop(cpu);
    unit.drain(cpu);
  }
  cpu.write_once(pt.at.config, config - Value(kPtTraceEn));
  const Strength b = pt.aux.plan.at(site::kPtB);
  cpu.site("pt_B");
  if (b == Strength::wmb) cpu.wmb();
  if (b == Strength::mb) cpu.smp_mb();
}

/// Finds out what a stopped unit wrote. Returns it, in bytes; in snapshot mode the head.
template <AuxCpu C>
typename C::Value pt_take_data(C& cpu, const PtUnit& pt, const typename C::Value& rest) {
  pt_read_offset(cpu, pt);
  pt_handle_status(cpu, pt);
  pt_update_head(cpu, pt);
  return cpu.local_xchg(pt.at.data_size, rest);
}

/// Starts the event: a transaction, markers, and the unit. An event that cannot start is stopped.
template <AuxCpu C, TraceUnit<C> Unit>
void pt_event_start(C& cpu, Unit& unit, const PtUnit& pt, const PerfEvent& event) {
  cpu.scope([&] {
    if (!cpu.branch(perf_aux_output_begin(cpu, pt.aux, pt.handle, event))) {
      cpu.store(event.at->hw_state, kHesStopped);
      return;
    }
    pt_buffer_reset_offsets(cpu, pt);
    if (!pt.snapshot() && !pt_buffer_reset_markers(cpu, pt)) {
      perf_aux_output_end(cpu, pt.aux, pt.handle, typename C::Value(0));
      cpu.store(event.at->hw_state, kHesStopped);
      return;
    }
    cpu.write_once(pt.at.handle_nmi, 1);
    cpu.store(event.at->hw_state, 0);
    pt_config_buffer(cpu, pt);
    pt_config(cpu, unit, pt);
  });
}

/// Stops the event and closes its transaction. It closes the gate first, for interrupts to see.
template <AuxCpu C, TraceUnit<C> Unit>
void pt_event_stop(C& cpu, Unit& unit, const PtUnit& pt, const PerfEvent& event) {
  using Value = typename C::Value;
  cpu.scope([&] {
    const bool late = pt.aux.has(defect::kPtGateClosedLate) ||
                      compiler_swapped(cpu, pt.aux.plan, site::kPtNmiBeforeStop);
    if (!late) cpu.write_once(pt.at.handle_nmi, 0);
    fence_at(cpu, pt.aux.plan, site::kPtNmiBeforeStop);
    pt_config_stop(cpu, unit, pt);
    if (late) cpu.write_once(pt.at.handle_nmi, 0);
    if (cpu.branch(cpu.load(event.at->hw_state) == Value(kHesStopped))) return;
    cpu.store(event.at->hw_state, kHesStopped);
    if (!cpu.branch(perf_get_aux(cpu, pt.handle))) return;
    Value size = pt_take_data(cpu, pt, Value(pt.snapshot() ? pt.size() : 0));
    if (pt.snapshot()) {
      cpu.store(pt.handle.head, size);
      size = cpu.local_xchg(pt.at.data_size, 0);
    }
    perf_aux_output_end(cpu, pt.aux, pt.handle, size);
  });
}

/// The event comes to the CPU, and starts if `start` says so. Returns 0, kBusy while another
/// event's transaction is open there, or kInvalid if it does not start.
template <AuxCpu C, TraceUnit<C> Unit>
int pt_event_add(C& cpu, Unit& unit, const PtUnit& pt, const PerfEvent& event, bool start) {
  using Value = typename C::Value;
  if (!cpu.branch(cpu.load(pt.handle.event) == Value(0))) return kBusy;
  if (!start) {
    cpu.store(event.at->hw_state, kHesStopped);
    return 0;
  }
  pt_event_start(cpu, unit, pt, event);
  return cpu.branch(cpu.load(event.at->hw_state) == Value(kHesStopped)) ? kInvalid : 0;
}

/// The unit's interrupt: closes the transaction and opens the next one, unless the event is being
/// stopped.
template <AuxCpu C, TraceUnit<C> Unit>
void intel_pt_interrupt(C& cpu, Unit& unit, const PtUnit& pt) {
  using Value = typename C::Value;
  cpu.scope([&] {
    const Value pointer = cpu.load(pt.handle.event);
    if (!pt.aux.has(defect::kPtGateNotChecked) &&
        cpu.branch(cpu.read_once(pt.at.handle_nmi) == Value(0)))
      return;
    const PerfEvent* event = event_at(cpu, pt.aux.events, pointer);
    if (event == nullptr) return;
    pt_config_stop(cpu, unit, pt);
    if (!cpu.branch(perf_get_aux(cpu, pt.handle))) return;
    const Value size = pt_take_data(cpu, pt, Value(0));
    perf_aux_output_end(cpu, pt.aux, pt.handle, size);
    if (!cpu.branch(cpu.load(event->at->hw_state) == Value(0))) return;
    if (!cpu.branch(perf_aux_output_begin(cpu, pt.aux, pt.handle, *event))) {
      cpu.store(event->at->hw_state, kHesStopped);
      return;
    }
    pt_buffer_reset_offsets(cpu, pt);
    if (!pt_buffer_reset_markers(cpu, pt)) {
      perf_aux_output_end(cpu, pt.aux, pt.handle, Value(0));
      return;
    }
    pt_config_buffer(cpu, pt);
    pt_config_start(cpu, unit, pt);
  });
}

/// The interrupt as the core hands it on: not at all while no event is active. `others`: active
/// events besides the unit's own. Source: arch/x86/events/core.c perf_event_nmi_handler,
/// x86_add_exclusive.
template <AuxCpu C, TraceUnit<C> Unit>
void perf_event_nmi_handler(C& cpu, Unit& unit, const PtUnit& pt, std::uint64_t others) {
  const bool counted = !pt.aux.has(defect::kPtIrqByOtherEvents);
  if (others + (counted ? 1 : 0) != 0) intel_pt_interrupt(cpu, unit, pt);
}

/// VMX is switched on or off: an open transaction has a gap. Interrupts are masked, so only the
/// unit's own can come in between.
template <AuxCpu C, TraceUnit<C> Unit>
void intel_pt_handle_vmx(C& cpu, Unit& unit, const PtUnit& pt, bool on) {
  using Value = typename C::Value;
  cpu.scope([&] {
    cpu.write_once(pt.at.vmx_on, on ? 1 : 0);
    if (cpu.branch(cpu.load(pt.handle.event) == Value(0))) return;
    if (!pt.aux.has(defect::kPtVmxSwitchNotFlagged))
      perf_aux_output_flag(cpu, pt.handle, Value(kAuxPartial));
    if (on) return;
    const Value enabled = cpu.load(pt.at.config) & Value(kPtTraceEn);
    cpu.write_once(pt.at.ctl, enabled);
    if (cpu.branch(!(enabled == Value(0)))) unit.start(cpu);
  });
}

}  // namespace ringcheck
