// Section R: perf reads the AUX area.
#include <array>

#include "properties/mutants/aux_hunt.hpp"

namespace ringcheck {
namespace {

constexpr std::array kRows = {
    Mutant{"R-02a", "the offset of a window takes 2^64 for a multiple of every length", "I-34",
           aux_hunt<kAuxDrain>(Defect::window_without_remainder)},
    Mutant{"R-02b", "every length is masked like a power of two", "I-34",
           aux_hunt<kAuxDrain>(Defect::window_masks_any_length)},
    Mutant{"R-03", "equal ends of a window are no bytes apart", "I-32",
           aux_hunt<kAuxDrain>(Defect::window_empty_when_equal)},
    Mutant{"R-04", "a drain that trims what is no whole record comes back for it", "I-34",
           aux_hunt<kAuxDrain>(Defect::window_trim_kept_back)},
    Mutant{"R-05", "padding is announced and not written", "I-12",
           aux_values<kAuxtraceFile>(Defect::file_padding_not_written)},
    Mutant{"R-06a", "perf gives the ring back before it has copied", "I-06",
           aux_hunt<kAioPush>(Defect::aio_tail_before_copy)},
    Mutant{"R-06b", "perf writes the file from the ring itself", "I-06",
           aux_hunt<kAioPush>(Defect::aio_writes_from_ring)},
    Mutant{"R-06c", "perf drops its reference to the map when a write starts", "I-39",
           aux_hunt<kAioPush>(Defect::aio_put_early)},
    Mutant{"R-06d", "perf reuses a block whose write is not complete", "I-06",
           aux_hunt<kAioPush>(Defect::aio_block_reused)},
};

}  // namespace

constinit const MutantRows kAuxReadoutMutants = kRows;

}  // namespace ringcheck
