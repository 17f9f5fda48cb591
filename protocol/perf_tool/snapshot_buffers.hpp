#pragma once
// Which buffers a snapshot reads: the buffer of each map, as the events are deployed, one after the
// other, each from where its own last snapshot ended.
//
// Per thread there is one buffer for the thread, wherever it runs. Otherwise there is one for each
// CPU that is recorded, and it holds trace of whoever runs there.
//
// Source: tools/perf/builtin-record.c record__auxtrace_read_snapshot_all,
// record__auxtrace_mmap_read_snapshot; tools/perf/util/auxtrace.c auxtrace_mmap_params__set_idx,
// __auxtrace_mmap__read. Tested by tests/properties/aux/aux_mutants_test.cpp.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "protocol/perf_tool/defects.hpp"

namespace ringcheck {

/// How buffers are deployed.
enum class TraceDeployment : std::uint8_t { per_thread, cpu_list, system_wide };

/// The buffer that trace of a task on a CPU goes to; none if the task is not traced there. `task`:
/// 0 is the one that is recorded per thread. `cpus`: the CPUs that are listed, a bit each.
inline std::optional<std::size_t> trace_buffer(TraceDeployment deployment, std::uint64_t task,
                                               std::uint64_t cpu, std::uint64_t cpus) {
  if (deployment == TraceDeployment::per_thread)
    return task == 0 ? std::optional<std::size_t>(0) : std::nullopt;
  if (deployment == TraceDeployment::system_wide) return cpu;
  if ((cpus >> cpu & 1U) == 0) return std::nullopt;
  std::size_t before = 0;
  for (std::uint64_t other = 0; other < cpu; ++other) before += cpus >> other & 1U;
  return before;
}

/// Takes a snapshot of each buffer. `Buffer` has `previous`, up to where its last snapshot went;
/// `read(buffer)` takes one. Source: record__auxtrace_read_snapshot_all.
template <class Buffer, class Read>
void read_all_snapshots(std::span<Buffer> buffers, Read&& read, DefectSet defects = {}) {
  for (std::size_t i = 0; i < buffers.size(); ++i) {
    if (i != 0 && defects.has(defect::kSnapshotOfFirstBuffer)) return;
    if (i != 0 && defects.has(defect::kSnapshotsFromOnePlace))
      buffers[i].previous = buffers[i - 1].previous;
    read(buffers[i]);
  }
}

}  // namespace ringcheck
