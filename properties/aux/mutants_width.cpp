// Section W: widths of numbers.
#include <array>

#include "properties/aux/aux_hunt.hpp"
#include "properties/aux/sequences.hpp"
#include "properties/lifetime/sequences.hpp"
#include "properties/perf_tool/sequences.hpp"
#include "properties/spe/sequences.hpp"
#include "properties/tmc/sequences.hpp"
#include "protocol/perf_tool/defects.hpp"
#include "protocol/spe/defects.hpp"

namespace ringcheck {
namespace {

constexpr std::array kRows = {
    Mutant{"W-01a", "a 32-bit reader compares the low halves of two heads", "I-30",
           aux_values<kCompatReader>(defect::kCompatComparesLowHalves)},
    Mutant{"W-01b", "a 32-bit reader loads the head twice instead of three times", "I-30",
           aux_values<kCompatReader>(defect::kCompatTwoLoads)},
    Mutant{"W-01c", "a 32-bit reader stores tails beyond 32 bits, half by half", "I-24",
           aux_values<kCompatReader>(defect::kCompatStoresAnyTail)},
    Mutant{"W-07a",
           "a 32-bit kernel stores aux_head with the sign of its long, and AUX records without",
           "I-30", mainline_hunt<kAuxPageHeadOfLong, kAuxPageHead>(Technique::values), true},
    Mutant{"W-07b", "a reader between the halves of that head takes a lap twice", "I-15",
           mainline_hunt<kAuxPageHeadOfLong, kAuxPageHead>(Technique::values), true},
    Mutant{"W-04a", "SPE compares positions instead of their differences", "I-29",
           aux_hunt<kSpeTransactions>(defect::kSpeWakeupNotModular)},
    Mutant{"W-05a", "the area's size is worked out in half a word", "I-24",
           aux_hunt<kSpeTransactions>(defect::kNarrowAreaSize)},
    Mutant{"W-06", "room for an ETR is masked with 32 bits", "I-35",
           mainline_hunt<kWideCopy, kWideCopyRepaired>(Technique::values), true},
    Mutant{"W-09", "a 32-bit kernel takes watermarks of 2 GiB and more as negative numbers",
           "I-108", mainline_hunt<kWatermark32AsItIs, kWatermark32>(Technique::values), true},
};

}  // namespace

extern const MutantRows kAuxWidthMutants;
constinit const MutantRows kAuxWidthMutants = kRows;

}  // namespace ringcheck
