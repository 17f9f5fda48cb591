// Section R: perf reads the AUX area.
#include <array>

#include "properties/aux/aux_hunt.hpp"
#include "properties/perf_tool/sequences.hpp"
#include "protocol/perf_tool/defects.hpp"

namespace ringcheck {
namespace {

constexpr std::array kRows = {
    Mutant{"R-02a", "the offset of a window takes 2^64 for a multiple of every length", "I-34",
           aux_hunt<kAuxDrain>(defect::kWindowWithoutRemainder)},
    Mutant{"R-02b", "every length is masked like a power of two", "I-34",
           aux_hunt<kAuxDrain>(defect::kWindowMasksAnyLength)},
    Mutant{"R-03", "equal ends of a window are no bytes apart", "I-32",
           aux_hunt<kAuxDrain>(defect::kWindowEmptyWhenEqual)},
    Mutant{"R-04", "a drain that trims what is no whole record comes back for it", "I-34",
           aux_hunt<kAuxDrain>(defect::kWindowTrimKeptBack)},
    Mutant{"R-05", "padding is announced and not written", "I-12",
           aux_values<kAuxtraceFile>(defect::kFilePaddingNotWritten)},
    Mutant{"R-06a", "perf gives the ring back before it has copied", "I-06",
           aux_hunt<kAioPush>(defect::kAioTailBeforeCopy)},
    Mutant{"R-06b", "perf writes the file from the ring itself", "I-06",
           aux_hunt<kAioPush>(defect::kAioWritesFromRing)},
    Mutant{"R-06c", "perf drops its reference to the map when a write starts", "I-39",
           aux_hunt<kAioPush>(defect::kAioPutEarly)},
    Mutant{"R-06d", "perf reuses a block whose write is not complete", "I-06",
           aux_hunt<kAioPush>(defect::kAioBlockReused)},
    Mutant{"R-06e", "perf writes twice what comes between two loads of the head", "I-15",
           mainline_hunt<kAioPushAsItIs, kAioPush>(Technique::sequences), true},
    // R-12 is not in the catalogue: perf's snapshot mode, from the signal to the restart.
    Mutant{"R-12a", "perf takes a signal while it reads the snapshot of another one", "I-20",
           aux_hunt<kSnapshotMode>(defect::kRecordSignalAnyTime)},
    Mutant{"R-12b", "perf forgets a signal that comes right after reading a snapshot", "I-32",
           aux_hunt<kSnapshotMode>(defect::kRecordStartedClearedLate)},
    Mutant{"R-12c", "perf starts trace again before it has read the snapshot", "I-20",
           aux_hunt<kSnapshotMode>(defect::kRecordFinishFirst)},
    Mutant{"R-12d", "perf reads the snapshot at its exit without stopping the unit", "I-20",
           aux_hunt<kSnapshotMode>(defect::kRecordExitWithoutStop)},
    Mutant{"R-12e", "perf starts trace again after the snapshot at its exit", "I-20",
           aux_hunt<kSnapshotMode>(defect::kRecordExitRestarts)},
    Mutant{"R-12f", "a signal after the last look of perf's loop is forgotten", "I-32",
           mainline_hunt<kSnapshotModeAsItIs, kSnapshotModeRepaired>(Technique::sequences), true},
    Mutant{"R-12g", "reading a snapshot starts trace again that recording has stopped for good",
           "I-20", mainline_hunt<kSnapshotModeAsItIs, kSnapshotModeRepaired>(Technique::sequences),
           true},
    Mutant{"R-12j", "a signal whose ioctl fails while perf turns its trigger off is forgotten",
           "I-20", mainline_hunt<kSnapshotModeOverwriting, kSnapshotMode>(Technique::sequences),
           true},
    Mutant{"R-12h", "perf reads a snapshot though it could not stop the unit before", "I-20",
           aux_hunt<kSnapshotMode>(defect::kRecordFailedStartRead)},
    Mutant{"R-12i", "perf goes on though it could not read a snapshot", "I-32",
           aux_hunt<kSnapshotMode>(defect::kRecordFailedReadGoesOn)},
    Mutant{"E-42a", "AUXTRACE_INFO has no room for the final zero of its filter", "I-69",
           aux_values<kAuxtraceInfo>(defect::kFilterWithoutZero)},
    Mutant{"E-42b", "AUXTRACE_INFO is a word short of what it is filled with", "I-69",
           aux_values<kAuxtraceInfo>(defect::kInfoSizeWithoutLast)},
    Mutant{"E-42c", "AUXTRACE_INFO has the ratio of two clocks the wrong way round", "I-69",
           aux_values<kAuxtraceInfo>(defect::kInfoRatioSwapped)},
    Mutant{"E-42d", "a decoder takes words of AUXTRACE_INFO that an older perf did not write",
           "I-69", aux_values<kAuxtraceInfo>(defect::kInfoSizeNotLooked)},
    Mutant{"E-43a", "the first of two units is recorded that cannot be recorded together", "I-70",
           aux_values<kAuxtraceOptions>(defect::kTwoUnitsTaken)},
    Mutant{"E-43b", "two events are opened that write to one AUX area", "I-70",
           aux_values<kAuxtraceOptions>(defect::kTwoAuxEvents)},
    Mutant{"E-43c", "the AUX event does not sample its CPU", "I-70",
           aux_values<kAuxtraceOptions>(defect::kAuxEventWithoutCpu)},
    Mutant{"E-43d", "trace of CPUs has no timestamps", "I-70",
           aux_values<kAuxtraceOptions>(defect::kAuxEventWithoutTime)},
    Mutant{"E-43e", "the AUX event is not the first of the list", "I-70",
           aux_values<kAuxtraceOptions>(defect::kAuxEventLeftBehind)},
    Mutant{"E-43f", "trace in samples has no size unless one is given", "I-70",
           aux_values<kAuxtraceOptions>(defect::kNoDefaultSampleSize)},
    Mutant{"E-43g", "what was taken for snapshots is not given back", "I-70",
           aux_values<kAuxtraceOptions>(defect::kSnapshotTablesKept)},
    Mutant{"E-44", "AUXTRACE records have no reference time", "I-70",
           aux_values<kAuxtraceReference>(defect::kReferenceForgotten)},
    Mutant{"E-45a", "--snapshot passes by the letter that asks for one at the end", "I-70",
           aux_values<kSnapshotTexts>(defect::kSnapshotAtExitForgotten)},
    Mutant{"E-45b", "--snapshot takes a number with anything after it", "I-70",
           aux_values<kSnapshotTexts>(defect::kSnapshotTextNotLooked)},
    Mutant{"E-45c", "a snapshot may be larger than its area", "I-70",
           aux_values<kSnapshotTexts>(defect::kSnapshotLargerThanArea)},
    Mutant{"R-13a", "a snapshot stores aux_tail", "I-74",
           aux_hunt<kSnapshotDeployments>(defect::kSnapshotStoresTail)},
    Mutant{"R-13b", "a snapshot reads the first buffer alone", "I-32",
           aux_hunt<kSnapshotDeployments>(defect::kSnapshotOfFirstBuffer)},
    Mutant{"R-13c", "the windows of all buffers begin where that of the first did", "I-32",
           aux_hunt<kSnapshotDeployments>(defect::kSnapshotsFromOnePlace)},
    Mutant{"W-01d", "a 32-bit reader that has no compare-and-swap loads the head in halves", "I-30",
           aux_values<kCompatReader>(defect::kCompatWithoutSwap)},
};

}  // namespace

extern const MutantRows kAuxReadoutMutants;
constinit const MutantRows kAuxReadoutMutants = kRows;

}  // namespace ringcheck
