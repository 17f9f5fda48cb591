// Section K: wakeups.
#include <array>

#include "properties/core/mutants.hpp"
#include "properties/ring/ring_hunts.hpp"
#include "protocol/ring/defects.hpp"

namespace ringcheck {
namespace {

constexpr std::array kRows = {
    Mutant{"K-05a",
           "a nested writer moves the wakeup stamp past what the writer that it interrupts has "
           "reserved: wakeups come late",
           "I-16",
           FunctionHunt{Technique::sequences, forward_sequences, {}, signed_stamp_sequences}, true},
    Mutant{"K-05b", "the same, and the buffer fills up without a wakeup", "I-17",
           FunctionHunt{Technique::values, stamp_ahead_case, {}, signed_stamp_ahead_case}, true},
    Mutant{"K-05c", "the same, and from then on each record wakes", "I-16b",
           FunctionHunt{Technique::sequences, forward_sequences, {}, signed_stamp_sequences}, true},
    Mutant{"K-06", "the wakeup stamp is sampled after the reservation instead of in get_handle",
           "I-16", FunctionHunt{Technique::sequences, plain_sequences, defect::kWakeupSampledLate}},
    Mutant{"K-08", "samples are counted by a load and a store", "I-16",
           FunctionHunt{Technique::sequences, signed_stamp_sequences, defect::kEventsNotAtomic}},
};

}  // namespace

extern const MutantRows kWakeupMutants;
constinit const MutantRows kWakeupMutants = kRows;

}  // namespace ringcheck
