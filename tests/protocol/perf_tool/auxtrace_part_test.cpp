// Perf's part for a unit, and what it cannot do without.
#include "protocol/perf_tool/auxtrace_part.hpp"

#include <gtest/gtest.h>

namespace ringcheck {
namespace {

struct PartRow {
  const char* name;
  RecordedPmu pmu;
  PartLacks lacks;
  bool made;
  std::optional<int> error{};
};

class AuxtraceParts : public ::testing::TestWithParam<PartRow> {};

TEST_P(AuxtraceParts, ComeToBe) {
  const AuxtracePart part = auxtrace_part(GetParam().pmu, GetParam().lacks);
  EXPECT_EQ(part.made, GetParam().made);
  EXPECT_EQ(part.error, GetParam().error);
}

INSTANTIATE_TEST_SUITE_P(
    all, AuxtraceParts,
    ::testing::Values(
        PartRow{"pt", RecordedPmu::intel_pt, PartLacks::nothing, true},
        PartRow{"spe", RecordedPmu::arm_spe, PartLacks::nothing, true, 0},
        PartRow{"pt_without_pmu", RecordedPmu::intel_pt, PartLacks::pmu, false},
        PartRow{"bts_without_pmu", RecordedPmu::intel_bts, PartLacks::pmu, false},
        PartRow{"spe_without_pmu", RecordedPmu::arm_spe, PartLacks::pmu, false, -19},
        PartRow{"etm_without_pmu", RecordedPmu::cs_etm, PartLacks::pmu, false, kInvalid},
        PartRow{"bts_without_variable", RecordedPmu::intel_bts, PartLacks::environment, false,
                kNoMemory},
        PartRow{"etm_needs_no_variable", RecordedPmu::cs_etm, PartLacks::environment, true, 0},
        PartRow{"etm_without_memory", RecordedPmu::cs_etm, PartLacks::memory, false, kNoMemory}),
    [](const auto& test) { return test.param.name; });

TEST(AuxtraceParts, DifferInWhatTheyHave) {
  const auto part = [](RecordedPmu pmu) { return auxtrace_part(pmu, PartLacks::nothing); };
  EXPECT_EQ(part(RecordedPmu::intel_bts).alignment, 24U);
  EXPECT_EQ(part(RecordedPmu::intel_pt).alignment, 0U);
  EXPECT_EQ(part(RecordedPmu::intel_pt).default_sample_size, 4096U);
  EXPECT_EQ(part(RecordedPmu::arm_spe).default_sample_size, 0U);
  EXPECT_TRUE(part(RecordedPmu::arm_spe).finds_snapshots);
  EXPECT_FALSE(part(RecordedPmu::cs_etm).finds_snapshots);
}

}  // namespace
}  // namespace ringcheck
