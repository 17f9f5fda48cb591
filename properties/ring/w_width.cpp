// Section W: widths of positions, of the data ring.
#include <array>

#include "properties/core/mutants.hpp"
#include "properties/ring/ring_hunts.hpp"
#include "protocol/ring/defects.hpp"

namespace ringcheck {
namespace {

constexpr std::array kRows = {
    Mutant{"W-02",
           "the space test compares positions at full width: a tail whose upper half is torn fills "
           "the buffer",
           "I-07", FunctionHunt{Technique::sequences, hostile_sequences, defect::kSpaceFullWidth}},
    Mutant{"W-04c", "the space test compares positions that have wrapped as if they had not",
           "I-07", FunctionHunt{Technique::sequences, plain_sequences, defect::kTailNotModular}},
    Mutant{"W-08", "a reader goes on until tail and head are equal in 64 bits, on a 32-bit kernel",
           "I-15",
           ExplorationHunt{.scenario = "perf-ring-32",
                           .settings = "polls=1",
                           .mutation = {"reader=until-equal"},
                           .found = kAnyModel}},
    Mutant{"W-04d", "the watermark is compared with positions that have wrapped as if they had not",
           "I-16", FunctionHunt{Technique::sequences, plain_sequences, defect::kWakeupNotModular}},
};

}  // namespace

extern const MutantRows kWidthMutants;
constinit const MutantRows kWidthMutants = kRows;

}  // namespace ringcheck
