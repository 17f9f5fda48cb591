#pragma once
// The driver of an Arm TRBE, and the part of the ETM's driver that starts and stops it.
//
// Source: drivers/hwtracing/coresight/coresight-trbe.c set_trbe_disabled, set_trbe_enabled,
// clr_trbe_status, trbe_get_fault_act, __arm_trbe_enable, trbe_enable_hw,
// trbe_stop_and_truncate_event, trbe_handle_overflow, trbe_handle_spurious, is_perf_trbe,
// arm_trbe_irq_handler, arm_trbe_update_buffer, arm_trbe_disable, trbe_reset_local;
// coresight-trbe.h; coresight-self-hosted-trace.h; coresight-etm-perf.c etm_event_start,
// etm_event_stop, etm_event_add.
// Deviations: a path is the sink alone, and a tracer is TRFCR (protocol/coresight has both), so that
// neither fails but for want of room; what the driver keeps of registers of its own CPU is what they
// say, so that is_perf_trbe finds no other unit's.
// Tested by tests/properties/aux/aux_mutants_test.cpp and `ringcheck kernel --area trbe`.

#include "protocol/aux/aux_order.hpp"
#include "protocol/aux/trace_unit.hpp"
#include "protocol/coresight/tracer_id.hpp"
#include "protocol/trbe/defects.hpp"
#include "protocol/trbe/sites.hpp"
#include "protocol/trbe/trbe_buffer.hpp"

namespace ringcheck {

/// A format in the flags: raw trace of a tracer, without a sink's frames.
/// Source: PERF_AUX_FLAG_CORESIGHT_FORMAT_RAW.
inline constexpr std::uint64_t kTrbeFormatRaw = 0x100;

/// True iff the buffer is enabled.
template <AuxCpu C>
bool is_trbe_enabled(C& cpu, const TrbeUnit& trbe) {
  using Value = typename C::Value;
  return !cpu.branch((cpu.read_once(trbe.at.limit) & Value(kTrbeEnable)) == Value(0));
}

/// Registers of an enabled unit must not be written.
template <AuxCpu C>
void warn_if_enabled(C& cpu, const TrbeUnit& trbe) {
  if (is_trbe_enabled(cpu, trbe)) tell<said::Warned>(cpu, trbe.at.limit);
}

/// Waits for writes on their way, which are visible then (B).
template <AuxCpu C, TraceUnit<C> Unit>
void trbe_drain_buffer(C& cpu, Unit& unit, const TrbeUnit& trbe) {
  unit.drain(cpu);
  fence_at(cpu, trbe.aux.plan, site::kTrbeB);
}

/// Disables the buffer; its limit can still be read.
template <AuxCpu C, TraceUnit<C> Unit>
void set_trbe_disabled(C& cpu, Unit& unit, const TrbeUnit& trbe) {
  cpu.write_once(trbe.at.limit, get_trbe_limit_pointer(cpu, trbe));
  if (trbe.errata.needs_drain) trbe_drain_buffer(cpu, unit, trbe);
  if (!trbe.has(defect::kTrbeNoIsbOff)) context_sync(cpu);
}

/// Enables the buffer up to `limit`.
template <AuxCpu C>
void set_trbe_enabled(C& cpu, const TrbeUnit& trbe, const typename C::Value& limit) {
  cpu.write_once(trbe.at.limit, limit | typename C::Value(kTrbeEnable));
  context_sync(cpu);
  if (trbe.errata.needs_sync) context_sync(cpu);
}

template <AuxCpu C, TraceUnit<C> Unit>
void trbe_drain_and_disable_local(C& cpu, Unit& unit, const TrbeUnit& trbe) {
  trbe_drain_buffer(cpu, unit, trbe);
  set_trbe_disabled(cpu, unit, trbe);
}

/// Clears `bits` in the status.
template <AuxCpu C>
void clear_status(C& cpu, const TrbeUnit& trbe, const typename C::Value& status,
                  std::uint64_t bits) {
  cpu.write_once(trbe.at.status, status - (status & typename C::Value(bits)));
}

/// Acknowledges the interrupt. Source: clr_trbe_irq.
template <AuxCpu C>
void clr_trbe_irq(C& cpu, const TrbeUnit& trbe) {
  clear_status(cpu, trbe, cpu.read_once(trbe.at.status), kTrbeIrq);
}

/// The CPU may trace from here on as `trfcr` says.
template <AuxCpu C>
void write_trfcr(C& cpu, const TrbeUnit& trbe, const typename C::Value& trfcr) {
  cpu.write_once(trbe.at.trfcr, trfcr);
  context_sync(cpu);
}

/// The CPU may not trace from here on. Returns what it might before.
template <AuxCpu C>
typename C::Value cpu_prohibit_trace(C& cpu, const TrbeUnit& trbe) {
  const typename C::Value before = cpu.read_once(trbe.at.trfcr);
  write_trfcr(cpu, trbe, 0);
  return before;
}

/// Closes the transaction, truncated and empty, and keeps the interrupt from the handle.
template <AuxCpu C, TraceUnit<C> Unit>
void trbe_stop_and_truncate_event(C& cpu, Unit& unit, const TrbeUnit& trbe) {
  using Value = typename C::Value;
  trbe_drain_and_disable_local(cpu, unit, trbe);
  perf_aux_output_flag(cpu, trbe.handle, Value(kAuxTruncated));
  perf_aux_output_end(cpu, trbe.aux, trbe.handle, Value(0));
  cpu.store(trbe.at.handle, 0);
}

/// The addresses that a unit is told.
template <class Value>
struct TrbeSpan {
  Value base, pointer, limit;
};

/// Programs a unit, whatever it did before, and enables it.
template <AuxCpu C, TraceUnit<C> Unit>
void trbe_enable_hw(C& cpu, Unit& unit, const TrbeUnit& trbe,
                    const TrbeSpan<typename C::Value>& span) {
  set_trbe_disabled(cpu, unit, trbe);
  const typename C::Value status = cpu.read_once(trbe.at.status);
  warn_if_enabled(cpu, trbe);
  std::uint64_t forgotten = kTrbeForgotten;
  if (trbe.repairs.abort_is_forgotten) forgotten |= kTrbeAbort;
  clear_status(cpu, trbe, status, forgotten);
  warn_if_enabled(cpu, trbe);
  cpu.write_once(trbe.at.base, span.base);
  warn_if_enabled(cpu, trbe);
  cpu.write_once(trbe.at.pointer, span.pointer);
  if (!trbe.has(defect::kTrbeNoIsb)) context_sync(cpu);
  // The register's other bits stay as they are, or never change.
  cpu.read_once(trbe.at.limit);
  set_trbe_enabled(cpu, trbe, span.limit);
}

/// Programs the unit for the open transaction. False if there is no room: then the transaction is
/// closed. Source: __arm_trbe_enable, trbe_apply_work_around_before_enable.
template <AuxCpu C, TraceUnit<C> Unit>
bool arm_trbe_enable(C& cpu, Unit& unit, const TrbeUnit& trbe) {
  using Value = typename C::Value;
  if (!trbe.has(defect::kTrbeFormatNotFlagged))
    perf_aux_output_flag(cpu, trbe.handle, Value(kTrbeFormatRaw));
  const Value end = trbe.aux.overwrite ? Value(trbe.size()) : trbe_normal_offset(cpu, trbe);
  Value pointer = Value(trbe.buffer) + trbe.offset(cpu.load(trbe.handle.head));
  Value limit = Value(trbe.buffer) + end;
  Value base = trbe.buffer;
  // If a unit may write elsewhere, the pointer is at a page, and more than a page is left.
  const bool fits =
      (trbe.errata.overwrites == 0 || cpu.branch(pointer % Value(trbe.page_size) == Value(0))) &&
      (trbe.errata.beyond_limit == 0 ||
       cpu.branch(pointer + Value(trbe.errata.overwrites + trbe.page_size) < limit));
  const bool has_room = !cpu.branch(end == Value(0));
  if (has_room && !fits) tell<said::Warned>(cpu, pointer);
  if (!has_room || !fits) {
    trbe_stop_and_truncate_event(cpu, unit, trbe);
    return false;
  }
  if (trbe.errata.overwrites != 0) {
    if (!trbe.has(defect::kTrbeBaseAtStart)) base = pointer;
    pointer = pointer + Value(trbe.errata.overwrites);
  }
  if (trbe.errata.beyond_limit != 0 && !trbe.has(defect::kTrbeNoSparePage))
    limit = limit - Value(trbe.page_size);
  cpu.store(trbe.at.handle, 1);
  trbe_enable_hw(cpu, unit, trbe, {base, pointer, limit});
  unit.start(cpu);
  return true;
}

/// What an interrupt of the unit is about.
enum class TrbeFault : std::uint8_t { wrap, spurious, fatal };

/// Source: trbe_get_fault_act.
template <AuxCpu C>
TrbeFault trbe_get_fault_act(C& cpu, const TrbeUnit& trbe, const typename C::Value& status) {
  using Value = typename C::Value;
  const auto is = [&](std::uint64_t mask, std::uint64_t bits) {
    return cpu.branch((status & Value(mask)) == Value(bits));
  };
  if (is(kTrbeStopped, 0)) tell<said::Warned>(cpu, status);
  if (!is(kTrbeTriggered | kTrbeAbort, 0)) return TrbeFault::fatal;
  if (is(kTrbeClass, kTrbeStage1Abort) || is(kTrbeClass, kTrbeStage2Abort)) return TrbeFault::fatal;
  const TrbeFault other = trbe.repairs.other_is_fatal ? TrbeFault::fatal : TrbeFault::spurious;
  if (!is(kTrbeWrap | kTrbeClass | kTrbeCode, kTrbeWrap | kTrbeFilled)) return other;
  // A unit that writes on after a fill is not at its base.
  if (trbe.errata.overwrites != 0) return TrbeFault::wrap;
  const Value pointer = cpu.read_once(trbe.at.pointer);
  return cpu.branch(pointer == cpu.read_once(trbe.at.base)) ? TrbeFault::wrap : other;
}

/// Marks the transaction: trace was made between the fill and now, and not captured. TRUNCATED
/// would stop the event, though there is room.
template <AuxCpu C>
void trbe_report_wrap_event(C& cpu, const TrbeUnit& trbe) {
  if (!trbe.has(defect::kTrbeWrapNotFlagged))
    perf_aux_output_flag(cpu, trbe.handle, typename C::Value(kAuxCollision));
}

/// The buffer was filled: closes the transaction and opens the next one. False if there is none.
template <AuxCpu C, TraceUnit<C> Unit>
bool trbe_handle_overflow(C& cpu, Unit& unit, const TrbeUnit& trbe, const PerfEvent& event) {
  using Value = typename C::Value;
  const Value size = trbe_get_trace_size(cpu, trbe, true);
  if (trbe.aux.overwrite) cpu.store(trbe.handle.head, cpu.load(trbe.handle.head) + size);
  trbe_report_wrap_event(cpu, trbe);
  perf_aux_output_end(cpu, trbe.aux, trbe.handle, size);
  if (!cpu.branch(perf_aux_output_begin(cpu, trbe.aux, trbe.handle, event))) {
    trbe_drain_and_disable_local(cpu, unit, trbe);
    cpu.store(trbe.at.handle, 0);
    return false;
  }
  return arm_trbe_enable(cpu, unit, trbe);
}

/// Enables the unit again as it is, with the trace that it wrote so far. Its status still says what
/// stopped it, and it does not go on (docs/findings.md V-43).
template <AuxCpu C>
void trbe_handle_spurious(C& cpu, const TrbeUnit& trbe) {
  set_trbe_enabled(cpu, trbe, cpu.read_once(trbe.at.limit));
}

/// Handles what an interrupt reports. True if the unit goes on.
template <AuxCpu C, TraceUnit<C> Unit>
bool trbe_handle_fault(C& cpu, Unit& unit, const TrbeUnit& trbe, TrbeFault fault,
                       const PerfEvent& event) {
  if (fault == TrbeFault::wrap) return trbe_handle_overflow(cpu, unit, trbe, event);
  if (fault == TrbeFault::spurious)
    trbe_handle_spurious(cpu, trbe);
  else
    trbe_stop_and_truncate_event(cpu, unit, trbe);
  return fault == TrbeFault::spurious;
}

/// The unit's interrupt. `irq_work_run(cpu)` runs what perf has queued, which may disable the
/// event. True if the interrupt was the unit's. The handler uses the handle, and what it leads to,
/// before it checks that they are there.
template <AuxCpu C, TraceUnit<C> Unit, class IrqWork>
bool arm_trbe_irq_handler(C& cpu, Unit& unit, const TrbeUnit& trbe, IrqWork&& irq_work_run) {
  using Value = typename C::Value;
  return cpu.scope([&] {
    const bool has_handle = !cpu.branch(cpu.load(trbe.at.handle) == Value(0));
    if (!has_handle) tell<said::NullUsed>(cpu);
    const Value status = cpu.read_once(trbe.at.status);
    if (cpu.branch((status & Value(kTrbeIrq)) == Value(0))) return false;
    const Value trfcr = cpu_prohibit_trace(cpu, trbe);
    const bool usable = has_handle && cpu.branch(perf_get_aux(cpu, trbe.handle));
    if (!usable) tell<said::NullUsed>(cpu);
    trbe_drain_and_disable_local(cpu, unit, trbe);
    clr_trbe_irq(cpu, trbe);
    context_sync(cpu);
    const PerfEvent* event = event_at(cpu, trbe.aux.events, cpu.load(trbe.handle.event));
    if (!usable || event == nullptr) return false;
    cpu.read_once(trbe.at.base);
    cpu.read_once(trbe.at.limit);
    const TrbeFault fault = trbe_get_fault_act(cpu, trbe, status);
    const bool going_on = trbe_handle_fault(cpu, unit, trbe, fault, *event);
    if (!going_on) irq_work_run(cpu);
    // Without a buffer the CPU must not trace: nobody would know what was lost.
    if (going_on || trbe.has(defect::kTrbeTracesWithoutBuffer)) write_trfcr(cpu, trbe, trfcr);
    return true;
  });
}

/// Finds out what the unit wrote, for an event that is stopped. Interrupts are masked: disabling
/// may itself fill the buffer. Returns bytes, for perf_aux_output_end. `interrupts(cpu)` is where
/// an interrupt would come if they were not.
template <AuxCpu C, TraceUnit<C> Unit, class Interrupts>
typename C::Value arm_trbe_update_buffer(C& cpu, Unit& unit, const TrbeUnit& trbe,
                                         Interrupts&& interrupts) {
  using Value = typename C::Value;
  return cpu.scope([&]() -> Value {
    if (!is_trbe_enabled(cpu, trbe)) return 0;
    trbe_drain_and_disable_local(cpu, unit, trbe);
    if (trbe.has(defect::kTrbeIrqNotMasked)) interrupts(cpu);
    const Value status = cpu.read_once(trbe.at.status);
    bool wrapped = false;
    if (!cpu.branch((status & Value(kTrbeIrq)) == Value(0))) {
      if (!trbe.has(defect::kTrbeStatusNotCleared)) clr_trbe_irq(cpu, trbe);
      context_sync(cpu);
      if (trbe_get_fault_act(cpu, trbe, status) != TrbeFault::wrap) {
        if (trbe.repairs.error_is_loss)
          perf_aux_output_flag(cpu, trbe.handle, Value(kAuxTruncated));
        return 0;
      }
      trbe_report_wrap_event(cpu, trbe);
      wrapped = true;
    }
    const Value size = trbe_get_trace_size(cpu, trbe, wrapped);
    if (trbe.aux.overwrite) cpu.store(trbe.handle.head, cpu.load(trbe.handle.head) + size);
    return size;
  });
}

/// The sink and the tracer of an open transaction. False if there is no room, or the tracer
/// refuses: then the transaction is closed.
template <AuxCpu C, TraceUnit<C> Unit>
bool start_tracing(C& cpu, Unit& unit, const TrbeUnit& trbe, const PerfEvent& event) {
  if (trbe.tracer_case == TracerCase::elsewhere) return true;
  if (!arm_trbe_enable(cpu, unit, trbe)) return false;
  if (trbe.tracer_case == TracerCase::refuses) {
    trbe_drain_and_disable_local(cpu, unit, trbe);
    perf_aux_output_flag(cpu, trbe.handle, typename C::Value(kAuxTruncated));
    perf_aux_output_end(cpu, trbe.aux, trbe.handle, typename C::Value(0));
    return false;
  }
  write_trfcr(cpu, trbe, 1);
  report_tracer_id(cpu, trbe.aux.ring, {trbe.tracer_id, trbe.at.id_told}, event);
  return true;
}

/// Starts the event: a transaction, the sink, and the tracer. An event that cannot start is
/// stopped.
/// Source: etm_event_start.
template <AuxCpu C, TraceUnit<C> Unit>
void etm_event_start(C& cpu, Unit& unit, const TrbeUnit& trbe, const PerfEvent& event) {
  cpu.scope([&] {
    const bool starts = trbe.tracer_case != TracerCase::missing &&
                        cpu.branch(perf_aux_output_begin(cpu, trbe.aux, trbe.handle, event)) &&
                        start_tracing(cpu, unit, trbe, event);
    cpu.store(event.at->hw_state, starts ? 0 : kHesStopped);
  });
}

/// The event comes to its CPU and starts there. False if it cannot start: then it is stopped.
template <AuxCpu C, TraceUnit<C> Unit>
bool etm_event_add(C& cpu, Unit& unit, const TrbeUnit& trbe, const PerfEvent& event, bool started) {
  using Value = typename C::Value;
  if (!started) {
    cpu.store(event.at->hw_state, kHesStopped);
    return true;
  }
  etm_event_start(cpu, unit, trbe, event);
  return cpu.branch((cpu.load(event.at->hw_state) & Value(kHesStopped)) == Value(0));
}

/// Stops the event: the tracer, then the sink, whose interrupt may have closed the transaction.
/// `interrupts` as above. Source: etm_event_stop, arm_trbe_disable.
template <AuxCpu C, TraceUnit<C> Unit, class Interrupts>
void etm_event_stop(C& cpu, Unit& unit, const TrbeUnit& trbe, const PerfEvent& event,
                    Interrupts&& interrupts) {
  using Value = typename C::Value;
  cpu.scope([&] {
    if (cpu.branch(cpu.load(event.at->hw_state) == Value(kHesStopped))) return;
    if (trbe.tracer_case == TracerCase::elsewhere) {
      cpu.store(event.at->hw_state, kHesStopped);
      if (cpu.branch(perf_get_aux(cpu, trbe.handle)))
        perf_aux_output_end(cpu, trbe.aux, trbe.handle, Value(0));
      return;
    }
    cpu_prohibit_trace(cpu, trbe);
    unit.stop(cpu);
    cpu.store(event.at->hw_state, kHesStopped);
    const bool always = trbe.has(defect::kSinkEndsAlways);
    if (always || cpu.branch(perf_get_aux(cpu, trbe.handle))) {
      const Value size = arm_trbe_update_buffer(cpu, unit, trbe, interrupts);
      if (always || cpu.branch(perf_get_aux(cpu, trbe.handle)))
        perf_aux_output_end(cpu, trbe.aux, trbe.handle, size);
    }
    trbe_drain_and_disable_local(cpu, unit, trbe);
  });
}

/// Turns the unit off, and makes it forget what it was told.
template <AuxCpu C, TraceUnit<C> Unit>
void trbe_reset_local(C& cpu, Unit& unit, const TrbeUnit& trbe) {
  trbe_drain_and_disable_local(cpu, unit, trbe);
  for (const std::uint64_t cell : {trbe.at.limit, trbe.at.pointer, trbe.at.base, trbe.at.status})
    cpu.write_once(cell, 0);
}

/// The CPU goes offline: the driver resets the unit. Then perf takes the event off that CPU, which
/// stops it (docs/findings.md V-45). `interrupts` as above.
/// Source: arm_trbe_cpu_teardown, perf_event_exit_cpu; include/linux/cpuhotplug.h.
template <AuxCpu C, TraceUnit<C> Unit, class Interrupts>
void trbe_cpu_goes_offline(C& cpu, Unit& unit, const TrbeUnit& trbe, const PerfEvent& event,
                           Interrupts&& interrupts) {
  if (trbe.repairs.perf_goes_first) {
    etm_event_stop(cpu, unit, trbe, event, interrupts);
    trbe_reset_local(cpu, unit, trbe);
  } else {
    trbe_reset_local(cpu, unit, trbe);
    etm_event_stop(cpu, unit, trbe, event, interrupts);
  }
}

}  // namespace ringcheck
