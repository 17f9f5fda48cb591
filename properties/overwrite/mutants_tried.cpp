// Section O: backward buffers and readers of overwrite buffers.
#include <array>

#include "properties/core/mutants.hpp"
#include "properties/ring/ring_hunts.hpp"
#include "protocol/lifetime/defects.hpp"
#include "protocol/ring/defects.hpp"

namespace ringcheck {
namespace {

constexpr std::array kRows = {
    Mutant{"O-03", "the reader reads on to where its last round began, past the end of its window",
           "I-19",
           FunctionHunt{Technique::sequences, plain_backward_sequences, defect::kRangeIsPrevious}},
    Mutant{"O-04",
           "a backward buffer is written as if its reader gave space back: the newest records are "
           "lost",
           "I-19",
           FunctionHunt{Technique::sequences, plain_backward_sequences, defect::kWritableBackward}},
    Mutant{"O-05a", "the reader drops the last record when its window is exactly full", "I-19",
           FunctionHunt{Technique::sequences, plain_backward_sequences,
                        defect::kRangeDropsLastRecord}},
    Mutant{"O-05b", "the reader keeps the record that the end of its window cuts", "I-19",
           FunctionHunt{Technique::sequences, plain_backward_sequences,
                        defect::kRangeKeepsTornRecord}},
    Mutant{"O-06", "a record that is larger than the buffer is written over itself", "I-22",
           FunctionHunt{Technique::sequences, oversized_sequences, {}, plain_backward_sequences},
           true},
    Mutant{
        "O-07",
        "a backward buffer takes its position for how far its stream has come: each record wakes",
        "I-16b",
        FunctionHunt{Technique::sequences, plain_backward_sequences, defect::kWakeupNotNegated}},
    Mutant{"O-08", "the reader does not remember where it began: old records are read again",
           "I-21",
           FunctionHunt{Technique::sequences, plain_backward_sequences, defect::kPrevNotUpdated}},
    Mutant{"O-10", "the reader searches on past the size of the buffer", "I-19",
           FunctionHunt{Technique::sequences, plain_backward_sequences, defect::kRangeWithoutEnd}},
};

}  // namespace

extern const MutantRows kOverwriteMutants;
constinit const MutantRows kOverwriteMutants = kRows;

}  // namespace ringcheck
