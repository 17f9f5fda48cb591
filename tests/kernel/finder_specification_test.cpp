// Programs of perf's parts for trace units: where places lie, what a unit writes, what is compared.
#include <gtest/gtest.h>

#include "kernel/calls/finder_sides.hpp"

namespace ringcheck {
namespace {

FinderSetup setup_with(rc_unit unit, std::uint64_t len, std::uint64_t asked) {
  FinderSetup setup;
  setup.unit = unit;
  setup.len = len;
  setup.asked = asked;
  setup.events = {{FinderSetup::kType, 1, 1, 0, 0, 0, 0, RC_MOST_BUFFERS}};
  return setup;
}

struct CopiesRow {
  const char* name;
  rc_unit unit;
  std::uint64_t len, asked;
  bool copies;
};

class FinderCopies : public ::testing::TestWithParam<CopiesRow> {};

/// Without several entries in a table PSBs are 256 bytes apart, and a copy has 512.
TEST_P(FinderCopies, AreMadeByIntelPtAlone) {
  const FinderSetup setup = setup_with(GetParam().unit, GetParam().len, GetParam().asked);
  EXPECT_EQ(setup.copies(), GetParam().copies);
  EXPECT_EQ(setup.unit_bytes(), GetParam().copies ? 1U : 8U);
}

INSTANTIATE_TEST_SUITE_P(all, FinderCopies,
                         ::testing::Values(CopiesRow{"large", RC_INTEL_PT, 1024, 65537, true},
                                           CopiesRow{"bts", RC_INTEL_BTS, 1024, 65537, false},
                                           CopiesRow{"small", RC_INTEL_PT, 1024, 65536, false},
                                           CopiesRow{"short", RC_INTEL_PT, 512, 65537, false}),
                         [](const auto& test) { return test.param.name; });

TEST(FinderSetup, PlacesAreFromTheStartTheEndOrTheUnit) {
  const FinderSetup setup = setup_with(RC_ARM_SPE, 64, 0);
  EXPECT_EQ(setup.position(8, 5), 8U);
  EXPECT_EQ(setup.position(kOwnPlace, 5), 5U);
  EXPECT_EQ(setup.position(std::uint64_t{0} - 8, 5), 56U);
  EXPECT_EQ(setup.position(std::uint64_t{0} - 72, 5), 56U) << "a lap before";
  EXPECT_EQ(setup.position(kBeyond + 100, 5), 164U);
  EXPECT_EQ(setup_with(RC_INTEL_PT, 1024, 65537).position(kBeyond + 100, 5), 1025U)
      << "the byte beyond the area is looked at";
}

/// Answer `what` of a call.
std::int64_t answer_of(FinderSpecification& specification, const Call& call,
                       std::string_view what) {
  Answers answers;
  specification.run(call, answers);
  for (const Answer& found : answers)
    if (found.what == what) return static_cast<std::int64_t>(found.value);
  ADD_FAILURE() << "no " << what;
  return 0;
}

/// 8 bytes, of which a snapshot takes the area, since they are near its end (V-07).
TEST(FinderSpecification, TakesSnapshotsOfWhatTheUnitWrote) {
  FinderSpecification specification(setup_with(RC_INTEL_PT, 64, 0));
  const Call snapshot{static_cast<unsigned>(FinderOp::snapshot), {0, 1024, 0, 0}, {}};
  EXPECT_EQ(answer_of(specification, snapshot, "size"), 0);
  Answers none;
  specification.run({static_cast<unsigned>(FinderOp::write), {0, 0, 8, 1}, {}}, none);
  EXPECT_TRUE(none.empty());
  EXPECT_EQ(answer_of(specification, snapshot, "size"), 64);
  EXPECT_EQ(specification.word(finder_words::head(0)), 8U);
  EXPECT_FALSE(specification.trace().empty());
}

TEST(FinderSpecification, FailsWhereMemoryAndIoctlsDo) {
  FinderSpecification specification(setup_with(RC_ARM_SPE, 64, 0));
  const Call find{static_cast<unsigned>(FinderOp::find), {0, 0, 0, 1}, {}};
  EXPECT_EQ(answer_of(specification, find, "result"), -12);
  const Call start{static_cast<unsigned>(FinderOp::start), {1}, {}};
  EXPECT_EQ(answer_of(specification, start, "result"), -5);
  EXPECT_EQ(specification.end(), 0U);
}

}  // namespace
}  // namespace ringcheck
