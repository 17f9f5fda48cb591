// Tested by tests/properties/perf_tool/snapshot_window_test.cpp.
#include "properties/perf_tool/snapshot_study.hpp"

#include <algorithm>
#include <numeric>

namespace ringcheck {
namespace {

std::uint64_t bytes_of(const SnapshotHistory& history) {
  return std::accumulate(history.begin(), history.end(), std::uint64_t{0});
}

/// Keeps the shorter of two histories with equally many snapshots.
void keep_shorter(std::optional<SnapshotHistory>& kept, const SnapshotHistory& history) {
  if (!kept || (kept->size() == history.size() && bytes_of(history) < bytes_of(*kept)))
    kept = history;
}

/// The next history with equally many snapshots; false after the last.
bool advance(SnapshotHistory& history, const SnapshotCases& cases) {
  for (std::uint64_t& bytes : history) {
    if (bytes < cases.most) {
      bytes += cases.step;
      return true;
    }
    bytes = 0;
  }
  return false;
}

}  // namespace

LastSnapshot run_history(const SnapshotCases& cases, const SnapshotHistory& history) {
  const SnapshotDriver driver = cases.driver();
  const SnapshotFinder find = driver.make();
  SnapshotArea area(cases.len, true, driver.running_head);
  area.zeros = cases.zeros;
  LastSnapshot last;
  for (const std::uint64_t bytes : history) {
    area.produce(bytes);
    const std::vector<std::uint64_t> taken = area.read(true, find);
    last.taken = taken.size();
    last.fresh = std::min(bytes, cases.len);
    last.repeats = last.taken > last.fresh;
    const std::vector<std::uint64_t> wanted =
        cases.zeros ? std::vector<std::uint64_t>(last.fresh) : area.newest(last.fresh);
    last.misses =
        last.taken < last.fresh || !std::equal(wanted.rbegin(), wanted.rend(), taken.rbegin());
  }
  return last;
}

SnapshotStudy study_snapshots(const SnapshotCases& cases, std::size_t snapshots) {
  SnapshotStudy study{cases, 0, {}, {}};
  for (std::size_t n = 1; n <= snapshots; ++n) {
    SnapshotHistory history(n, 0);
    do {
      ++study.tried;
      const LastSnapshot last = run_history(cases, history);
      if (last.misses) keep_shorter(study.misses, history);
      if (last.repeats) keep_shorter(study.repeats, history);
    } while (advance(history, cases));
  }
  return study;
}

std::vector<SnapshotCases> all_snapshot_cases() {
  return {
      {intel_pt_snapshots, "Intel PT", 64, 8, 72, false, "V-07"},
      {intel_pt_snapshots, "Intel PT, head before the last 4096 bytes", 8192, 512, 1024, false, ""},
      {intel_pt_snapshots, "Intel PT, zeroes", 8192, 1024, 9216, true, "V-25"},
      {intel_pt_snapshots_with_copy, "Intel PT, with a copy of 16 bytes", 64, 8, 72, false, "V-08"},
      {intel_bts_snapshots, "Intel BTS", 64, 8, 72, false, "V-07"},
      {arm_spe_snapshots, "Arm SPE", 1024, 128, 1152, false, "V-09"},
      {arm_spe_snapshots, "Arm SPE, zeroes", 1024, 128, 1152, true, "V-25"},
      {cs_etm_snapshots_until_2021, "CoreSight until 2021", 1024, 128, 1152, false, ""},
      {cs_etm_snapshots, "CoreSight", 1024, 128, 1152, false, "V-10"},
      {cs_etm_snapshots, "CoreSight, at most a lap apart", 1024, 128, 1024, false, ""},
  };
}

}  // namespace ringcheck
