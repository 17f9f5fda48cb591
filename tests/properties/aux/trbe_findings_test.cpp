// Reports of an Arm TRBE that Linux 6.1 handles wrongly. Each test is an entry of docs/findings.md;
// its repair is made in trbe-transactions.
#include <gtest/gtest.h>

#include "properties/aux/aux_sequence.hpp"
#include "properties/trbe/sequences.hpp"

namespace ringcheck {
namespace {

struct TrbeFindingRow {
  const char* name;
  const AuxSequence* as_it_is;
  const char* property;
};

class TrbeFinding : public ::testing::TestWithParam<TrbeFindingRow> {};

TEST_P(TrbeFinding, IsThereUntilItIsRepaired) {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    const AuxSearch search{GetParam().property, seed, GetParam().as_it_is->cases};
    EXPECT_TRUE(search_cases(*GetParam().as_it_is, {}, search).finding) << seed;
    EXPECT_FALSE(search_cases(kTrbeTransactions, {}, search).finding) << seed;
  }
}

INSTANTIATE_TEST_SUITE_P(
    all, TrbeFinding,
    ::testing::Values(
        // V-39
        TrbeFindingRow{"AnErrorThatIsFoundByStoppingIsNotTold", &kTrbeErrorAsItIs, "I-27"},
        // V-42
        TrbeFindingRow{"AFillAfterAnAbortIsThrownAway", &kTrbeAbortAsItIs, "I-25"},
        TrbeFindingRow{"ASnapshotAfterAnAbortIsThrownAway", &kTrbeAbortAsItIs, "I-31"},
        // V-43
        TrbeFindingRow{"AUnitThatSomethingElseStoppedStaysStopped", &kTrbeStopAsItIs, "I-27"},
        // V-45
        TrbeFindingRow{"TraceOfACpuThatGoesOfflineIsLost", &kTrbeOfflineAsItIs, "I-25"},
        TrbeFindingRow{"AndNobodyIsTold", &kTrbeOfflineAsItIs, "I-27"}),
    [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace ringcheck
