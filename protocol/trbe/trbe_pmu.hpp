#pragma once
// The driver of an Arm TRBE, and the part of the ETM's driver that starts and stops it.
//
// Source: drivers/hwtracing/coresight/coresight-trbe.c set_trbe_disabled, __arm_trbe_enable,
// trbe_enable_hw, trbe_stop_and_truncate_event, trbe_handle_overflow, arm_trbe_irq_handler,
// arm_trbe_update_buffer, arm_trbe_disable; coresight-etm-perf.c etm_event_start, etm_event_stop.
// Deviations: of the syndrome only "filled" and "something fatal" are told apart, so that nothing is
// spurious (trbe_handle_spurious would enable the unit again as it is); the drain after disabling that an erratum asks for, and the isb after that, are one
// with the drain before. Tested by tests/properties/aux/aux_mutants_test.cpp.

#include "protocol/aux/aux_order.hpp"
#include "protocol/aux/trace_unit.hpp"
#include "protocol/trbe/defects.hpp"
#include "protocol/trbe/sites.hpp"
#include "protocol/trbe/trbe_buffer.hpp"

namespace ringcheck {

/// Of the flags' format: raw trace of a tracer, without a sink's frames.
/// Source: PERF_AUX_FLAG_CORESIGHT_FORMAT_RAW.
inline constexpr std::uint64_t kTrbeFormatRaw = 0x100;

/// Disables the buffer; its limit can still be read.
template <AuxCpu C>
void set_trbe_disabled(C& cpu, const TrbeUnit& trbe) {
  using Value = typename C::Value;
  const Value limit = cpu.read_once(trbe.at.limit);
  cpu.write_once(trbe.at.limit, limit - (limit & Value(kTrbeEnable)));
  if (!trbe.has(defect::kTrbeNoIsbOff)) context_sync(cpu);
}

/// Waits for what is on its way, which is visible then (B), and disables the buffer.
template <AuxCpu C, TraceUnit<C> Unit>
void trbe_drain_and_disable_local(C& cpu, Unit& unit, const TrbeUnit& trbe) {
  unit.drain(cpu);
  fence_at(cpu, trbe.aux.plan, site::kTrbeB);
  set_trbe_disabled(cpu, trbe);
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

/// Programs the unit for the open transaction. False if there is no room: then that is closed.
/// Source: __arm_trbe_enable, trbe_apply_work_around_before_enable.
template <AuxCpu C, TraceUnit<C> Unit>
bool arm_trbe_enable(C& cpu, Unit& unit, const TrbeUnit& trbe) {
  using Value = typename C::Value;
  if (!trbe.has(defect::kTrbeFormatNotFlagged))
    perf_aux_output_flag(cpu, trbe.handle, Value(kTrbeFormatRaw));
  const Value end = trbe.aux.overwrite ? Value(trbe.size()) : trbe_normal_offset(cpu, trbe);
  Value pointer = Value(trbe.buffer) + trbe.offset(cpu.load(trbe.handle.head));
  Value limit = Value(trbe.buffer) + end;
  Value base = trbe.buffer;
  // Where a unit may write elsewhere, the pointer is at a page, and more than a page is left.
  const bool fits =
      (trbe.errata.overwrites == 0 || cpu.branch(pointer % Value(trbe.page_size) == Value(0))) &&
      (trbe.errata.beyond_limit == 0 ||
       cpu.branch(pointer + Value(trbe.errata.overwrites + trbe.page_size) < limit));
  if (cpu.branch(end == Value(0)) || !fits) {
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
  set_trbe_disabled(cpu, trbe);
  cpu.write_once(trbe.at.status, 0);
  cpu.write_once(trbe.at.base, base);
  cpu.write_once(trbe.at.pointer, pointer);
  if (!trbe.has(defect::kTrbeNoIsb)) context_sync(cpu);
  cpu.write_once(trbe.at.limit, limit | Value(kTrbeEnable));
  context_sync(cpu);
  unit.start(cpu);
  return true;
}

/// Marks the transaction: trace was made between the fill and now, and not captured. TRUNCATED
/// would stop the event, where there is room.
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

/// The unit's interrupt. `irq_work_run(cpu)` runs what perf has queued, which may disable the
/// event. True if the interrupt was the unit's.
template <AuxCpu C, TraceUnit<C> Unit, class IrqWork>
bool arm_trbe_irq_handler(C& cpu, Unit& unit, const TrbeUnit& trbe, IrqWork&& irq_work_run) {
  using Value = typename C::Value;
  return cpu.scope([&] {
    const Value status = cpu.read_once(trbe.at.status);
    if (cpu.branch((status & Value(kTrbeIrq)) == Value(0))) return false;
    const Value trfcr = cpu.read_once(trbe.at.trfcr);
    cpu.write_once(trbe.at.trfcr, 0);
    trbe_drain_and_disable_local(cpu, unit, trbe);
    cpu.write_once(trbe.at.status, status - (status & Value(kTrbeIrq)));
    context_sync(cpu);
    const bool unusable = cpu.branch(cpu.load(trbe.at.handle) == Value(0)) ||
                          !cpu.branch(perf_get_aux(cpu, trbe.handle));
    const PerfEvent* event = event_at(cpu, trbe.aux.events, cpu.load(trbe.handle.event));
    if (unusable || event == nullptr) return false;
    bool going_on = false;
    if (cpu.branch((status & Value(kTrbeWrap)) == Value(0)))
      trbe_stop_and_truncate_event(cpu, unit, trbe);
    else
      going_on = trbe_handle_overflow(cpu, unit, trbe, *event);
    if (!going_on) irq_work_run(cpu);
    // Without a buffer the CPU may not trace: nobody would know what was lost.
    if (going_on || trbe.has(defect::kTrbeTracesWithoutBuffer))
      cpu.write_once(trbe.at.trfcr, trfcr);
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
    if (cpu.branch((cpu.read_once(trbe.at.limit) & Value(kTrbeEnable)) == Value(0))) return 0;
    trbe_drain_and_disable_local(cpu, unit, trbe);
    if (trbe.has(defect::kTrbeIrqNotMasked)) interrupts(cpu);
    const Value status = cpu.read_once(trbe.at.status);
    bool wrapped = false;
    if (!cpu.branch((status & Value(kTrbeIrq)) == Value(0))) {
      if (!trbe.has(defect::kTrbeStatusNotCleared))
        cpu.write_once(trbe.at.status, status - (status & Value(kTrbeIrq)));
      context_sync(cpu);
      if (cpu.branch((status & Value(kTrbeWrap)) == Value(0))) {
        if (trbe.error_is_loss) perf_aux_output_flag(cpu, trbe.handle, Value(kAuxTruncated));
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

/// Starts the event: a transaction, the sink, and the tracer. What cannot start is stopped.
/// Source: etm_event_start.
template <AuxCpu C, TraceUnit<C> Unit>
void etm_event_start(C& cpu, Unit& unit, const TrbeUnit& trbe, const PerfEvent& event) {
  cpu.scope([&] {
    if (!cpu.branch(perf_aux_output_begin(cpu, trbe.aux, trbe.handle, event)) ||
        !arm_trbe_enable(cpu, unit, trbe)) {
      cpu.store(event.at->hw_state, kHesStopped);
      return;
    }
    cpu.write_once(trbe.at.trfcr, 1);
    cpu.store(event.at->hw_state, 0);
  });
}

/// Stops the event: the tracer, then the sink, whose interrupt may have closed the transaction.
/// `interrupts` as above. Source: etm_event_stop, arm_trbe_disable.
template <AuxCpu C, TraceUnit<C> Unit, class Interrupts>
void etm_event_stop(C& cpu, Unit& unit, const TrbeUnit& trbe, const PerfEvent& event,
                    Interrupts&& interrupts) {
  using Value = typename C::Value;
  cpu.scope([&] {
    if (cpu.branch(cpu.load(event.at->hw_state) == Value(kHesStopped))) return;
    cpu.write_once(trbe.at.trfcr, 0);
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

}  // namespace ringcheck
