#pragma once
// An event of CoreSight whose sink is a TMC-ETF, a TMC-ETB or an ETB10: what sink_event.hpp asks of
// the sink.
//
// Source: drivers/hwtracing/coresight/coresight-tmc-etf.c tmc_enable_etf_sink_perf,
// tmc_disable_etf_sink; coresight-etb10.c etb_enable_perf, etb_disable. Deviations: those of
// etb_enable.hpp.
// Tested by `ringcheck kernel --area etf` and `--area etb`.

#include "protocol/tmc/etb_enable.hpp"
#include "protocol/tmc/etf_update.hpp"
#include "protocol/tmc/sink_event.hpp"

namespace ringcheck {

/// What the drivers keep about an event's session and its sink. `Sink` is an EtfSink, or does what
/// one does.
template <class Sink>
struct EtfSession {
  Sink sink;
  Etb users{};                 ///< who uses the sink
  EtbBuffer buffer{};          ///< of the event
  std::uint64_t memwidth = 4;  ///< of the trace memory's bus, as tmc_get_memwidth_mask has it
  AuxBuffer aux{};
  AuxHandle handle{};
  TracerId tracer{};
  TracerCase tracer_case = TracerCase::traces;
  /// drvdata->reading of a TMC: a file of the sink is open. That of an ETB10 keeps nobody away.
  bool reading = false;
};

/// The session gets the sink, which is programmed unless another of its tracers has it.
/// `unit.hardware()` does that.
template <AuxCpu C, class Unit, class Sink>
bool enable_sink(C& cpu, Unit& unit, const EtfSession<Sink>& session) {
  if (session.reading) return false;
  return etb_enable_perf(cpu, session.users, session.buffer, unit.hardware());
}

/// A tracer, or sysfs, gives the sink back. Returns 0, or an error number where it stays in use.
template <AuxCpu C, class Unit, class Sink>
int disable_sink(C& cpu, Unit& unit, const EtfSession<Sink>& session) {
  using Value = typename C::Value;
  const EtbCells& at = session.users.at;
  if (session.reading) return kBusy;
  if (cpu.branch(cpu.load(at.refcnt) == Value(1)) &&
      cpu.branch(cpu.load(at.mode) == Value(kSinkDisabled)))
    tell<said::Warned>(cpu, 0);
  return etb_disable(cpu, session.users, unit.hardware()) ? 0 : kBusy;
}

/// Copies the trace. Returns its bytes. The driver of a TMC looks whether perf has the sink: where
/// a link left it (docs/findings.md V-29), nobody has. Source: tmc_update_etf_buffer.
template <AuxCpu C, TraceUnit<C> Unit, class Sink>
typename C::Value update_sink(C& cpu, Unit& unit, const EtfSession<Sink>& session) {
  using Value = typename C::Value;
  if (!session.sink.etb10 && !cpu.branch(cpu.load(session.users.at.mode) == Value(kSinkPerf))) {
    tell<said::Warned>(cpu, 0);
    return 0;
  }
  return tmc_update_etf_buffer(cpu, unit, session.sink, session.memwidth, session.aux,
                               session.handle);
}

}  // namespace ringcheck
