// Random programs, compared with a buffer that plays the kernel's part: the specification itself
// agrees with what it shows, and one with a defect does not.
#include <gtest/gtest.h>

#include "properties/core/conform_set.hpp"
#include "properties/ring/live_case.hpp"
#include "protocol/ring/defects.hpp"

namespace ringcheck {
namespace {

constexpr std::uint64_t kSeed = 7;

/// The trace that a buffer with `defects` shows of case `index`.
Json trace_of(std::uint64_t index, DefectSet defects = {}) {
  const LiveCase program = random_live_case(kSeed, index);
  SpecifiedBuffer buffer(program.setup, defects);
  return record_live_case(program, buffer, "case " + std::to_string(index));
}

TEST(LiveCase, IsTheSameForTheSameSeed) {
  EXPECT_EQ(trace_of(3), trace_of(3));
  EXPECT_NE(trace_of(3), trace_of(4));
}

TEST(LiveCase, OfTheSpecificationAgrees) {
  std::uint64_t lost = 0;
  std::uint64_t ready = 0;
  std::uint64_t backward = 0;
  for (std::uint64_t i = 0; i < 300; ++i) {
    const Json row = trace_of(i);
    const auto difference = kLiveTraceSet.check(row);
    ASSERT_FALSE(difference) << i << ": step " << difference->step << " of "
                             << difference->prefix.dump();
    if (row.at("direction") == "backward") ++backward;
    for (const Json& step : row.at("steps")) {
      ready += step.value("ready", 0U);
      for (const Json& run : step.at("records")) lost += run.value("lost", 0U);
    }
  }
  EXPECT_GT(lost, 1000U);
  EXPECT_GT(ready, 100U);
  EXPECT_GT(backward, 30U);
}

class LiveDefect : public ::testing::TestWithParam<Defect> {};

TEST_P(LiveDefect, ShowsInSomeCase) {
  int differ = 0;
  for (std::uint64_t i = 0; i < 100; ++i) {
    try {
      if (kLiveTraceSet.check(trace_of(i, DefectSet(GetParam())))) ++differ;
    } catch (const RowError&) {
      ++differ;  // what the defect shows cannot be true of any buffer
    }
  }
  EXPECT_GT(differ, 0);
}

INSTANTIATE_TEST_SUITE_P(Catalogue, LiveDefect,
                         ::testing::Values(defect::kLostNotCounted, defect::kFullToTheLastByte,
                                           defect::kSizeOfPayloadOnly, defect::kTailMasked,
                                           defect::kFailedBeginKeepsNest));

TEST(LiveCase, ADifferenceIsShownWithTheShortestPrefix) {
  Json row = trace_of(0);
  Json& steps = row["steps"];
  std::size_t poll = 0;
  while (steps[poll]["op"] != "poll") ++poll;
  steps[poll]["ready"] = steps[poll]["ready"] == 1 ? 0 : 1;
  const auto difference = kLiveTraceSet.check(row);
  ASSERT_TRUE(difference);
  EXPECT_EQ(difference->step, poll);
  EXPECT_EQ(difference->prefix.at("steps").size(), poll + 1);
  EXPECT_TRUE(kLiveTraceSet.check(difference->prefix));
}

}  // namespace
}  // namespace ringcheck
