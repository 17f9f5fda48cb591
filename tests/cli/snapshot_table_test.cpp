// The report's table of finders says the same as the studies.
#include "cli/snapshot_table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ringcheck {
namespace {

using ::testing::HasSubstr;

TEST(SnapshotsMarkdown, HasARowForEachFinder) {
  SnapshotStudy exact{{cs_etm_snapshots, "exact", 1024, 128, 1024, false, ""}, 7, {}, {}};
  SnapshotStudy inexact{{arm_spe_snapshots, "Arm SPE", 1024, 128, 1152, false, "V-09"}, 9, {}, {}};
  inexact.repeats = SnapshotHistory{1024, 384};
  const std::string text = snapshots_markdown({exact, inexact});
  EXPECT_THAT(text, HasSubstr("\n| exact | 1024 | 128, 1024 | 7 | always | always |  |\n"));
  EXPECT_THAT(text, HasSubstr("\n| Arm SPE | 1024 | 128, 1152 | 9 | always | "
                              "not after 1024, 384: 1024 taken, 384 new | V-09 |\n"));
}

}  // namespace
}  // namespace ringcheck
