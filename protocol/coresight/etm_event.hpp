#pragma once
// An event of CoreSight starts and stops on a CPU: a transaction of its AUX area, the path of its
// session, then the tracer; and back. If a step fails, the steps before it are undone.
//
// Source: drivers/hwtracing/coresight/coresight-etm-perf.c etm_event_start, etm_event_stop,
// etm_event_add. Deviations: an event is always stopped with PERF_EF_UPDATE, as perf does it; every
// sink can copy to the AUX area.
// Tested by tests/properties/aux/aux_mutants_test.cpp.

#include "protocol/aux/aux_output.hpp"
#include "protocol/coresight/etm_setup.hpp"

namespace ringcheck {

/// Addresses of what a CPU keeps about the event that it traces. Source: struct etm_ctxt.
struct EtmContext {
  AuxHandle handle{};
  std::uint64_t session = 0;  ///< address of ctxt->event_data: 1 while an event runs here

  static constexpr std::uint64_t kCount = AuxHandle::kCount + 1;
  /// The layout from address `b` on.
  static constexpr EtmContext at(std::uint64_t b) {
    return {AuxHandle::at(b), b + AuxHandle::kCount};
  }
};

/// An event on a CPU, as the driver is called for it.
struct EtmRun {
  const EtmPerf& perf;
  EtmContext ctxt{};
  const AuxBuffer& aux;
  const PerfEvent& event;
  const EtmSession& session;
  std::uint64_t on = 0;  ///< smp_processor_id()
  /// A path that cannot be enabled has truncated and ended the transaction, as a path to a TRBE
  /// does.
  bool sink_ends = false;
};

/// Whether a transaction is open on the handle. Source: READ_ONCE(handle->event).
template <AuxCpu C>
bool handle_is_open(C& cpu, const AuxHandle& handle) {
  return !cpu.branch(cpu.read_once(handle.event) == typename C::Value(0));
}

/// Tells the reader that nothing was traced, and has the event disabled.
template <AuxCpu C>
void truncate_and_end(C& cpu, const EtmRun& run) {
  using Value = typename C::Value;
  if (!run.perf.has(defect::kStartNotTruncated))
    perf_aux_output_flag(cpu, run.ctxt.handle, Value(kAuxTruncated));
  perf_aux_output_end(cpu, run.aux, run.ctxt.handle, Value(0));
}

/// Enables the path from this CPU's tracer, then the tracer. False if either cannot be enabled:
/// then nothing is.
template <AuxCpu C>
bool start_tracing(C& cpu, const EtmRun& run) {
  const CoreSight& cs = run.perf.cs;
  const CsPath& path = run.session.paths.at(run.on);
  if (!coresight_enable_path(cpu, cs, path, run.session.sink_config.pid)) {
    if (run.sink_ends) truncate_and_end(cpu, run);
    return false;
  }
  if (enable_source(cpu, cs, path.devices[0])) return true;
  if (run.perf.has(defect::kStartEndsFirst)) truncate_and_end(cpu, run);
  if (!run.perf.has(defect::kStartKeepsPath)) coresight_disable_path(cpu, cs, path);
  return false;
}

/// The event starts on this CPU. event->hw.state then tells the outcome: kHesStopped, or 0. It is 0
/// also on a CPU for which the session has no path, where nothing is traced.
template <AuxCpu C>
void etm_event_start(C& cpu, const EtmRun& run) {
  using Value = typename C::Value;
  const EtmPerf& perf = run.perf;
  const std::uint64_t state = run.event.at->hw_state;
  const auto begun = [&] {
    if (cpu.branch(cpu.load(perf.at.tracers + run.on) == Value(0))) return false;
    if (!cpu.branch(cpu.load(run.ctxt.session) == Value(0))) {
      tell<said::Warned>(cpu, run.on);
      return false;
    }
    return cpu.branch(perf_aux_output_begin(cpu, run.aux, run.ctxt.handle, run.event));
  };
  if (!begun()) {
    cpu.store(state, kHesStopped);
    return;
  }
  if (perf.has(defect::kStartContextFirst)) cpu.store(run.ctxt.session, 1);
  if (!run.session.traces_on(run.on) || start_tracing(cpu, run)) {
    cpu.store(state, 0);
    cpu.store(run.ctxt.session, 1);
    return;
  }
  if (!perf.has(defect::kStartKeepsTransaction) &&
      (perf.has(defect::kStartEndsTwice) || handle_is_open(cpu, run.ctxt.handle)))
    truncate_and_end(cpu, run);
  cpu.store(state, kHesStopped);
}

/// The event stops on this CPU. `update(cpu)` belongs to the sink: it copies what there is to the
/// AUX area, and returns how many bytes that is.
template <AuxCpu C, class Update>
void etm_event_stop(C& cpu, const EtmRun& run, Update&& update) {
  using Value = typename C::Value;
  const CoreSight& cs = run.perf.cs;
  const std::uint64_t state = run.event.at->hw_state;
  const bool here = !cpu.branch(cpu.load(run.ctxt.session) == Value(0));
  if (handle_is_open(cpu, run.ctxt.handle) && !here) {
    tell<said::Warned>(cpu, run.on);
    return;
  }
  cpu.store(run.ctxt.session, 0);
  if (cpu.branch(cpu.load(state) == Value(kHesStopped)) || !here) return;
  if (!run.session.traces_on(run.on)) {
    cpu.store(state, kHesStopped);
    if (!run.perf.has(defect::kStopKeepsTransaction) && handle_is_open(cpu, run.ctxt.handle))
      perf_aux_output_end(cpu, run.aux, run.ctxt.handle, Value(0));
    return;
  }
  const CsPath& path = run.session.paths.at(run.on);
  disable_source(cpu, cs, path.devices[0]);
  cpu.store(state, kHesStopped);
  if (handle_is_open(cpu, run.ctxt.handle)) {
    const Value size = update(cpu);
    if (handle_is_open(cpu, run.ctxt.handle))
      perf_aux_output_end(cpu, run.aux, run.ctxt.handle, size);
    else if (!cpu.branch(size == Value(0)))
      tell<said::Warned>(cpu, size);
  }
  if (!run.perf.has(defect::kStopKeepsPath)) coresight_disable_path(cpu, cs, path);
}

}  // namespace ringcheck
