#pragma once
// An event of CoreSight whose sink is a TMC-ETR of its own: it starts and stops on a CPU.
//
// Source: drivers/hwtracing/coresight/coresight-etm-perf.c etm_event_start, etm_event_stop,
// etm_event_add; coresight-tmc-etr.c tmc_enable_etr_sink_perf, tmc_disable_etr_sink. Deviations: who
// shares a sink is in etr_session.hpp, what is programmed is the unit's own, and nothing of it
// fails; paths and tracers are in protocol/coresight.
// Tested by `ringcheck kernel --area etr`.

#include "protocol/coresight/tracer_id.hpp"
#include "protocol/tmc/etr_update.hpp"

namespace ringcheck {

/// What the driver keeps about an event's session and its sink.
struct EtrSession {
  EtrBuf buf{};
  std::uint64_t memwidth = 4;  ///< of the trace memory's bus, as tmc_get_memwidth_mask has it
  AuxBuffer aux{};
  AuxHandle handle{};
  TracerId tracer{};
};

/// Starts the event: a transaction, the sink, and the tracer. An event that cannot start is
/// stopped.
template <AuxCpu C, TraceUnit<C> Unit>
void etm_event_start(C& cpu, Unit& unit, const EtrSession& etr, const PerfEvent& event) {
  cpu.scope([&] {
    if (!cpu.branch(perf_aux_output_begin(cpu, etr.aux, etr.handle, event))) {
      cpu.store(event.at->hw_state, kHesStopped);
      return;
    }
    cpu.site("CS_LOCK");
    cpu.smp_mb();
    cpu.store(etr.buf.at.perf_buf, etr.buf.name);
    cpu.store(etr.buf.at.refcnt, 1);
    unit.start(cpu);
    report_tracer_id(cpu, etr.aux.ring, etr.tracer, event);
    cpu.store(event.at->hw_state, 0);
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
    unit.stop(cpu);
    cpu.store(event.at->hw_state, kHesStopped);
    if (cpu.branch(perf_get_aux(cpu, etr.handle))) {
      const Value size =
          tmc_update_etr_buffer(cpu, unit, etr.buf, etr.memwidth, etr.aux, etr.handle);
      perf_aux_output_end(cpu, etr.aux, etr.handle, size);
    }
    cpu.site("CS_LOCK");
    cpu.smp_mb();
    cpu.store(etr.buf.at.refcnt, 0);
    cpu.store(etr.buf.at.perf_buf, 0);
  });
}

}  // namespace ringcheck
