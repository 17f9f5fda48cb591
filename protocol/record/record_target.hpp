#pragma once
// What perf record will record, from its options to maps of CPUs and threads.
//
// Source: tools/perf/util/target.c target__validate; tools/perf/util/target.h
// target__uses_dummy_map; tools/perf/util/evlist.c evlist__create_maps; tools/perf/builtin-record.c
// cmd_record (no_inherit of -p and -t); tools/perf/util/record.c evlist__config. Deviations:
// users, BPF programs and machines of two kinds of CPUs are not represented.
// Tested by tests/protocol/record/deployment_test.cpp.

#include <algorithm>
#include <cstdint>
#include <vector>

#include "protocol/record/defects.hpp"

namespace ringcheck {

/// Numbers of CPUs, sorted. -1: wherever the task runs, which comes first.
using CpuMap = std::vector<int>;
/// Ids of threads. -1: any.
using ThreadMap = std::vector<int>;

inline constexpr int kAny = -1;

/// struct perf_cpu_map of no CPU in particular: the first is -1. Source: perf_cpu_map__empty.
inline bool is_without_cpus(const CpuMap& map) {
  return map.empty() || map.front() == kAny;
}

/// What the command line says.
struct RecordTarget {
  ThreadMap threads{};       ///< -p, -t; empty: neither
  CpuMap cpu_list{};         ///< -C; empty: not given
  bool system_wide = false;  ///< -a
  bool per_thread = false;   ///< --per-thread
  bool no_inherit = false;   ///< -i
  DefectSet defects{};

  [[nodiscard]] bool has_task() const { return !threads.empty(); }
  [[nodiscard]] bool has_cpu() const { return system_wide || !cpu_list.empty(); }
  [[nodiscard]] bool has(const Defect& defect) const { return defects.has(defect); }
};

/// Whether one option has overridden another; perf warns about that.
inline bool validate_target(RecordTarget& target) {
  const RecordTarget given = target;
  if (target.has_task() && !target.has(defect::kPidKeepsCpus)) target.cpu_list.clear();
  if (target.has_task()) target.system_wide = false;
  if (target.has_cpu()) target.per_thread = false;
  return given.cpu_list != target.cpu_list || given.system_wide != target.system_wide ||
         given.per_thread != target.per_thread;
}

/// Maps of CPUs and threads, and whether events are inherited by children.
struct RecordMaps {
  CpuMap cpus;
  ThreadMap threads;
  bool inherit = true;
};

/// The maps of a validated target. `online`: CPUs of the machine; `command`: the thread that perf
/// starts, if it starts one to record it.
inline RecordMaps create_maps(const RecordTarget& target, const CpuMap& online, int command) {
  RecordMaps maps;
  maps.threads = target.threads;
  if (!target.has_task()) maps.threads = {target.has_cpu() ? kAny : command};
  // perf record wants a map for each CPU, unless --per-thread is given (default_per_cpu).
  if (target.per_thread)
    maps.cpus = {kAny};
  else
    maps.cpus = target.cpu_list.empty() ? online : target.cpu_list;
  maps.inherit = !target.no_inherit;
  if (target.has_task() && !target.has(defect::kAttachedIsInherited)) maps.inherit = false;
  if (is_without_cpus(maps.cpus) && !target.has(defect::kInheritKeptPerThread))
    maps.inherit = false;
  return maps;
}

}  // namespace ringcheck
