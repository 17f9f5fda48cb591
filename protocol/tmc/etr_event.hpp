#pragma once
// An event of CoreSight whose sink is a TMC-ETR of its own: it starts and stops on a CPU.
//
// Source: drivers/hwtracing/coresight/coresight-etm-perf.c etm_event_start, etm_event_stop,
// etm_event_add; coresight-tmc-etr.c tmc_enable_etr_sink_perf, tmc_etr_enable_hw,
// tmc_disable_etr_sink. Deviations: who shares a sink is in etr_session.hpp; what keeps the sink
// from a session does so from beginning to end; paths and tracers are in protocol/coresight.
// Tested by `ringcheck kernel --area etr`.

#include "protocol/core/error_number.hpp"
#include "protocol/coresight/tracer_case.hpp"
#include "protocol/coresight/tracer_id.hpp"
#include "protocol/tmc/etr_update.hpp"

namespace ringcheck {

/// What keeps a session from using the sink.
enum class EtrTaken : std::uint8_t {
  no,
  by_sysfs,
  by_session,   ///< another one
  by_debugger,  ///< it cannot be claimed
};

/// What the driver keeps about an event's session and its sink.
struct EtrSession {
  EtrBuf buf{};
  std::uint64_t memwidth = 4;  ///< of the trace memory's bus, as tmc_get_memwidth_mask has it
  AuxBuffer aux{};
  AuxHandle handle{};
  TracerId tracer{};
  TracerCase tracer_case = TracerCase::traces;
  EtrTaken taken = EtrTaken::no;
  bool reading = false;  ///< drvdata->reading: a file keeps the sink as it is (F-21)
};

/// The session gets the sink, which is programmed unless it has been. `unit.enable(cpu)` is false
/// if that fails. Source: tmc_enable_etr_sink_perf.
template <AuxCpu C, class Unit>
bool tmc_enable_etr_sink(C& cpu, Unit& unit, const EtrSession& etr) {
  using Value = typename C::Value;
  if (etr.taken == EtrTaken::by_sysfs || etr.taken == EtrTaken::by_session) return false;
  if (cpu.branch(cpu.load(etr.buf.at.perf_buf) == Value(0))) {
    if (!unit.claim(cpu, etr.taken != EtrTaken::by_debugger)) return false;
    const bool enabled = unit.enable(cpu);
    cpu.site("CS_LOCK");
    cpu.smp_mb();
    if (!enabled) {
      unit.disclaim(cpu);
      return false;
    }
    cpu.store(etr.buf.at.perf_buf, etr.buf.name);
  }
  cpu.store(etr.buf.at.refcnt, cpu.load(etr.buf.at.refcnt) + Value(1));
  return true;
}

/// The session gives the sink back. Returns 0, or an error number where it stays in use.
template <AuxCpu C, class Unit>
int tmc_disable_etr_sink(C& cpu, Unit& unit, const EtrSession& etr) {
  using Value = typename C::Value;
  if (etr.reading) return kBusy;
  const Value users = cpu.load(etr.buf.at.refcnt) - Value(1);
  cpu.store(etr.buf.at.refcnt, users);
  if (!cpu.branch(users == Value(0))) return kBusy;
  unit.disable(cpu);
  cpu.site("CS_LOCK");
  cpu.smp_mb();
  unit.disclaim(cpu);
  cpu.store(etr.buf.at.perf_buf, 0);
  return 0;
}

/// The path goes. Whether its sink stays in use, nobody asks. Source: coresight_disable_path.
template <AuxCpu C, class Unit>
void coresight_disable_path(C& cpu, Unit& unit, const EtrSession& etr) {
  unit.disabled(cpu, tmc_disable_etr_sink(cpu, unit, etr));
}

/// The sink and the tracer of an open transaction. False if either refuses: then the transaction is
/// closed.
template <AuxCpu C, class Unit>
bool start_tracing(C& cpu, Unit& unit, const EtrSession& etr, const PerfEvent& event) {
  using Value = typename C::Value;
  if (etr.tracer_case == TracerCase::elsewhere) return true;
  if (tmc_enable_etr_sink(cpu, unit, etr)) {
    if (etr.tracer_case != TracerCase::refuses) {
      unit.start(cpu);
      report_tracer_id(cpu, etr.aux.ring, etr.tracer, event);
      return true;
    }
    coresight_disable_path(cpu, unit, etr);
  }
  perf_aux_output_flag(cpu, etr.handle, Value(kAuxTruncated));
  perf_aux_output_end(cpu, etr.aux, etr.handle, Value(0));
  return false;
}

/// Starts the event: a transaction, the sink, and the tracer. An event that cannot start is
/// stopped.
template <AuxCpu C, TraceUnit<C> Unit>
void etm_event_start(C& cpu, Unit& unit, const EtrSession& etr, const PerfEvent& event) {
  cpu.scope([&] {
    const bool starts = etr.tracer_case != TracerCase::missing &&
                        cpu.branch(perf_aux_output_begin(cpu, etr.aux, etr.handle, event)) &&
                        start_tracing(cpu, unit, etr, event);
    cpu.store(event.at->hw_state, starts ? 0 : kHesStopped);
  });
}

/// The event comes to its CPU and starts there. False if it cannot start: then it is stopped.
template <AuxCpu C, TraceUnit<C> Unit>
bool etm_event_add(C& cpu, Unit& unit, const EtrSession& etr, const PerfEvent& event,
                   bool started) {
  using Value = typename C::Value;
  if (!started) {
    cpu.store(event.at->hw_state, kHesStopped);
    return true;
  }
  etm_event_start(cpu, unit, etr, event);
  return cpu.branch((cpu.load(event.at->hw_state) & Value(kHesStopped)) == Value(0));
}

/// Stops the event: first the tracer, whose trace is copied then, and after that the sink.
template <AuxCpu C, TraceUnit<C> Unit>
void etm_event_stop(C& cpu, Unit& unit, const EtrSession& etr, const PerfEvent& event) {
  using Value = typename C::Value;
  cpu.scope([&] {
    if (cpu.branch(cpu.load(event.at->hw_state) == Value(kHesStopped))) return;
    const bool here = etr.tracer_case == TracerCase::traces;
    if (here) unit.stop(cpu);
    cpu.store(event.at->hw_state, kHesStopped);
    if (cpu.branch(perf_get_aux(cpu, etr.handle))) {
      const Value size =
          here ? tmc_update_etr_buffer(cpu, unit, etr.buf, etr.memwidth, etr.aux, etr.handle)
               : Value(0);
      perf_aux_output_end(cpu, etr.aux, etr.handle, size);
    }
    if (here) coresight_disable_path(cpu, unit, etr);
  });
}

}  // namespace ringcheck
