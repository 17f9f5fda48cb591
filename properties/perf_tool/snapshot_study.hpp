#pragma once
// SnapshotStudy: whether the snapshots of each driver's finder are exact. It tries every history of
// up to three snapshots, and keeps the shortest one that shows a mistake.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "properties/perf_tool/snapshot_area.hpp"

namespace ringcheck {

/// Bytes that are written before each snapshot.
using SnapshotHistory = std::vector<std::uint64_t>;

/// The outcome of the last snapshot of a history. Units: bytes.
struct LastSnapshot {
  std::uint64_t taken = 0;
  std::uint64_t fresh = 0;  ///< of the area, new since the snapshot before
  bool misses = false;      ///< it misses new bytes that are still there
  bool repeats = false;     ///< it takes bytes that are not new
};

/// The histories that a finder is tried with.
struct SnapshotCases {
  SnapshotDriver (*driver)() = nullptr;
  std::string_view what;   ///< the finder, and what is written
  std::uint64_t len = 0;   ///< of the area (bytes)
  std::uint64_t step = 0;  ///< histories are of multiples of this, up to `most` (bytes)
  std::uint64_t most = 0;
  bool zeros = false;          ///< the unit writes nothing but zeroes
  std::string_view finding{};  ///< in docs/findings.md
};

/// The result of the study.
struct SnapshotStudy {
  SnapshotCases cases;
  std::uint64_t tried = 0;
  /// The shortest history whose last snapshot misses something, and the shortest whose last
  /// snapshot repeats something: fewest snapshots, then fewest bytes.
  std::optional<SnapshotHistory> misses, repeats;
};

/// Takes the snapshots of `history`.
LastSnapshot run_history(const SnapshotCases& cases, const SnapshotHistory& history);

/// Tries every history of up to `snapshots` snapshots.
SnapshotStudy study_snapshots(const SnapshotCases& cases, std::size_t snapshots);

/// The rows of all_snapshot_cases, in order.
enum class FinderRow : std::uint8_t {
  intel_pt,
  intel_pt_early,  ///< while the head stays before the last 4096 bytes
  intel_pt_zeroes,
  intel_pt_copy,
  intel_bts,
  arm_spe,
  arm_spe_zeroes,
  cs_etm_until_2021,
  cs_etm,
  cs_etm_lap,  ///< at most a lap apart
};

/// The finders of Linux 6.1, and CoreSight's until 2021.
std::vector<SnapshotCases> all_snapshot_cases();

}  // namespace ringcheck
