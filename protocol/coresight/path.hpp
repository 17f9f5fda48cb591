#pragma once
// Paths from a tracer through links to a sink: built, enabled, disabled, let go.
//
// Source: drivers/hwtracing/coresight/coresight-core.c coresight_build_path,
// _coresight_build_path, coresight_grab_device, coresight_release_path, coresight_enable_path,
// coresight_disable_path, coresight_disable_path_from; coresight-etm-perf.c etm_event_start,
// etm_event_stop. Deviations: memory for nodes can always be had; helpers such as a CATU are not
// components of their own.
// Tested by tests/properties/aux/aux_mutants_test.cpp.

#include "protocol/coresight/components.hpp"

namespace ringcheck {

/// Whether trace passes through the component at `i`, rather than ending there.
constexpr bool cs_is_link(const CoreSight& cs, const CsPath& path, std::size_t i) {
  const CsType type = cs.devices[path.devices.at(i)].type;
  return type == CsType::funnel || type == CsType::replicator ||
         (type == CsType::linksink && path.devices.at(i) != path.sink());
}

/// Lets go of what a path refers to. Source: coresight_release_path.
template <AuxCpu C>
void coresight_release_path(C& cpu, const CoreSight& cs, CsPath& path) {
  if (!cs.has(defect::kPathNotReleased))
    for (std::size_t i = 0; i < path.count; ++i)
      cs_count(cpu, cs.at(path.devices.at(i)).references, kOneLess);
  path.count = 0;
}

/// Adds `device` and what leads from there to `sink` to the front of `path`. False if nothing leads
/// there, or if a driver cannot be had; what was added stays. Source: _coresight_build_path.
template <AuxCpu C>
bool build_path_from(C& cpu, const CoreSight& cs, std::uint64_t device, std::uint64_t sink,
                     CsPath& path) {
  using Value = typename C::Value;
  bool found = device == sink;
  if (!found && cs.devices[sink].of_cpu == device)
    found = build_path_from(cpu, cs, sink, sink, path);
  for (std::uint64_t i = 0; i < cs.devices[device].outputs && !found; ++i)
    found = build_path_from(cpu, cs, cs.devices[device].out.at(i).child, sink, path);
  if (!found) return false;
  if (cpu.branch(cpu.load(cs.at(device).loaded) == Value(0))) return false;
  cs_count(cpu, cs.at(device).references, 1);
  path.add_first(device);
  return true;
}

/// The path from `source` to `sink`; without components if there is none.
template <AuxCpu C>
CsPath coresight_build_path(C& cpu, const CoreSight& cs, std::uint64_t source, std::uint64_t sink) {
  CsPath path;
  if (build_path_from(cpu, cs, source, sink, path)) return path;
  if (cs.releases_nodes) coresight_release_path(cpu, cs, path);
  return {};
}

/// Disables what comes after the component at `from`; the tracer is not touched.
template <AuxCpu C>
void coresight_disable_path_from(C& cpu, const CoreSight& cs, const CsPath& path,
                                 std::size_t from) {
  for (std::size_t n = from + 1; n < path.count; ++n) {
    const std::size_t i = cs.has(defect::kPathDisabledBackwards) ? path.count - (n - from) : n;
    if (cs_is_link(cs, path, i))
      coresight_disable_link(cpu, cs, path.devices.at(i - 1), path.devices.at(i),
                             path.devices.at(i + 1));
    else
      coresight_disable_sink(cpu, cs, path.devices.at(i));
  }
}

template <AuxCpu C>
void coresight_disable_path(C& cpu, const CoreSight& cs, const CsPath& path) {
  coresight_disable_path_from(cpu, cs, path, 0);
}

/// Enables all of a path but its tracer, from the sink on. False if something cannot be enabled:
/// then nothing of it is.
template <AuxCpu C>
bool coresight_enable_path(C& cpu, const CoreSight& cs, const CsPath& path, std::uint64_t session) {
  for (std::size_t n = 1; n < path.count; ++n) {
    const std::size_t i = cs.has(defect::kPathEnabledForwards) ? n : path.count - n;
    const std::uint64_t device = path.devices.at(i);
    if (!cs_is_link(cs, path, i)) {
      if (coresight_enable_sink(cpu, cs, device, session)) continue;
      // The sink comes first: nothing of this path is enabled yet, and what is enabled belongs to
      // others.
      if (cs.has(defect::kPathSinkUndone)) coresight_disable_path(cpu, cs, path);
      return false;
    }
    if (coresight_enable_link(cpu, cs, path.devices.at(i - 1), device, path.devices.at(i + 1)))
      continue;
    if (!cs.has(defect::kPathNotUndone))
      coresight_disable_path_from(cpu, cs, path, cs.has(defect::kPathUndoneWhole) ? 0 : i);
    return false;
  }
  return true;
}

/// A tracer of `session` starts along its path. Source: etm_event_start.
template <AuxCpu C>
bool start_along_path(C& cpu, const CoreSight& cs, const CsPath& path, std::uint64_t session) {
  if (path.count == 0 || !coresight_enable_path(cpu, cs, path, session)) return false;
  if (enable_source(cpu, cs, path.devices[0])) return true;
  if (!cs.has(defect::kPathKeptWithoutTracer)) coresight_disable_path(cpu, cs, path);
  return false;
}

/// A tracer stops. Source: etm_event_stop.
template <AuxCpu C>
void stop_along_path(C& cpu, const CoreSight& cs, const CsPath& path) {
  disable_source(cpu, cs, path.devices[0]);
  coresight_disable_path(cpu, cs, path);
}

}  // namespace ringcheck
