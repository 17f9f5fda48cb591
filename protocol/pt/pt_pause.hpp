#pragma once
// The driver of an Intel PT unit that other events pause and resume, as Linux 6.12 has it. It opens
// the gate of the interrupt only after the configuration, has gates of its own for pausing and
// resuming, and keeps in the event's state whether the transaction is closed (kHesUptodate).
//
// Source: arch/x86/events/intel/pt.c pt_config_start, pt_config_enable, pt_config, pt_event_start,
// pt_event_stop, pt_event_add, intel_pt_interrupt, pt_event_snapshot_aux; kernel/events/core.c
// __perf_event_aux_pause. Deviations: as in pt_pmu.hpp; that the unit says it is triggered is not
// represented. Tested by `make kernel`.

#include "protocol/pt/aux_sample.hpp"
#include "protocol/pt/pt_pmu.hpp"

namespace ringcheck {

/// A unit whose driver pauses: addresses of the words that it has besides.
struct PausingPt {
  PtUnit pt;
  std::uint64_t pause_allowed = 0;   ///< pt->pause_allowed
  std::uint64_t resume_allowed = 0;  ///< pt->resume_allowed
  std::uint64_t paused = 0;          ///< event->hw.aux_paused
};

/// Sets and clears bits of an event's state.
template <AuxCpu C>
void change_hw_state(C& cpu, const PerfEvent& event, std::uint64_t set, std::uint64_t clear) {
  using Value = typename C::Value;
  Value state = cpu.load(event.at->hw_state);
  state = state - (state & Value(set | clear)) + Value(set);
  cpu.store(event.at->hw_state, state);
}

/// Enables trace, unless the event is paused.
template <AuxCpu C, TraceUnit<C> Unit>
void pt_config_start(C& cpu, Unit& unit, const PausingPt& p) {
  if (cpu.branch(!(cpu.read_once(p.paused) == typename C::Value(0)))) return;
  pt_config_start(cpu, unit, p.pt);
}

/// Opens the gates and enables trace: that of resuming before, for an interrupt to close it, and
/// that of pausing after, so that a pause does not come in the middle.
template <AuxCpu C, TraceUnit<C> Unit>
void pt_config_enable(C& cpu, Unit& unit, const PausingPt& p) {
  cpu.barrier();
  cpu.write_once(p.resume_allowed, 1);
  cpu.barrier();
  cpu.write_once(p.pt.at.handle_nmi, 1);
  cpu.barrier();
  pt_config_start(cpu, unit, p);
  cpu.barrier();
  cpu.write_once(p.pause_allowed, 1);
}

/// Configures the unit and enables trace.
template <AuxCpu C, TraceUnit<C> Unit>
void pt_config(C& cpu, Unit& unit, const PausingPt& p) {
  using Value = typename C::Value;
  const bool open = cpu.branch(perf_get_aux(cpu, p.pt.handle));
  if (cpu.branch(cpu.load(p.pt.at.config) == Value(0))) cpu.write_once(p.pt.at.status, 0);
  if (!open) return tell<said::NullUsed>(cpu);
  cpu.store(p.pt.at.config, kPtConfigured | kPtTraceEn);
  pt_config_enable(cpu, unit, p);
}

/// Closes the gates of pausing and resuming.
template <AuxCpu C>
void pt_forbid_pausing(C& cpu, const PausingPt& p) {
  cpu.write_once(p.pause_allowed, 0);
  cpu.write_once(p.resume_allowed, 0);
  cpu.barrier();
}

/// Starts the event: a transaction, markers, and the unit. Without a stop that closed the
/// transaction, only the unit.
template <AuxCpu C, TraceUnit<C> Unit>
void pt_event_start(C& cpu, Unit& unit, const PausingPt& p, const PerfEvent& event) {
  using Value = typename C::Value;
  const PtUnit& pt = p.pt;
  cpu.scope([&] {
    if (cpu.branch((cpu.load(event.at->hw_state) & Value(kHesUptodate)) == Value(0))) {
      change_hw_state(cpu, event, 0, kHesStopped);
      return pt_config_enable(cpu, unit, p);
    }
    bool begun = cpu.branch(perf_aux_output_begin(cpu, pt.aux, pt.handle, event));
    if (begun) pt_buffer_reset_offsets(cpu, pt);
    if (begun && !pt.snapshot() && !pt_buffer_reset_markers(cpu, pt)) {
      perf_aux_output_end(cpu, pt.aux, pt.handle, Value(0));
      begun = false;
    }
    if (!begun) return change_hw_state(cpu, event, kHesStopped | kHesUptodate, 0);
    change_hw_state(cpu, event, 0, kHesStopped | kHesUptodate);
    pt_config_buffer(cpu, pt);
    pt_config(cpu, unit, p);
  });
}

/// Stops the event and closes its transaction.
template <AuxCpu C, TraceUnit<C> Unit>
void pt_event_stop(C& cpu, Unit& unit, const PausingPt& p, const PerfEvent& event) {
  using Value = typename C::Value;
  const PtUnit& pt = p.pt;
  cpu.scope([&] {
    cpu.write_once(pt.at.handle_nmi, 0);
    cpu.barrier();
    pt_forbid_pausing(cpu, p);
    pt_config_stop(cpu, unit, pt);
    change_hw_state(cpu, event, kHesStopped, 0);
    const Value state = cpu.load(event.at->hw_state);
    if (cpu.branch(!((state & Value(kHesUptodate)) == Value(0)))) return;
    if (!cpu.branch(perf_get_aux(cpu, pt.handle))) return;
    Value size = pt_take_data(cpu, pt, Value(pt.snapshot() ? pt.size() : 0));
    if (pt.snapshot()) {
      cpu.store(pt.handle.head, size);
      size = cpu.local_xchg(pt.at.data_size, 0);
    }
    perf_aux_output_end(cpu, pt.aux, pt.handle, size);
    change_hw_state(cpu, event, kHesUptodate, 0);
  });
}

/// The event comes to the CPU, and starts if `start` says so. Returns 0, kBusy while another
/// event's transaction is open there, or kInvalid if it does not start.
template <AuxCpu C, TraceUnit<C> Unit>
int pt_event_add(C& cpu, Unit& unit, const PausingPt& p, const PerfEvent& event, bool start) {
  using Value = typename C::Value;
  if (!cpu.branch(cpu.load(p.pt.handle.event) == Value(0))) return kBusy;
  change_hw_state(cpu, event, kHesUptodate, 0);
  if (!start) {
    change_hw_state(cpu, event, kHesStopped, 0);
    return 0;
  }
  pt_event_start(cpu, unit, p, event);
  const Value state = cpu.load(event.at->hw_state);
  return cpu.branch((state & Value(kHesStopped)) == Value(0)) ? 0 : kInvalid;
}

/// The unit's interrupt: closes the transaction and opens the next one, unless the event is being
/// stopped.
template <AuxCpu C, TraceUnit<C> Unit>
void intel_pt_interrupt(C& cpu, Unit& unit, const PausingPt& p) {
  using Value = typename C::Value;
  const PtUnit& pt = p.pt;
  cpu.scope([&] {
    const Value pointer = cpu.load(pt.handle.event);
    if (cpu.branch(cpu.read_once(pt.at.handle_nmi) == Value(0))) return;
    const PerfEvent* event = event_at(cpu, pt.aux.events, pointer);
    if (event == nullptr) return;
    pt_config_stop(cpu, unit, pt);
    if (!cpu.branch(perf_get_aux(cpu, pt.handle))) return;
    const Value size = pt_take_data(cpu, pt, Value(0));
    perf_aux_output_end(cpu, pt.aux, pt.handle, size);
    change_hw_state(cpu, *event, kHesUptodate, 0);
    const Value state = cpu.load(event->at->hw_state);
    if (cpu.branch(!((state & Value(kHesStopped)) == Value(0)))) return;
    if (!cpu.branch(perf_aux_output_begin(cpu, pt.aux, pt.handle, *event))) {
      change_hw_state(cpu, *event, kHesStopped, 0);
      return cpu.write_once(p.resume_allowed, 0);
    }
    pt_buffer_reset_offsets(cpu, pt);
    if (!pt_buffer_reset_markers(cpu, pt)) {
      perf_aux_output_end(cpu, pt.aux, pt.handle, Value(0));
      return cpu.write_once(p.resume_allowed, 0);
    }
    pt_config_buffer(cpu, pt);
    pt_config_start(cpu, unit, p);
    change_hw_state(cpu, *event, 0, kHesUptodate);
  });
}

/// Copies the newest `size` bytes into the reservation of `handle`; as pt_event_snapshot_aux of a
/// driver that does not pause.
template <AuxCpu C, TraceUnit<C> Unit>
typename C::Value pt_event_snapshot_aux(C& cpu, Unit& unit, const PausingPt& p,
                                        PerfOutputHandle<C>& handle, std::uint64_t size) {
  using Value = typename C::Value;
  const PtUnit& pt = p.pt;
  if (!cpu.branch(perf_get_aux(cpu, pt.handle)) || !pt.snapshot()) {
    tell<said::Warned>(cpu, size);
    return 0;
  }
  pt_forbid_pausing(cpu, p);
  pt_config_stop(cpu, unit, pt);
  pt_read_offset(cpu, pt);
  pt_update_head(cpu, pt);
  const Value to = cpu.local_read(pt.at.data_size);
  const Value lap = cpu.branch(to < Value(size)) ? Value(pt.size()) : Value(0);
  const Value copied = perf_output_copy_aux(cpu, pt.aux, handle, lap + to - Value(size), to);
  if (cpu.branch(!(cpu.read_once(pt.at.handle_nmi) == Value(0)))) {
    cpu.write_once(p.resume_allowed, 1);
    cpu.barrier();
    pt_config_start(cpu, unit, p);
    cpu.barrier();
    cpu.write_once(p.pause_allowed, 1);
  }
  return copied;
}

/// Another event pauses this one, or lets it go on.
template <AuxCpu C, TraceUnit<C> Unit>
void perf_event_aux_pause(C& cpu, Unit& unit, const PausingPt& p, bool pause) {
  using Value = typename C::Value;
  cpu.scope([&] {
    if (cpu.branch(cpu.load(p.paused) == Value(pause ? 1 : 0))) return;
    cpu.store(p.paused, pause ? 1 : 0);
    const std::uint64_t gate = pause ? p.pause_allowed : p.resume_allowed;
    if (cpu.branch(cpu.read_once(gate) == Value(0))) return;
    if (pause) return pt_config_stop(cpu, unit, p.pt);
    const Value status = cpu.read_once(p.pt.at.status);
    if (cpu.branch(!((status & Value(kPtStopped | kPtError)) == Value(0)))) return;
    // An interrupt may have come meanwhile.
    if (cpu.branch(cpu.read_once(gate) == Value(0))) return;
    pt_config_start(cpu, unit, p);
  });
}

}  // namespace ringcheck
