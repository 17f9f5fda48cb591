#pragma once
// The report's table of what snapshots take.

#include <string>
#include <vector>

#include "properties/perf_tool/snapshot_study.hpp"

namespace ringcheck {

/// Studies every finder.
std::vector<SnapshotStudy> study_all_snapshots();

/// A section of the report: for each finder, that it is complete and sound, or the shortest history
/// that shows that it is not.
std::string snapshots_markdown(const std::vector<SnapshotStudy>& studies);

}  // namespace ringcheck
