// Sizes of a recording of AUX trace, with snapshots or without.
#include "protocol/perf_tool/auxtrace_options.hpp"

#include <gtest/gtest.h>

namespace ringcheck {
namespace {

struct AreaRow {
  const char* name;
  RecordedPmu pmu;
  bool snapshot, privileged;
  std::uint64_t asked;       ///< pages of the area; 0: not said
  std::uint64_t area, data;  ///< pages; both 0: refused
};

class AuxtraceSizes : public ::testing::TestWithParam<AreaRow> {};

TEST_P(AuxtraceSizes, AreThoseOfTheUnit) {
  AuxtraceOptions options;
  options.snapshot = GetParam().snapshot;
  options.privileged = GetParam().privileged;
  options.aux_pages = GetParam().asked;
  ASSERT_EQ(resolve_auxtrace_sizes({}, GetParam().pmu, options, {}), GetParam().area != 0);
  if (GetParam().area == 0) return;
  EXPECT_EQ(options.aux_pages, GetParam().area);
  EXPECT_EQ(options.data_pages, GetParam().data);
}

INSTANTIATE_TEST_SUITE_P(
    all, AuxtraceSizes,
    ::testing::Values(AreaRow{"default", RecordedPmu::intel_pt, false, true, 0, 1024, 0},
                      AreaRow{"unprivileged", RecordedPmu::intel_bts, false, false, 0, 32, 64},
                      AreaRow{"one_page", RecordedPmu::intel_bts, false, true, 1, 0, 0},
                      AreaRow{"one_of_snapshots", RecordedPmu::intel_bts, true, true, 1, 1, 0},
                      AreaRow{"spe_one_of_snapshots", RecordedPmu::arm_spe, true, true, 1, 0, 0},
                      AreaRow{"three_pages", RecordedPmu::intel_pt, false, true, 3, 0, 0},
                      AreaRow{"etm_three_pages", RecordedPmu::cs_etm, false, true, 3, 3, 0},
                      AreaRow{"etm_three_of_snapshots", RecordedPmu::cs_etm, true, true, 3, 3, 0},
                      AreaRow{"etm_default", RecordedPmu::cs_etm, false, false, 0, 32, 64}),
    [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace ringcheck
