#pragma once
// An event of CoreSight whose sink is a TMC-ETR: what sink_event.hpp asks of the sink, under the
// sink's lock, which is dropped between the steps of an event that stops (docs/findings.md F-10).
//
// Source: drivers/hwtracing/coresight/coresight-tmc-etr.c tmc_enable_etr_sink_perf,
// tmc_update_etr_buffer, tmc_disable_etr_sink, get_perf_etr_buf. Deviations: those of
// etr_session.hpp.
// Tested by `ringcheck kernel --area etr`.

#include "protocol/tmc/etr_session.hpp"
#include "protocol/tmc/etr_update.hpp"
#include "protocol/tmc/sink_event.hpp"

namespace ringcheck {

/// What the drivers keep about an event's session and its sink.
struct EtrSession {
  SinkCells at{};              ///< of the sink; `entry` is the one of the session
  SinkTracer user{};           ///< the event
  EtrBuf buf{};                ///< the session's
  std::uint64_t memwidth = 4;  ///< of the trace memory's bus, as tmc_get_memwidth_mask has it
  AuxBuffer aux{};
  AuxHandle handle{};
  TracerId tracer{};
  TracerCase tracer_case = TracerCase::traces;
};

/// Whose memory an event traces into.
enum class EtrSharing : std::uint8_t {
  session,  ///< that of all events of the session that stay on a CPU
  alone,    ///< its own, since it follows a task
};

/// The event's buffer, with a reference: its number, or 0 if there is no memory. Source:
/// get_perf_etr_buf.
template <AuxCpu C, class Buffers>
typename C::Value get_etr_buffer(C& cpu, const SinkCells& at, EtrSharing sharing,
                                 Buffers& buffers) {
  if (sharing == EtrSharing::alone) return new_buffer(cpu, at, buffers);
  return get_session_buffer(cpu, at, {}, buffers);
}

/// The session gets the sink, which is programmed unless it has been. `unit.sink()` does that, and
/// has the lock of the sink. Before that the path enables the helpers of the sink, with
/// `unit.enable_helpers(cpu, buffer)`, false if that fails, and `unit.sink_refused(cpu)` is what it
/// does about them if the sink cannot be had. Source: coresight_enable_path.
template <AuxCpu C, class Unit>
bool enable_sink(C& cpu, Unit& unit, const EtrSession& etr) {
  if (!unit.enable_helpers(cpu, etr.user.buffer)) return false;
  const auto sink = unit.sink();
  sink.lock(cpu);
  const bool enabled = tmc_enable_etr_sink_perf(cpu, etr.at, etr.user, sink);
  sink.unlock(cpu);
  if (!enabled) unit.sink_refused(cpu);
  return enabled;
}

/// A tracer, or sysfs, gives the sink back, and its path the helpers. Returns 0, or an error number
/// where it stays in use. Source: coresight_disable_path_from.
template <AuxCpu C, class Unit>
int disable_sink(C& cpu, Unit& unit, const EtrSession& etr) {
  const auto sink = unit.sink();
  sink.lock(cpu);
  const int result = tmc_disable_etr_sink(cpu, etr.at, sink);
  sink.unlock(cpu);
  unit.sink_disabled(cpu, result);
  unit.disable_helpers(cpu);
  return result;
}

/// Copies the trace, if no other tracer uses the sink. Returns its bytes.
template <AuxCpu C, class Unit>
typename C::Value update_sink(C& cpu, Unit& unit, const EtrSession& etr) {
  const auto sink = unit.sink();
  sink.lock(cpu);
  const EtrFound found = stop_etr(cpu, sink, etr.buf, etr.aux);
  sink.unlock(cpu);
  return finish_etr_update(cpu, found, etr.buf, etr.memwidth, etr.aux, etr.handle);
}

}  // namespace ringcheck
