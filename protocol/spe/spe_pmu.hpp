#pragma once
// The driver of an Arm SPE unit: transactions, the buffer's interrupt, start and stop.
//
// Source: drivers/perf/arm_spe_pmu.c arm_spe_perf_aux_output_begin, arm_spe_perf_aux_output_end,
// arm_spe_pmu_disable_and_drain_local, arm_spe_pmu_buf_get_fault_act, arm_spe_pmu_irq_handler,
// arm_spe_pmu_start, arm_spe_pmu_stop, arm_spe_pmu_add.
// Deviations: of the syndrome only service, data loss, collision and "buffer full" are told apart;
// filters and the sampling period are in spe_config.hpp, and left out where a unit has none; on
// which CPUs arm_spe_pmu_add takes an event is in spe_config.hpp.
// Tested by tests/properties, against recorded answers.

#include "protocol/aux/aux_order.hpp"
#include "protocol/aux/trace_unit.hpp"
#include "protocol/core/error_number.hpp"
#include "protocol/spe/defects.hpp"
#include "protocol/spe/sites.hpp"
#include "protocol/spe/spe_buffer.hpp"

namespace ringcheck {

/// Bit of PMBLIMITR: the buffer is enabled.
inline constexpr std::uint64_t kSpeEnable = 1;

/// Bits of PMBSR. Source: arch/arm64/include/asm/sysreg.h SYS_PMBSR_EL1_*.
inline constexpr std::uint64_t kSpeFull = 1U << 0U;        ///< the limit was reached
inline constexpr std::uint64_t kSpeCollision = 1U << 16U;  ///< a sample collided with another
inline constexpr std::uint64_t kSpeService = 1U << 17U;    ///< the interrupt is asserted
inline constexpr std::uint64_t kSpeDataLoss = 1U << 19U;   ///< the last record is not whole

/// Opens a transaction and programs the unit's pointers. The unit stays disabled if there is no
/// transaction, or no room. True if the unit may write; Linux 6.12 looks at that.
template <AuxCpu C>
bool arm_spe_perf_aux_output_begin(C& cpu, const SpeUnit& spe, const PerfEvent& event) {
  using Value = typename C::Value;
  return cpu.scope([&] {
    if (!cpu.branch(perf_aux_output_begin(cpu, spe.aux, spe.handle, event))) {
      if (!spe.stops_without_room)
        cpu.store(event.at->hw_state, cpu.load(event.at->hw_state) | Value(kHesStopped));
      cpu.write_once(spe.at.pmblimitr, 0);
      return false;
    }
    const Value limit = spe.aux.overwrite ? arm_spe_pmu_next_snapshot_off(cpu, spe)
                                          : arm_spe_pmu_next_off(cpu, spe);
    const bool room = !cpu.branch(limit == Value(0));
    const Value enable = room ? Value(kSpeEnable) : Value(0);
    const Value head = spe.offset(cpu.load(spe.handle.head));
    cpu.write_once(spe.at.pmbptr, Value(spe.base) + head);
    if (spe.isb_before_limit) context_sync(cpu);
    cpu.write_once(spe.at.pmblimitr, Value(spe.base) + (limit | enable));
    return room;
  });
}

/// Closes the transaction at write pointer `pointer`.
template <AuxCpu C>
void arm_spe_end_at(C& cpu, const SpeUnit& spe, const typename C::Value& pointer) {
  using Value = typename C::Value;
  const Value offset = pointer - Value(spe.base);
  const Value size = offset - spe.offset(cpu.load(spe.handle.head));
  if (spe.aux.overwrite) cpu.store(spe.handle.head, offset);
  perf_aux_output_end(cpu, spe.aux, spe.handle, size);
}

/// Closes the transaction at the unit's write pointer. Pre: the unit is drained.
template <AuxCpu C>
void arm_spe_perf_aux_output_end(C& cpu, const SpeUnit& spe) {
  arm_spe_end_at(cpu, spe, cpu.read_once(spe.at.pmbptr));
}

/// Waits for writes on their way, which are visible then (B). Source: psb_csync, dsb.
template <AuxCpu C, TraceUnit<C> Unit>
void arm_spe_pmu_drain(C& cpu, Unit& unit, const SpeUnit& spe) {
  unit.drain(cpu);
  fence_at(cpu, spe.aux.plan, site::kSpeB);
}

/// Stops profiling, waits for writes on their way, and disables the buffer.
template <AuxCpu C, TraceUnit<C> Unit>
void arm_spe_pmu_disable_and_drain_local(C& cpu, Unit& unit, const SpeUnit& spe) {
  cpu.write_once(spe.at.pmscr, 0);
  context_sync(cpu);
  unit.stop(cpu);
  arm_spe_pmu_drain(cpu, unit, spe);
  cpu.write_once(spe.at.pmblimitr, 0);
  context_sync(cpu);
}

/// What the buffer's interrupt asks for.
enum class SpeFault : std::uint8_t {
  spurious,  ///< nothing
  fatal,     ///< the buffer must not be used any more
  ok,        ///< the buffer was full
};

/// Finds out what the unit reports, and closes the transaction if it reports anything.
template <AuxCpu C, TraceUnit<C> Unit>
SpeFault arm_spe_pmu_buf_get_fault_act(C& cpu, Unit& unit, const SpeUnit& spe) {
  using Value = typename C::Value;
  arm_spe_pmu_drain(cpu, unit, spe);
  context_sync(cpu);
  const Value status = cpu.read_once(spe.at.pmbsr);
  const auto has = [&](std::uint64_t bit) {
    return !cpu.branch((status & Value(bit)) == Value(0));
  };
  if (!has(kSpeService)) return SpeFault::spurious;
  if (has(kSpeDataLoss)) perf_aux_output_flag(cpu, spe.handle, Value(kAuxTruncated | kAuxPartial));
  if (has(kSpeCollision) && !spe.aux.has(defect::kSpeCollisionNotFlagged))
    perf_aux_output_flag(cpu, spe.handle, Value(kAuxCollision));
  const SpeFault fault = has(kSpeFull) ? SpeFault::ok : SpeFault::fatal;
  if (fault == SpeFault::fatal && spe.fatal_truncates)
    perf_aux_output_flag(cpu, spe.handle, Value(kAuxTruncated));
  arm_spe_perf_aux_output_end(cpu, spe);
  return fault;
}

/// Stops the event: drains the unit and closes the transaction; if the unit reports anything,
/// according to that. `update`: PERF_EF_UPDATE; without it nothing is closed.
template <AuxCpu C, TraceUnit<C> Unit>
void arm_spe_pmu_stop(C& cpu, Unit& unit, const SpeUnit& spe, const PerfEvent& event,
                      bool update = true) {
  using Value = typename C::Value;
  cpu.scope([&] {
    const auto& hw_state = event.at->hw_state;
    if (!cpu.branch((cpu.load(hw_state) & Value(kHesStopped)) == Value(0))) return;
    const bool early = spe.aux.has(defect::kSpePointerBeforeDrain);
    const Value early_pointer = early ? cpu.read_once(spe.at.pmbptr) : Value(0);
    arm_spe_pmu_disable_and_drain_local(cpu, unit, spe);
    if (update) {
      if (spe.aux.has(defect::kSpeEndsTwice) || cpu.branch(perf_get_aux(cpu, spe.handle))) {
        if (arm_spe_pmu_buf_get_fault_act(cpu, unit, spe) == SpeFault::spurious)
          arm_spe_end_at(cpu, spe, early ? early_pointer : cpu.read_once(spe.at.pmbptr));
        else
          cpu.write_once(spe.at.pmbsr, 0);
      }
      if (spe.sampling != nullptr) arm_spe_keep_period(cpu, *spe.sampling);
      cpu.store(hw_state, cpu.load(hw_state) | Value(kHesUptodate));
    }
    cpu.store(hw_state, cpu.load(hw_state) | Value(kHesStopped));
  });
}

/// The buffer's interrupt. `irq_work_run(cpu)` runs what perf has queued, which may disable the
/// event. True if the interrupt was the unit's.
template <AuxCpu C, TraceUnit<C> Unit, class IrqWork>
bool arm_spe_pmu_irq_handler(C& cpu, Unit& unit, const SpeUnit& spe, IrqWork&& irq_work_run) {
  using Value = typename C::Value;
  return cpu.scope([&] {
    const Value pointer = cpu.load(spe.handle.event);
    const PerfEvent* event = event_at(cpu, spe.aux.events, pointer);
    if (event == nullptr) return false;
    const SpeFault fault = arm_spe_pmu_buf_get_fault_act(cpu, unit, spe);
    if (fault == SpeFault::spurious) return false;
    if (!spe.aux.has(defect::kSpeIrqWorkNotRun)) irq_work_run(cpu);
    if (fault == SpeFault::fatal) {
      arm_spe_pmu_disable_and_drain_local(cpu, unit, spe);
    } else if (cpu.branch((cpu.load(spe.handle.flags) & Value(kAuxTruncated)) == Value(0))) {
      const bool room = arm_spe_perf_aux_output_begin(cpu, spe, *event);
      if (!room && spe.stops_without_room)
        arm_spe_pmu_stop(cpu, unit, spe, *event);
      else if (!spe.aux.has(defect::kSpeIrqNoIsb))
        context_sync(cpu);
    }
    // With a clear syndrome the unit goes on, if its buffer is enabled.
    cpu.write_once(spe.at.pmbsr, 0);
    unit.start(cpu);
    return true;
  });
}

/// Starts the event: opens a transaction, and profiling if there is one.
template <AuxCpu C, TraceUnit<C> Unit>
void arm_spe_pmu_start(C& cpu, Unit& unit, const SpeUnit& spe, const PerfEvent& event) {
  using Value = typename C::Value;
  cpu.scope([&] {
    cpu.store(event.at->hw_state, 0);
    const bool room = arm_spe_perf_aux_output_begin(cpu, spe, event);
    if (spe.stops_without_room) {
      if (!room) {
        arm_spe_pmu_stop(cpu, unit, spe, event, false);
        return;
      }
    } else if (!cpu.branch(cpu.load(event.at->hw_state) == Value(0))) {
      return;
    }
    Value enable = 1;
    if (spe.sampling != nullptr) enable = arm_spe_configure(cpu, *spe.sampling);
    context_sync(cpu);
    cpu.write_once(spe.at.pmscr, enable);
    unit.start(cpu);
  });
}

/// Puts the event on the unit, and starts it if `start`. Returns 0 or an error number.
template <AuxCpu C, TraceUnit<C> Unit>
int arm_spe_pmu_add(C& cpu, Unit& unit, const SpeUnit& spe, const PerfEvent& event, bool start) {
  using Value = typename C::Value;
  return cpu.scope([&] {
    cpu.store(event.at->hw_state, kHesUptodate | kHesStopped);
    if (!start) return 0;
    arm_spe_pmu_start(cpu, unit, spe, event);
    const Value state = cpu.load(event.at->hw_state);
    return cpu.branch((state & Value(kHesStopped)) == Value(0)) ? 0 : kInvalid;
  });
}

}  // namespace ringcheck
