// Section R: perf reads the AUX area.
#include <array>

#include "properties/aux/aux_hunt.hpp"

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
    // R-12 is no entry of the catalogue: perf's snapshot mode, from the signal to the restart.
    Mutant{"R-12a", "perf takes a signal while it reads the snapshot of another one", "I-20",
           aux_hunt<kSnapshotMode>(Defect::record_signal_any_time)},
    Mutant{"R-12b", "perf forgets a signal that comes right behind reading a snapshot", "I-32",
           aux_hunt<kSnapshotMode>(Defect::record_started_cleared_late)},
    Mutant{"R-12c", "perf starts trace again before it has read the snapshot", "I-20",
           aux_hunt<kSnapshotMode>(Defect::record_finish_first)},
    Mutant{"R-12d", "perf reads the snapshot at its exit without stopping the unit", "I-20",
           aux_hunt<kSnapshotMode>(Defect::record_exit_without_stop)},
    Mutant{"R-12e", "perf starts trace again behind the snapshot at its exit", "I-20",
           aux_hunt<kSnapshotMode>(Defect::record_exit_restarts)},
    Mutant{"R-12f", "a signal behind the last look of perf's loop is forgotten", "I-32",
           mainline_hunt<kSnapshotModeAsItIs, kSnapshotModeRepaired>(Technique::sequences), true},
    Mutant{"R-12g", "reading a snapshot starts trace again that recording has stopped for good",
           "I-20", mainline_hunt<kSnapshotModeAsItIs, kSnapshotModeRepaired>(Technique::sequences),
           true},
    Mutant{"R-12h", "perf reads a snapshot though it could not stop the unit before", "I-20",
           aux_hunt<kSnapshotMode>(Defect::record_failed_start_read)},
    Mutant{"R-12i", "perf goes on though it could not read a snapshot", "I-32",
           aux_hunt<kSnapshotMode>(Defect::record_failed_read_goes_on)},
};

}  // namespace

constinit const MutantRows kAuxReadoutMutants = kRows;

}  // namespace ringcheck
