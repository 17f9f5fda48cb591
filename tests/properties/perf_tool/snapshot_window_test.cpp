// What perf takes from an AUX area in a snapshot, against a producer that knows every byte: it is
// exact, or the shortest history shows that it is not. Drains, and snapshots where they are exact,
// are machines of properties/perf_tool.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "properties/perf_tool/snapshot_study.hpp"

namespace ringcheck {
namespace {

/// The shortest histories of up to two snapshots under which a finder misses bytes, and repeats
/// some; empty: there is none.
struct SnapshotRow {
  std::string_view what;
  SnapshotHistory misses, repeats;
  std::uint64_t taken;  ///< by the last snapshot of the one that repeats, or else misses
};

// docs/findings.md V-07 to V-10 and V-25; CoreSight's finder until 2021 is no longer there.
TEST(SnapshotWindow, IsInexactFirstWhereTheTableSays) {
  const std::array rows = {
      SnapshotRow{"Intel PT", {}, {8}, 64},
      SnapshotRow{"Intel PT, head before the last 4096 bytes", {}, {}, 0},
      SnapshotRow{"Intel PT, zeroes", {8192}, {}, 0},
      SnapshotRow{"Intel PT, with a copy of 16 bytes", {}, {56}, 64},
      SnapshotRow{"Intel BTS", {}, {8}, 64},
      SnapshotRow{"Arm SPE", {}, {1024, 0}, 1024},
      SnapshotRow{"Arm SPE, zeroes", {1024}, {}, 0},
      SnapshotRow{"CoreSight until 2021", {}, {1024, 0}, 1024},
      SnapshotRow{"CoreSight", {1152}, {}, 128},
      SnapshotRow{"CoreSight, at most a lap apart", {}, {}, 0},
  };
  const std::vector<SnapshotCases> all = all_snapshot_cases();
  ASSERT_EQ(all.size(), rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const SnapshotRow& row = rows.at(i);
    SCOPED_TRACE(row.what);
    EXPECT_EQ(all[i].what, row.what);
    const SnapshotStudy study = study_snapshots(all[i], 2);
    EXPECT_EQ(study.misses.value_or(SnapshotHistory{}), row.misses);
    EXPECT_EQ(study.repeats.value_or(SnapshotHistory{}), row.repeats);
    const SnapshotHistory& shown = row.repeats.empty() ? row.misses : row.repeats;
    if (shown.empty()) continue;
    EXPECT_EQ(run_history(all[i], shown).taken, row.taken);
  }
}

TEST(SnapshotStudy, TriesEveryHistory) {
  const SnapshotCases cases{cs_etm_snapshots, "", 1024, 512, 1024, false, ""};
  EXPECT_EQ(study_snapshots(cases, 3).tried, 3U + 9U + 27U);
}

// The copy is compared with the end of the buffer, whatever it is a copy of. So every snapshot but
// the first takes the whole buffer, unless the first ended at the end.
TEST(SnapshotWindow, OfIntelPtWithACopyIsTheWholeBufferFromTheSecondOn) {
  const SnapshotCases cases{intel_pt_snapshots_with_copy, "", 64, 8, 72, false, ""};
  for (const std::uint64_t first : {8U, 16U, 24U, 32U, 40U, 48U, 56U, 72U})
    for (std::uint64_t second = 8; second <= 72; second += 8)
      EXPECT_EQ(run_history(cases, {first, second}).taken, 64U) << first << ", " << second;
}

}  // namespace
}  // namespace ringcheck
