// Section G: mistakes of no single commit.
#include <array>

#include "properties/aux/aux_hunt.hpp"
#include "properties/core/mutants.hpp"
#include "properties/pt/sequences.hpp"
#include "properties/ring/ring_hunts.hpp"
#include "protocol/pt/defects.hpp"
#include "protocol/ring/defects.hpp"

namespace ringcheck {
namespace {

constexpr std::array kRows = {
    Mutant{"G-01", "a begin that fails only takes its nest count back, and publishes nothing",
           "I-04",
           ExplorationHunt{
               .scenario = "perf-ring-overrun",
               .settings =
                   "records=1 payload=1 interrupt-payload=0 words=2 polls=0 reserve=head-first",
               .mutation = {.defects = defect::kFailedBeginStoresNest},
               .found = kAnyModel}},
    Mutant{"G-02a", "a writer writes from the end of its reservation on", "I-05",
           ExplorationHunt{.scenario = "perf-ring",
                           .settings = "records=1 payload=0 polls=0",
                           .mutation = {.defects = defect::kWrongEndOfReservation},
                           .found = kAnyModel}},
    Mutant{"G-02b",
           "a backward writer writes from where the write position was before its reservation",
           "I-18",
           FunctionHunt{Technique::sequences, plain_backward_sequences,
                        defect::kWrongEndOfReservation}},
    Mutant{"G-03", "a buffer may have a number of pages that is no power of two", "I-12",
           FunctionHunt{Technique::sequences, three_page_sequences, {}, four_page_sequences}},
    Mutant{"G-04", "the size in the header leaves out the header", "I-12",
           ExplorationHunt{.scenario = "perf-ring",
                           .settings = "records=1 payload=1 polls=0",
                           .mutation = {.defects = defect::kSizeOfPayloadOnly},
                           .found = kAnyModel}},
    Mutant{"G-05a", "AUX samples are as large as they were asked for", "I-12",
           aux_values<kAuxSampleSize>(defect::kSampleSizeNotBounded)},
    Mutant{"G-05b", "a record may be larger than the 16 bits of its size can say", "I-12",
           FunctionHunt{Technique::sequences, large_sequences, defect::kSizeNotClamped}},
    Mutant{"G-06", "the tail is stored modulo the size of the buffer", "I-14",
           ExplorationHunt{.scenario = "perf-ring",
                           .settings = "records=2 payload=0 words=2 polls=2",
                           .mutation = {.defects = defect::kTailMasked},
                           .found = kAnyModel}},
    Mutant{"G-07", "a reader of a mapping that was read before starts at 0", "I-15",
           FunctionHunt{Technique::sequences, plain_sequences, defect::kReaderStartsAtZero}},
    Mutant{"G-09", "two readers on one mapping: each chunk is handed on twice", "I-15",
           ExplorationHunt{.scenario = "perf-ring",
                           .settings = "records=1 payload=0 words=4 polls=2",
                           .mutation = {.defects = defect::kTailRestarts},
                           .found = kAnyModel}},
};

}  // namespace

extern const MutantRows kNeutralMutants;
constinit const MutantRows kNeutralMutants = kRows;

}  // namespace ringcheck
