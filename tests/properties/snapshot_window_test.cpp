// What perf takes of an AUX area in a snapshot, against a producer that knows every byte: exact, or
// the shortest history that shows that it is not. Drains, and snapshots where they are exact, are
// machines of properties/sequences.
#include <gtest/gtest.h>

#include <array>
#include <numeric>

#include "properties/sequences/snapshot_area.hpp"

namespace ringcheck {
namespace {

using History = std::vector<std::uint64_t>;  ///< bytes produced before each snapshot

/// Snapshots behind each entry of `history`; bytes that the last one takes, and whether they are
/// the newest of what was produced since the one before: as many as there are, at most the area.
struct LastSnapshot {
  std::uint64_t taken = 0;
  bool exact = true;
};
LastSnapshot run(const SnapshotDriver& driver, std::uint64_t len, const History& history) {
  SnapshotArea area(len, true, driver.running_head);
  const SnapshotFinder find = driver.make();
  LastSnapshot last;
  for (const std::uint64_t bytes : history) {
    area.produce(bytes);
    const auto taken = area.read(true, find);
    last = {taken.size(), taken == area.newest(std::min(bytes, len))};
  }
  return last;
}

/// The first history that shows an inexact snapshot: fewest snapshots, then fewest bytes. Empty if
/// there is none of at most `snapshots` snapshots, each after a multiple of `step` bytes of at most
/// the area and one step.
History shortest_inexact(const SnapshotDriver& driver, std::uint64_t len, std::uint64_t step,
                         std::size_t snapshots) {
  for (std::size_t n = 1; n <= snapshots; ++n) {
    History best;
    History history(n, 0);
    for (;;) {
      const auto sum = [](const History& h) {
        return std::accumulate(h.begin(), h.end(), std::uint64_t{0});
      };
      if ((best.empty() || sum(history) < sum(best)) && !run(driver, len, history).exact)
        best = history;
      std::size_t i = 0;
      while (i < n && history[i] == len + step) history[i++] = 0;
      if (i == n) break;
      history[i] += step;
    }
    if (!best.empty()) return best;
  }
  return {};
}

/// The shortest history under which a driver's snapshot is inexact, and what the last one takes.
struct SnapshotRow {
  SnapshotDriver (*driver)();
  std::uint64_t len, step;
  History history;
  std::uint64_t taken;
};

// docs/findings.md V-07 (the first two rows) to V-10; CoreSight's finder until 2021 is no longer
// there.
TEST(SnapshotWindow, IsInexactFirstWhereTheTableSays) {
  const std::array rows = {
      SnapshotRow{intel_pt_snapshots, 64, 8, {8}, 64},
      SnapshotRow{intel_bts_snapshots, 64, 8, {8}, 64},
      SnapshotRow{intel_pt_snapshots_with_copy, 64, 8, {56}, 64},
      SnapshotRow{arm_spe_snapshots, 1024, 128, {1024, 0}, 1024},
      SnapshotRow{cs_etm_snapshots_until_2021, 1024, 128, {1024, 0}, 1024},
      SnapshotRow{cs_etm_snapshots, 1024, 128, {1152}, 128},
  };
  for (const SnapshotRow& row : rows) {
    const SnapshotDriver driver = row.driver();
    EXPECT_EQ(shortest_inexact(driver, row.len, row.step, 2), row.history) << driver.name;
    EXPECT_EQ(run(driver, row.len, row.history).taken, row.taken) << driver.name;
  }
}

// The copy is compared with the end of the buffer whatever it is a copy of, so every snapshot but
// the first takes the whole buffer; unless the first ended at the end.
TEST(SnapshotWindow, OfIntelPtWithACopyIsTheWholeBufferFromTheSecondOn) {
  for (const std::uint64_t first : {8U, 16U, 24U, 32U, 40U, 48U, 56U, 72U})
    for (std::uint64_t second = 8; second <= 72; second += 8)
      EXPECT_EQ(run(intel_pt_snapshots_with_copy(), 64, {first, second}).taken, 64U)
          << first << ", " << second;
}

}  // namespace
}  // namespace ringcheck
