// Section O: backward buffers and readers of overwrite buffers.
#include <array>

#include "properties/core/mutants.hpp"
#include "properties/ring/ring_hunts.hpp"

namespace ringcheck {
namespace {

constexpr std::array kRows = {
    Mutant{"O-03", "the reader reads on to where its last round began, past the end of its window",
           "I-19",
           FunctionHunt{Technique::sequences, plain_backward_sequences, Defect::range_is_previous}},
    Mutant{"O-04",
           "a backward buffer is written as if its reader gave space back: the newest records are "
           "lost",
           "I-19",
           FunctionHunt{Technique::sequences, plain_backward_sequences, Defect::writable_backward}},
    Mutant{"O-05a", "the reader drops the last record when its window is exactly full", "I-19",
           FunctionHunt{Technique::sequences, plain_backward_sequences,
                        Defect::range_drops_last_record}},
    Mutant{"O-05b", "the reader keeps the record that the end of its window cuts", "I-19",
           FunctionHunt{Technique::sequences, plain_backward_sequences,
                        Defect::range_keeps_torn_record}},
    Mutant{"O-06", "a record that is larger than the buffer is written over itself", "I-22",
           FunctionHunt{Technique::sequences, oversized_sequences, {}, plain_backward_sequences},
           true},
    Mutant{
        "O-07",
        "a backward buffer takes its position for how far its stream has come: each record wakes",
        "I-16b",
        FunctionHunt{Technique::sequences, plain_backward_sequences, Defect::wakeup_not_negated}},
    Mutant{"O-08", "the reader does not remember where it began: old records are read again",
           "I-21",
           FunctionHunt{Technique::sequences, plain_backward_sequences, Defect::prev_not_updated}},
    Mutant{"O-10", "the reader searches on past the size of the buffer", "I-19",
           FunctionHunt{Technique::sequences, plain_backward_sequences, Defect::range_without_end}},
};

}  // namespace

constinit const MutantRows kOverwriteMutants = kRows;

}  // namespace ringcheck
