#pragma once
// The driver of Intel BTS: start, stop, and the interrupt handler, which finds out by itself
// whether the interrupt is its own.
//
// Source: arch/x86/events/intel/bts.c __bts_event_start, bts_event_start, __bts_event_stop,
// bts_event_stop, bts_event_add, intel_bts_enable_local, intel_bts_disable_local,
// intel_bts_interrupt;
// arch/x86/events/intel/core.c intel_pmu_handle_irq.
// Tested by tests/properties, against recorded answers.

#include "protocol/aux/observations.hpp"
#include "protocol/aux/trace_unit.hpp"
#include "protocol/bts/bts_buffer.hpp"
#include "protocol/bts/defects.hpp"
#include "protocol/bts/sites.hpp"
#include "protocol/core/error_number.hpp"

namespace ringcheck {

/// Programs the unit and lets it store branches.
template <AuxCpu C, TraceUnit<C> Unit>
void bts_activate(C& cpu, Unit& unit, const BtsUnit& bts) {
  bts_config_buffer(cpu, bts);
  const Strength strength = bts.aux.plan.at(site::kBtsConfig);
  cpu.site("bts_config");
  if (strength == Strength::wmb) cpu.wmb();
  if (strength == Strength::mb) cpu.smp_mb();
  if (!bts.active_after_enable) cpu.write_once(bts.at.state, state_number(BtsState::active));
  cpu.store(bts.at.enabled, bts.control);
  unit.start(cpu);
  if (bts.active_after_enable) cpu.write_once(bts.at.state, state_number(BtsState::active));
}

/// Keeps the unit from storing branches; the transaction stays open.
template <AuxCpu C, TraceUnit<C> Unit>
void bts_deactivate(C& cpu, Unit& unit, const BtsUnit& bts, BtsState state) {
  cpu.write_once(bts.at.state, state_number(state));
  cpu.store(bts.at.enabled, 0);
  unit.stop(cpu);
  unit.drain(cpu);
}

/// Starts the event: a transaction, space, and the unit. An event that cannot start is stopped.
template <AuxCpu C, TraceUnit<C> Unit>
void bts_event_start(C& cpu, Unit& unit, const BtsUnit& bts, const PerfEvent& event) {
  cpu.scope([&] {
    if (bts.aux.has(defect::kBtsActiveBeforeBegin))
      cpu.write_once(bts.at.state, state_number(BtsState::active));
    if (!cpu.branch(perf_aux_output_begin(cpu, bts.aux, bts.handle, event))) {
      cpu.store(event.at->hw_state, kHesStopped);
      return;
    }
    if (!bts_buffer_reset(cpu, bts)) {
      perf_aux_output_end(cpu, bts.aux, bts.handle, typename C::Value(0));
      cpu.store(event.at->hw_state, kHesStopped);
      return;
    }
    cpu.store(bts.at.back_base, cpu.load(bts.at.base));
    cpu.store(bts.at.back_maximum, cpu.load(bts.at.maximum));
    cpu.store(bts.at.back_threshold, cpu.load(bts.at.threshold));
    cpu.store(event.at->hw_state, 0);
    bts_activate(cpu, unit, bts);
  });
}

/// Puts the event on the unit, and starts it if `start`. Returns 0 or an error number.
template <AuxCpu C, TraceUnit<C> Unit>
int bts_event_add(C& cpu, Unit& unit, const BtsUnit& bts, const PerfEvent& event, bool start) {
  using Value = typename C::Value;
  return cpu.scope([&] {
    cpu.store(event.at->hw_state, kHesStopped);
    if (bts.taken || !cpu.branch(cpu.load(bts.handle.event) == Value(0))) return kBusy;
    if (!start) return 0;
    bts_event_start(cpu, unit, bts, event);
    const Value state = cpu.load(event.at->hw_state);
    return cpu.branch((state & Value(kHesStopped)) == Value(0)) ? 0 : kInvalid;
  });
}

/// Stops the event and closes its transaction, if one is open.
template <AuxCpu C, TraceUnit<C> Unit>
void bts_event_stop(C& cpu, Unit& unit, const BtsUnit& bts, const PerfEvent& event) {
  using Value = typename C::Value;
  cpu.scope([&] {
    const Value state = cpu.read_once(bts.at.state);
    if (cpu.branch(state == Value(state_number(BtsState::active))))
      bts_deactivate(cpu, unit, bts, BtsState::stopped);
    const bool open = !cpu.branch(state == Value(state_number(BtsState::stopped))) &&
                      cpu.branch(perf_get_aux(cpu, bts.handle));
    cpu.store(event.at->hw_state, cpu.load(event.at->hw_state) | Value(kHesStopped));
    const bool sunk = bts.aux.has(defect::kBtsHeadBehindEnd);
    const Value old = sunk ? Value(cpu.local_read(bts.at.head)) : Value(0);
    bts_update(cpu, bts);
    const Value head = sunk ? Value(cpu.local_xchg(bts.at.head, old)) : Value(0);
    if (open) {
      if (bts.snapshot())
        cpu.store(bts.handle.head, cpu.local_xchg(bts.at.data_size, Value(bts.size())));
      perf_aux_output_end(cpu, bts.aux, bts.handle, cpu.local_xchg(bts.at.data_size, Value(0)));
    }
    if (sunk) cpu.local_set(bts.at.head, head);
    const Value base = cpu.load(bts.at.back_base);
    cpu.store(bts.at.index, base);
    cpu.store(bts.at.base, base);
    cpu.store(bts.at.maximum, cpu.load(bts.at.back_maximum));
    cpu.store(bts.at.threshold, cpu.load(bts.at.back_threshold));
  });
}

/// What the performance interrupt does before it looks at anything: active becomes inactive.
template <AuxCpu C, TraceUnit<C> Unit>
void intel_bts_disable_local(C& cpu, Unit& unit, const BtsUnit& bts) {
  using Value = typename C::Value;
  if (!cpu.branch(cpu.read_once(bts.at.state) == Value(state_number(BtsState::active)))) return;
  if (cpu.branch(perf_get_aux(cpu, bts.handle))) bts_deactivate(cpu, unit, bts, BtsState::inactive);
}

/// What the performance interrupt does last: inactive becomes active; stopped stays.
template <AuxCpu C, TraceUnit<C> Unit>
void intel_bts_enable_local(C& cpu, Unit& unit, const BtsUnit& bts) {
  using Value = typename C::Value;
  const Value state = cpu.read_once(bts.at.state);
  if (cpu.branch(state == Value(state_number(BtsState::active)))) {
    tell<said::Warned>(cpu, state);
    return;
  }
  if (cpu.branch(state == Value(state_number(BtsState::stopped)))) return;
  if (cpu.branch(perf_get_aux(cpu, bts.handle))) bts_activate(cpu, unit, bts);
}

/// BTS's part of the performance interrupt: closes the transaction if there is something new, and
/// opens the next one. True if the interrupt was BTS's. There is no status bit to tell that, only
/// an index after the threshold. Pre: not active.
template <AuxCpu C>
bool intel_bts_interrupt(C& cpu, const BtsUnit& bts) {
  using Value = typename C::Value;
  return cpu.scope([&] {
    const PerfEvent* event = event_at(cpu, bts.aux.events, cpu.load(bts.handle.event));
    const bool handled = !cpu.branch(cpu.load(bts.at.index) < cpu.load(bts.at.threshold)) ||
                         bts.aux.has(defect::kBtsClaimsEveryNmi);
    if (cpu.branch(cpu.read_once(bts.at.state) == Value(state_number(BtsState::stopped))))
      return handled;
    if (event == nullptr) return handled;
    // A snapshot's index keeps moving around; it does not interrupt.
    if (bts.snapshot()) {
      if (bts.interrupt_updates_snapshot) bts_update(cpu, bts);
      return false;
    }
    const Value old = cpu.local_read(bts.at.head);
    bts_update(cpu, bts);
    if (cpu.branch(old == cpu.local_read(bts.at.head))) return handled;
    perf_aux_output_end(cpu, bts.aux, bts.handle, cpu.local_xchg(bts.at.data_size, Value(0)));
    const bool open = cpu.branch(perf_aux_output_begin(cpu, bts.aux, bts.handle, *event));
    if (open && bts_buffer_reset(cpu, bts)) return true;
    const bool late = compiler_swapped(cpu, bts.aux.plan, site::kBtsStopped);
    if (!late) cpu.write_once(bts.at.state, state_number(BtsState::stopped));
    if (open) {
      fence_at(cpu, bts.aux.plan, site::kBtsStopped);
      perf_aux_output_end(cpu, bts.aux, bts.handle, Value(0));
    }
    if (late) cpu.write_once(bts.at.state, state_number(BtsState::stopped));
    return true;
  });
}

/// The performance interrupt, as far as BTS goes.
template <AuxCpu C, TraceUnit<C> Unit>
bool bts_performance_interrupt(C& cpu, Unit& unit, const BtsUnit& bts) {
  intel_bts_disable_local(cpu, unit, bts);
  const bool handled = intel_bts_interrupt(cpu, bts);
  intel_bts_enable_local(cpu, unit, bts);
  return handled;
}

}  // namespace ringcheck
