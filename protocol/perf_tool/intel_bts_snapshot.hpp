#pragma once
// Finding the snapshot of an Intel BTS buffer.
//
// Source: tools/perf/arch/x86/util/intel-bts.c intel_bts_find_snapshot,
// intel_bts_alloc_snapshot_refs. Tested by tests/properties, against recorded answers.

#include <vector>

#include "protocol/perf_tool/snapshot_scan.hpp"

namespace ringcheck {

/// What perf keeps about its buffers between snapshots, by index.
struct IntelBtsSnapshots {
  std::vector<char> wrapped;  ///< 1: the unit has gone round once, and perf assumes so ever since
};

/// Entries that a table of `count` has once it is grown to hold `index`: doubled from 16 on.
/// Source: intel_bts_alloc_snapshot_refs, intel_pt_alloc_snapshot_refs.
constexpr std::size_t intel_grown_count(std::size_t count, std::size_t index) {
  if (index < count) return count;
  count = count == 0 ? 16 : 2 * count;
  while (count <= index) count *= 2;
  return count;
}

/// Moves `head` and `old` to the ends of the snapshot of `mm`. Pre: head is an offset in the area.
template <AuxCpu C>
void intel_bts_find_snapshot(C& cpu, IntelBtsSnapshots& snapshots, const AuxtraceMmap& mm,
                             typename C::Value& head, typename C::Value& old) {
  snapshots.wrapped.resize(intel_grown_count(snapshots.wrapped.size(), mm.idx));
  char& wrapped = snapshots.wrapped[mm.idx];
  if (wrapped == 0 && intel_first_wrap(cpu, mm)) wrapped = 1;
  intel_move_positions(cpu, mm, wrapped != 0, head, old);
}

}  // namespace ringcheck
