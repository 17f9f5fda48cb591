#pragma once
// Finding the snapshot of an Arm SPE buffer, and of a CoreSight buffer as perf did until 2021.
//
// Source: tools/perf/arch/arm64/util/arm-spe.c arm_spe_find_snapshot, arm_spe_alloc_wrapped_array,
// arm_spe_recording_free;
// tools/perf/arch/arm/util/cs-etm.c cs_etm_find_snapshot, cs_etm_alloc_wrapped_array before
// 2f01c200d440. Deviation: what memory holds that realloc gave is 0.
// Tested by tests/properties, against recorded answers, and by `make kernel`.

#include <cstdint>
#include <vector>

#include "protocol/aux/observations.hpp"
#include "protocol/perf_tool/defects.hpp"
#include "protocol/perf_tool/snapshot_memory.hpp"
#include "protocol/perf_tool/snapshot_scan.hpp"

namespace ringcheck {

/// What perf knows about one buffer between snapshots.
enum class Wrapped : std::uint8_t {
  no,
  yes,            ///< the unit has gone round once, and perf assumes so ever since
  uninitialised,  ///< memory that nobody wrote; read as no
};

/// What perf keeps about its buffers between snapshots, by index.
struct ArmSnapshots {
  std::vector<Wrapped> wrapped;
  SnapshotMemory memory{};  ///< for the table
};

/// Makes room for the buffer of index `idx`. `last_only`: only the last of the new entries is set.
/// True: there is no memory.
inline bool grow_table(ArmSnapshots& snapshots, std::uint32_t idx, bool last_only) {
  if (idx < snapshots.wrapped.size()) return false;
  if (!snapshots.memory.take()) return true;
  if (!snapshots.wrapped.empty()) snapshots.memory.give();
  snapshots.wrapped.resize(idx + 1, last_only ? Wrapped::uninitialised : Wrapped::no);
  snapshots.wrapped.back() = Wrapped::no;
  return false;
}

/// The entry of `mm`. Tells when nobody has set it.
template <AuxCpu C>
Wrapped& wrapped_of(C& cpu, ArmSnapshots& snapshots, const AuxtraceMmap& mm) {
  Wrapped& wrapped = snapshots.wrapped[mm.idx];
  if (wrapped == Wrapped::uninitialised) tell<said::Uninitialised>(cpu, mm.idx);
  return wrapped;
}

/// Moves `head` and `old` as arm_spe_find_snapshot does. True: failed, for want of memory.
template <AuxCpu C>
bool arm_spe_find_snapshot(C& cpu, ArmSnapshots& snapshots, const AuxtraceMmap& mm,
                           typename C::Value& head, typename C::Value& old) {
  if (grow_table(snapshots, mm.idx, mm.has(defect::kSnapshotTableHalfSet))) return true;
  Wrapped& wrapped = wrapped_of(cpu, snapshots, mm);
  if (wrapped != Wrapped::yes && arm_buffer_has_wrapped(cpu, mm, head)) wrapped = Wrapped::yes;
  arm_move_positions(cpu, mm, wrapped == Wrapped::yes, head, old);
  return false;
}

/// Moves `head` and `old` as cs_etm_find_snapshot did until 2021. Growing the table sets its last
/// entry only. True: failed, for want of memory.
template <AuxCpu C>
bool cs_etm_find_snapshot(C& cpu, ArmSnapshots& snapshots, const AuxtraceMmap& mm,
                          typename C::Value& head, typename C::Value& old) {
  if (grow_table(snapshots, mm.idx, true)) return true;
  Wrapped& wrapped = wrapped_of(cpu, snapshots, mm);
  if (wrapped != Wrapped::yes && arm_buffer_has_wrapped(cpu, mm, head)) wrapped = Wrapped::yes;
  arm_move_positions(cpu, mm, wrapped == Wrapped::yes, head, old);
  return false;
}

/// Gives back what was taken for snapshots. Source: arm_spe_recording_free.
inline void arm_free_snapshots(ArmSnapshots& snapshots) {
  if (!snapshots.wrapped.empty()) snapshots.memory.give();
  snapshots.wrapped.clear();
}

}  // namespace ringcheck
