#pragma once
// Finding the snapshot of an Intel BTS buffer.
//
// Source: tools/perf/arch/x86/util/intel-bts.c intel_bts_find_snapshot,
// intel_bts_alloc_snapshot_refs, intel_bts_free_snapshot_refs. Tested by tests/properties, against
// recorded answers, and by `make kernel`.

#include <vector>

#include "protocol/perf_tool/snapshot_memory.hpp"
#include "protocol/perf_tool/snapshot_scan.hpp"

namespace ringcheck {

/// What perf keeps about its buffers between snapshots, by index.
struct IntelBtsSnapshots {
  std::vector<char> wrapped;  ///< 1: the unit has gone round once, and perf assumes so ever since
  SnapshotMemory memory{};    ///< for the table
};

/// Entries that a table of `count` has once it is grown to hold `index`: doubled from 16 on.
/// Source: intel_bts_alloc_snapshot_refs, intel_pt_alloc_snapshot_refs.
constexpr std::size_t intel_grown_count(std::size_t count, std::size_t index) {
  if (index < count) return count;
  count = count == 0 ? 16 : 2 * count;
  while (count <= index) count *= 2;
  return count;
}

/// Makes room for the entry of buffer `index`. A table that is grown becomes another one, and the
/// memory of the first is lost. True: there is no memory.
/// Source: intel_bts_alloc_snapshot_refs, intel_pt_alloc_snapshot_refs.
template <class Entry>
bool grow_intel_table(std::vector<Entry>& table, SnapshotMemory& memory, std::uint32_t index) {
  if (index < table.size()) return false;
  if (!memory.take()) return true;
  table.resize(intel_grown_count(table.size(), index));
  return false;
}

/// Moves `head` and `old` to the ends of the snapshot of `mm`. True: failed, for want of memory.
template <AuxCpu C>
bool intel_bts_find_snapshot(C& cpu, IntelBtsSnapshots& snapshots, const AuxtraceMmap& mm,
                             typename C::Value& head, typename C::Value& old) {
  if (grow_intel_table(snapshots.wrapped, snapshots.memory, mm.idx)) return true;
  char& wrapped = snapshots.wrapped[mm.idx];
  if (wrapped == 0 && intel_first_wrap(cpu, mm)) wrapped = 1;
  intel_move_positions(cpu, mm, wrapped != 0, head, old);
  return false;
}

/// Gives back what was taken for snapshots, as far as it is known.
/// Source: intel_bts_free_snapshot_refs.
inline void intel_bts_free_snapshots(IntelBtsSnapshots& snapshots) {
  if (!snapshots.wrapped.empty()) snapshots.memory.give();
  snapshots.wrapped.clear();
}

}  // namespace ringcheck
