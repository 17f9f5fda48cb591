// Section L: accounting of losses.
#include <array>

#include "properties/core/mutants.hpp"
#include "properties/ring/ring_hunts.hpp"
#include "protocol/lifetime/defects.hpp"
#include "protocol/ring/defects.hpp"

namespace ringcheck {
namespace {

constexpr std::string_view kFull = "records=2 payload=1 words=2 polls=0";

constexpr std::array kRows = {
    Mutant{
        "L-01a", "the count of losses is taken by a load and a store of 0", "I-10",
        ExplorationHunt{.scenario = "perf-ring-nested",
                        .settings = "records=1 payload=0 interrupts=2 interrupt-payload=8 polls=0",
                        .mutation = {.defects = defect::kLostNotExchanged},
                        .found = kAnyModel}},
    Mutant{"L-01b", "a LOST record reports nothing, when a nested writer has reported all losses",
           "I-11", FunctionHunt{Technique::sequences, forward_sequences, {}, lost_first_sequences},
           true},
    Mutant{"L-01x", "the same, explored", "I-11",
           ExplorationHunt{.scenario = "perf-ring-lost",
                           .settings = "lost=taken-first",
                           .mutation = {"lost=seen-first"},
                           .found = {"sc"}},
           true},
    Mutant{"L-02", "the LOST record that is due is left out of the space test", "I-07",
           FunctionHunt{Technique::sequences, plain_sequences, defect::kLostNotInSpaceTest}},
    Mutant{"L-03a", "a begin that fails for space counts no loss", "I-10",
           ExplorationHunt{.scenario = "perf-ring-full",
                           .settings = kFull,
                           .mutation = {.defects = defect::kLostNotCounted},
                           .found = kAnyModel}},
    Mutant{"L-03b", "a begin on a buffer without pages counts a loss", "I-10",
           FunctionHunt{Technique::sequences, pageless_sequences, defect::kLostWithoutPages}},
    Mutant{"L-03c", "a begin that finds the buffer paused counts no loss", "I-10",
           FunctionHunt{Technique::sequences, plain_sequences, defect::kPausedNotCounted}},
    Mutant{"L-03d", "a begin that finds the buffer paused counts the loss by a load and a store",
           "I-10",
           FunctionHunt{Technique::sequences, forward_sequences, defect::kPausedCountNotAtomic}},
    Mutant{"L-04", "a buffer without pages can be resumed", "I-39",
           FunctionHunt{Technique::sequences, pageless_sequences, defect::kResumeWithoutPages}},
    Mutant{"L-05", "a begin that finds the buffer paused is not counted on its event", "I-10",
           FunctionHunt{Technique::sequences, plain_sequences, defect::kLostSampleWhenFullOnly}},
    Mutant{"L-06a", "begin takes the lowest eight bits of the lost count: 256 losses are none",
           "I-10",
           FunctionHunt{Technique::sequences, many_lost_sequences, defect::kLostCountNarrow}},
    Mutant{"L-06b", "begin takes the lowest 32 bits of the lost count: 2^32 losses are none",
           "I-10", FunctionHunt{Technique::sequences, most_lost_sequences, {}, many_lost_sequences},
           true},
};

}  // namespace

extern const MutantRows kLostMutants;
constinit const MutantRows kLostMutants = kRows;

}  // namespace ringcheck
