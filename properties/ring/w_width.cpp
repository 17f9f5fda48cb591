// Section W: widths of positions, of the data ring.
#include <array>

#include "properties/core/mutants.hpp"
#include "properties/ring/ring_hunts.hpp"

namespace ringcheck {
namespace {

constexpr std::array kRows = {
    Mutant{"W-02",
           "the space test compares positions at full width: a tail whose upper half is torn fills "
           "the buffer",
           "I-07", FunctionHunt{Technique::sequences, hostile_sequences, Defect::space_full_width}},
    Mutant{"W-04c", "the space test compares positions that have wrapped as if they had not",
           "I-07", FunctionHunt{Technique::sequences, plain_sequences, Defect::tail_not_modular}},
    Mutant{"W-04d", "the watermark is compared with positions that have wrapped as if they had not",
           "I-16", FunctionHunt{Technique::sequences, plain_sequences, Defect::wakeup_not_modular}},
};

}  // namespace

constinit const MutantRows kWidthMutants = kRows;

}  // namespace ringcheck
