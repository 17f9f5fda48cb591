#pragma once
// A session of CoreSight is set up for the AUX area of an event, and freed with it.
//
// Setting up builds a path for each CPU that the event can be on, and has the sink allocate what it
// keeps of the session. A CPU without a tracer, a sink, or a path is left out; nothing is traced
// there. All sinks share one buffer, so they have to be of one kind. Freeing has to wait for
// others. munmap of an area, under mmap_lock and event->mmap_mutex, must not wait, so it leaves the
// freeing to a work item.
//
// Source: drivers/hwtracing/coresight/coresight-etm-perf.c etm_setup_aux, etm_free_aux,
// alloc_event_data, free_event_data, free_sink_buffer, sinks_compatible; coresight-syscfg.c
// cscfg_activate_config, cscfg_deactivate_config. Deviations: a path takes no memory of its own;
// a sink of the
// kind port is one that cannot allocate buffers.
// Tested by tests/properties/aux/aux_mutants_test.cpp.

#include <array>

#include "protocol/coresight/path.hpp"
#include "protocol/coresight/sink_buffer.hpp"
#include "protocol/coresight/sinks.hpp"

namespace ringcheck {

/// What a session is. Source: struct etm_event_data.
struct EtmSession {
  std::uint64_t mask = 0;  ///< CPUs where it can trace, a bit each
  std::array<CsPath, EtmPerfCells::kCpus> paths{};
  SinkConfig sink_config{};
  std::uint64_t config = 0;  ///< number of the configuration that it uses, or 0
  std::uint64_t memory = 0;  ///< pieces for itself and for the paths
  bool queued = false;       ///< its work is due

  [[nodiscard]] constexpr bool traces_on(std::uint64_t cpu) const {
    return (mask >> cpu & 1U) != 0;
  }
  constexpr void leave_out(std::uint64_t cpu) { mask &= ~(std::uint64_t{1} << cpu); }
  /// The first CPU of the mask. Pre: there is one.
  [[nodiscard]] constexpr std::uint64_t first_cpu() const {
    std::uint64_t cpu = 0;
    while (!traces_on(cpu)) ++cpu;
    return cpu;
  }
};

/// Whether two sinks take each other's buffers.
constexpr bool sinks_compatible(const CoreSight& cs, std::uint64_t a, std::uint64_t b) {
  return cs.devices[a].kind == cs.devices[b].kind && cs.devices[a].driver == cs.devices[b].driver;
}

/// Allocates memory for a session of `event`, and sets its CPUs. False if there is no memory.
template <AuxCpu C>
bool alloc_event_data(C& cpu, const EtmPerf& perf, const EtmEvent& event, EtmSession& session) {
  session = {};
  if (!take_memory(cpu, perf)) return false;
  session.mask = event.cpu == kAnyCpu ? (std::uint64_t{1} << EtmPerfCells::kCpus) - 1
                                      : std::uint64_t{1} << event.cpu;
  if (!take_memory(cpu, perf)) {
    give_memory(cpu, perf);
    return false;
  }
  session.memory = 2;
  return true;
}

/// Gives back all that a session has. Source: free_event_data, free_sink_buffer.
template <AuxCpu C>
void free_event_data(C& cpu, const EtmPerf& perf, EtmSession& session) {
  using Value = typename C::Value;
  may_wait(cpu, perf);
  session.queued = false;
  if (session.sink_config.allocated && !perf.has(defect::kFreeKeepsSinkBuffer)) {
    const CsPath& path = session.paths.at(session.first_cpu());
    const std::uint64_t driver = perf.cs.devices[path.sink()].driver;
    if (driver != session.sink_config.driver) tell<said::Warned>(cpu, driver);
    free_sink_buffer(cpu, perf, session.sink_config);
  }
  if (session.config != 0 && !perf.has(defect::kFreeKeepsConfig))
    cpu.store(perf.at.configs, cpu.load(perf.at.configs) - Value(1));
  for (std::uint64_t c = 0; c < EtmPerfCells::kCpus; ++c) {
    if (!session.traces_on(c)) continue;
    CsPath& path = session.paths.at(c);
    if (!perf.has(defect::kFreeKeepsPaths)) coresight_release_path(cpu, perf.cs, path);
    path.count = 0;
  }
  for (; session.memory > 0; --session.memory) give_memory(cpu, perf);
}

/// The AUX area of a session's event is freed, and a little later the session.
template <AuxCpu C>
void etm_free_aux(C& cpu, const EtmPerf& perf, EtmSession& session) {
  session.queued = true;
  if (perf.has(defect::kFreeAtOnce)) free_event_data(cpu, perf, session);
}

/// Uses the configuration that the event names. False if there is none with this number.
/// Source: cscfg_activate_config.
template <AuxCpu C>
bool cscfg_activate_config(C& cpu, const EtmPerf& perf, std::uint64_t config) {
  using Value = typename C::Value;
  if (config != perf.config) return false;
  cpu.store(perf.at.configs, cpu.load(perf.at.configs) + Value(1));
  return true;
}

/// The sink that trace of a CPU goes to, and the sink of the CPU before.
struct SinkChoice {
  std::uint64_t named = kNoDevice;  ///< what the user asks for
  std::uint64_t sink = kNoDevice;   ///< of the CPU looked at last, even if that was left out
  std::uint64_t last = kNoDevice;   ///< of the last CPU whose sink has the session's kind
};

/// Builds the path from a CPU's tracer. False if the CPU is to be left out.
template <AuxCpu C>
bool set_up_cpu(C& cpu, const EtmPerf& perf, std::uint64_t c, SinkChoice& choice, CsPath& path) {
  using Value = typename C::Value;
  if (cpu.branch(cpu.load(perf.at.tracers + c) == Value(0))) return false;
  if (choice.named == kNoDevice) {
    choice.sink = coresight_find_default_sink(perf.cs, c);
    if (choice.sink == kNoDevice) return false;
    if (choice.last != kNoDevice && !perf.has(defect::kSetUpMixesSinks) &&
        !sinks_compatible(perf.cs, choice.last, choice.sink))
      return false;
    choice.last = choice.sink;
  }
  path = coresight_build_path(cpu, perf.cs, c, choice.sink);
  return path.count != 0;
}

/// What setting up does after the configuration: paths, and the sink's buffer. False if nothing can
/// be traced, or memory runs out.
template <AuxCpu C>
bool set_up_paths(C& cpu, const EtmPerf& perf, const EtmEvent& event, SinkChoice choice,
                  EtmSession& session) {
  for (std::uint64_t c = 0; c < EtmPerfCells::kCpus; ++c)
    if (session.traces_on(c) && !set_up_cpu(cpu, perf, c, choice, session.paths.at(c)) &&
        !perf.has(defect::kSetUpKeepsCpu))
      session.leave_out(c);
  std::uint64_t sink = choice.sink;
  if (perf.keeps_first_sink && choice.named == kNoDevice) sink = choice.last;
  if (sink == kNoDevice || session.mask == 0) return false;
  if (perf.cs.devices[sink].kind == SinkKind::port) return false;
  session.sink_config = alloc_sink_buffer(cpu, perf, sink, event);
  return session.sink_config.allocated;
}

/// Sets a session up for `event`, whose AUX area has been allocated. False if nothing can be
/// traced: then whatever was taken is given back, a little later.
template <AuxCpu C>
bool etm_setup_aux(C& cpu, const EtmPerf& perf, const EtmEvent& event, EtmSession& session) {
  may_wait(cpu, perf);
  if (!alloc_event_data(cpu, perf, event, session)) return false;
  SinkChoice choice;
  const auto id = static_cast<std::uint32_t>(event.config2);
  if (id != 0 && !perf.has(defect::kSinkNotNamed))
    choice.sink = choice.named = coresight_get_sink_by_id(cpu, perf.cs, id);
  const std::uint64_t config = event.config2 >> 32U;
  bool done = !perf.refuses_unknown_sink || id == 0 || choice.named != kNoDevice ||
              perf.has(defect::kSinkNotNamed);
  if (done && config != 0) {
    done = cscfg_activate_config(cpu, perf, config);
    if (done) session.config = config;
  }
  done = done && set_up_paths(cpu, perf, event, choice, session);
  if (!done && !perf.has(defect::kSetUpErrorKept)) etm_free_aux(cpu, perf, session);
  if (perf.gives_back_sink && choice.named != kNoDevice)
    cs_count(cpu, perf.cs.at(choice.named).looked_up, kOneLess);
  return done;
}

}  // namespace ringcheck
