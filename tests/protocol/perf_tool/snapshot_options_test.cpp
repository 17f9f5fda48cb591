// perf record --snapshot: texts, and sizes that were not given.
#include "protocol/perf_tool/snapshot_options.hpp"

#include <gtest/gtest.h>

namespace ringcheck {
namespace {

struct TextRow {
  const char* text;
  bool accepted, on_exit;
  std::uint64_t size;
};

TEST(SnapshotOptions, AreReadAsStrtoullReadsThem) {
  for (const TextRow& row : {TextRow{"", true, false, 0},
                             {"e", true, true, 0},
                             {"4096", true, false, 4096},
                             {"e0x1000", true, true, 4096},
                             {"010", true, false, 8},
                             {"-1", true, false, ~std::uint64_t{0}},
                             {"4096x", false, false, 0},
                             {"ee", false, false, 0},
                             {"x", false, false, 0}}) {
    SCOPED_TRACE(row.text);
    const auto options = parse_snapshot_options(row.text);
    ASSERT_EQ(options.has_value(), row.accepted);
    if (!options) continue;
    EXPECT_EQ(options->on_exit, row.on_exit);
    EXPECT_EQ(options->snapshot_size, row.size);
  }
}

TEST(SnapshotOptions, FitIntoASizeOfA32BitPerf) {
  const LongWidth narrow{true};
  EXPECT_TRUE(parse_snapshot_options("4294967295", {}, narrow));
  EXPECT_FALSE(parse_snapshot_options("4294967296", {}, narrow));
  EXPECT_TRUE(parse_snapshot_options("4294967296"));
}

struct SizeRow {
  std::uint64_t snapshot_size, aux_pages;
  SnapshotSizes driver;
  bool privileged;
  std::uint64_t size, pages;  ///< both 0: refused
};

TEST(SnapshotOptions, FillInWhatWasNotSaid) {
  constexpr std::uint64_t kMiB = std::uint64_t{1} << 20U;
  const SnapshotSizes intel = SnapshotSizes::intel;
  for (const SizeRow& row : {SizeRow{0, 0, intel, true, 4 * kMiB, 1024},
                             {0, 0, intel, false, kMiB / 8, 32},
                             {0, 16, intel, true, 65536, 16},
                             {5000, 0, intel, true, 5000, 2},
                             {12288, 0, intel, true, 12288, 4},
                             {1, 0, intel, true, 1, 1},
                             {1, 0, SnapshotSizes::arm_spe, true, 0, 0},
                             {4097, 1, intel, true, 0, 0},
                             {4096, 3, intel, true, 0, 0},
                             {4096, 3, SnapshotSizes::cs_etm, true, 4096, 3}}) {
    SnapshotOptions options;
    options.snapshot_size = row.snapshot_size;
    options.aux_pages = row.aux_pages;
    const auto resolved = resolve_snapshot_sizes(options, row.driver, row.privileged, 4096);
    SCOPED_TRACE(std::to_string(row.snapshot_size) + " " + std::to_string(row.aux_pages));
    ASSERT_EQ(resolved.has_value(), row.pages != 0);
    if (!resolved) continue;
    EXPECT_EQ(resolved->snapshot_size, row.size);
    EXPECT_EQ(resolved->aux_pages, row.pages);
  }
}

TEST(SnapshotOptions, LeaveALargerDataRingToWhoeverIsNotPrivileged) {
  EXPECT_EQ(resolve_snapshot_sizes({}, SnapshotSizes::intel, false, 4096)->data_pages, 64U);
  EXPECT_EQ(resolve_snapshot_sizes({}, SnapshotSizes::intel, true, 4096)->data_pages, 0U);
  SnapshotOptions said;
  said.aux_pages = 16;
  EXPECT_EQ(resolve_snapshot_sizes(said, SnapshotSizes::intel, false, 4096)->data_pages, 0U);
}

}  // namespace
}  // namespace ringcheck
