#pragma once
// An event of CoreSight whose trace goes to a sink: it starts and stops on a CPU.
//
// A session has `aux`, `handle`, `tracer` and `tracer_case`, and these functions, which its sink
// defines: enable_sink(cpu, unit, session), false if the session cannot have the sink;
// disable_sink(...), 0 or an error number; update_sink(...), the bytes that were copied.
//
// Source: drivers/hwtracing/coresight/coresight-etm-perf.c etm_event_start, etm_event_stop,
// etm_event_add. Deviations: paths and tracers are in protocol/coresight.
// Tested by `ringcheck kernel --area etr`, `--area etf` and `--area etb`.

#include "protocol/aux/aux_output.hpp"
#include "protocol/aux/trace_unit.hpp"
#include "protocol/core/error_number.hpp"
#include "protocol/coresight/tracer_case.hpp"
#include "protocol/coresight/tracer_id.hpp"

namespace ringcheck {

/// What the driver of the tracer keeps about an event's session.
template <class S>
concept SinkSession = requires(const S& session) {
  session.aux;
  session.handle;
  session.tracer;
  session.tracer_case;
};

/// The path goes. Whether its sink stays in use, nobody asks. Source: coresight_disable_path.
template <AuxCpu C, class Unit, SinkSession Session>
void coresight_disable_path(C& cpu, Unit& unit, const Session& session) {
  unit.disabled(cpu, disable_sink(cpu, unit, session));
}

/// The sink and the tracer of an open transaction. False if either refuses: then the transaction is
/// closed.
template <AuxCpu C, class Unit, SinkSession Session>
bool start_tracing(C& cpu, Unit& unit, const Session& session, const PerfEvent& event) {
  using Value = typename C::Value;
  if (session.tracer_case == TracerCase::elsewhere) return true;
  if (enable_sink(cpu, unit, session)) {
    if (session.tracer_case != TracerCase::refuses) {
      unit.start(cpu);
      report_tracer_id(cpu, session.aux.ring, session.tracer, event);
      return true;
    }
    coresight_disable_path(cpu, unit, session);
  }
  perf_aux_output_flag(cpu, session.handle, Value(kAuxTruncated));
  perf_aux_output_end(cpu, session.aux, session.handle, Value(0));
  return false;
}

/// Starts the event: a transaction, the sink, and the tracer. An event that cannot start is
/// stopped.
template <AuxCpu C, TraceUnit<C> Unit, SinkSession Session>
void etm_event_start(C& cpu, Unit& unit, const Session& session, const PerfEvent& event) {
  cpu.scope([&] {
    const bool starts =
        session.tracer_case != TracerCase::missing &&
        cpu.branch(perf_aux_output_begin(cpu, session.aux, session.handle, event)) &&
        start_tracing(cpu, unit, session, event);
    cpu.store(event.at->hw_state, starts ? 0 : kHesStopped);
  });
}

/// The event comes to its CPU and starts there. False if it cannot start: then it is stopped.
template <AuxCpu C, TraceUnit<C> Unit, SinkSession Session>
bool etm_event_add(C& cpu, Unit& unit, const Session& session, const PerfEvent& event,
                   bool started) {
  using Value = typename C::Value;
  if (!started) {
    cpu.store(event.at->hw_state, kHesStopped);
    return true;
  }
  etm_event_start(cpu, unit, session, event);
  return cpu.branch((cpu.load(event.at->hw_state) & Value(kHesStopped)) == Value(0));
}

/// Stops the event: first the tracer, whose trace is copied then, and after that the sink.
template <AuxCpu C, TraceUnit<C> Unit, SinkSession Session>
void etm_event_stop(C& cpu, Unit& unit, const Session& session, const PerfEvent& event) {
  using Value = typename C::Value;
  cpu.scope([&] {
    if (cpu.branch(cpu.load(event.at->hw_state) == Value(kHesStopped))) return;
    const bool here = session.tracer_case == TracerCase::traces;
    if (here) unit.stop(cpu);
    cpu.store(event.at->hw_state, kHesStopped);
    if (cpu.branch(perf_get_aux(cpu, session.handle))) {
      const Value size = here ? update_sink(cpu, unit, session) : Value(0);
      perf_aux_output_end(cpu, session.aux, session.handle, size);
    }
    if (here) coresight_disable_path(cpu, unit, session);
  });
}

}  // namespace ringcheck
