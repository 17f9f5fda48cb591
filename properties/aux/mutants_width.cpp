// Section W: widths of numbers.
#include <array>

#include "properties/aux/aux_hunt.hpp"

namespace ringcheck {
namespace {

constexpr std::array kRows = {
    Mutant{"W-01a", "a 32-bit reader compares the low halves of two heads", "I-30",
           aux_values<kCompatReader>(Defect::compat_compares_low_halves)},
    Mutant{"W-01b", "a 32-bit reader loads the head twice instead of three times", "I-30",
           aux_values<kCompatReader>(Defect::compat_two_loads)},
    Mutant{"W-01c", "a 32-bit reader stores tails beyond 32 bits, half by half", "I-24",
           aux_values<kCompatReader>(Defect::compat_stores_any_tail)},
    Mutant{"W-04a", "SPE compares positions instead of their differences", "I-29",
           aux_hunt<kSpeTransactions>(Defect::spe_wakeup_not_modular)},
    Mutant{"W-05a", "the area's size is worked out in half a word", "I-24",
           aux_hunt<kSpeTransactions>(Defect::narrow_area_size)},
    Mutant{"W-06", "room for an ETR is masked with 32 bits", "I-35",
           mainline_hunt<kWideCopy, kWideCopyRepaired>(Technique::values), true},
};

}  // namespace

constinit const MutantRows kAuxWidthMutants = kRows;

}  // namespace ringcheck
