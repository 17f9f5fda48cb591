#pragma once
// Defects of what the perf tool does with the AUX area.

#include <array>

#include "protocol/core/defect.hpp"

namespace ringcheck::defect {

/// Perf compares with the place that its copy came from; then the other mistakes show.
inline constexpr Defect kPtReferenceMoves = {"pt-reference-moves", "P-08"};
/// Perf looks for trace in all of the area, not near its end.
inline constexpr Defect kPtScanFromZero = {"pt-scan-from-zero", "P-09"};
/// Perf looks for CoreSight's snapshots as it did until 2021.
inline constexpr Defect kCsLooksForTrace = {"cs-looks-for-trace", "C-13"};
/// Perf sets only the last entry of a table that it grows.
inline constexpr Defect kSnapshotTableHalfSet = {"snapshot-table-half-set", "C-13"};
/// A drain's offset treats 2^64 as a multiple of every length.
inline constexpr Defect kWindowWithoutRemainder = {"window-without-remainder", "R-02"};
/// A drain treats every length as a power of two.
inline constexpr Defect kWindowMasksAnyLength = {"window-masks-any-length", "R-02"};
/// Equal ends of a drain are no bytes apart.
inline constexpr Defect kWindowEmptyWhenEqual = {"window-empty-when-equal", "R-03"};
/// A drain that trims comes back for what it trimmed.
inline constexpr Defect kWindowTrimKeptBack = {"window-trim-kept-back", "R-04"};
/// Perf gives the ring back before it has copied.
inline constexpr Defect kAioTailBeforeCopy = {"aio-tail-before-copy", "R-06"};
/// Perf writes the file from the ring itself.
inline constexpr Defect kAioWritesFromRing = {"aio-writes-from-ring", "R-06"};
/// Perf drops its reference to the map when a write starts.
inline constexpr Defect kAioPutEarly = {"aio-put-early", "R-06"};
/// Perf reuses a block whose write is not complete.
inline constexpr Defect kAioBlockReused = {"aio-block-reused", "R-06"};
/// Perf announces padding and does not write it.
inline constexpr Defect kFilePaddingNotWritten = {"file-padding-not-written", "R-05"};
/// A 32-bit reader compares the low halves of two heads.
inline constexpr Defect kCompatComparesLowHalves = {"compat-compares-low-halves", "W-01"};
/// A 32-bit reader loads the head twice instead of three times.
inline constexpr Defect kCompatTwoLoads = {"compat-two-loads", "W-01"};
/// A 32-bit reader stores tails beyond 32 bits.
inline constexpr Defect kCompatStoresAnyTail = {"compat-stores-any-tail", "W-01"};
/// Perf drains heads that are offsets as if they were running positions.
inline constexpr Defect kWindowOfOffsets = {"window-of-offsets", "S-06"};
/// Perf takes a snapshot's signal while it reads another one.
inline constexpr Defect kRecordSignalAnyTime = {"record-signal-any-time", "R-12"};
/// Perf forgets a signal that comes after its reading.
inline constexpr Defect kRecordStartedClearedLate = {"record-started-cleared-late", "R-12"};
/// Perf starts trace again before it has read the snapshot.
inline constexpr Defect kRecordFinishFirst = {"record-finish-first", "R-12"};
/// Perf reads the snapshot at its exit while the unit traces.
inline constexpr Defect kRecordExitWithoutStop = {"record-exit-without-stop", "R-12"};
/// Perf starts trace again after the snapshot at its exit.
inline constexpr Defect kRecordExitRestarts = {"record-exit-restarts", "R-12"};
/// Perf ignores padding when it looks for what two snapshots share.
inline constexpr Defect kOverlapWithoutPadding = {"overlap-without-padding", "P-10"};
/// Perf reads a snapshot although the unit could not be stopped.
inline constexpr Defect kRecordFailedStartRead = {"record-failed-start-read", "R-12"};
/// Perf waits for signals again when reading a snapshot failed.
inline constexpr Defect kRecordFailedReadGoesOn = {"record-failed-read-goes-on", "R-12"};
/// Perf ignores the letter of --snapshot that asks for one at the end.
inline constexpr Defect kSnapshotAtExitForgotten = {"snapshot-at-exit-forgotten", ""};
/// Perf ignores whatever follows a number of --snapshot.
inline constexpr Defect kSnapshotTextNotLooked = {"snapshot-text-not-looked", ""};
/// Perf takes snapshots larger than their area.
inline constexpr Defect kSnapshotLargerThanArea = {"snapshot-larger-than-area", ""};
/// AUXTRACE_INFO has no room for the filter's final zero.
inline constexpr Defect kFilterWithoutZero = {"filter-without-zero", ""};
/// AUXTRACE_INFO is a word shorter than its contents.
inline constexpr Defect kInfoSizeWithoutLast = {"info-size-without-last", ""};
/// AUXTRACE_INFO has the ratio of two clocks the wrong way round.
inline constexpr Defect kInfoRatioSwapped = {"info-ratio-swapped", ""};
/// A decoder takes words of AUXTRACE_INFO that an older perf did not write.
inline constexpr Defect kInfoSizeNotLooked = {"info-size-not-looked", ""};
/// Perf records the first of two units that it cannot record together.
inline constexpr Defect kTwoUnitsTaken = {"two-units-taken", ""};
/// Perf suggests no size for trace in samples.
inline constexpr Defect kNoDefaultSampleSize = {"no-default-sample-size", ""};
/// Perf takes two events of a unit.
inline constexpr Defect kTwoAuxEvents = {"two-aux-events", ""};
/// The AUX event does not sample the CPU.
inline constexpr Defect kAuxEventWithoutCpu = {"aux-event-without-cpu", ""};
/// The AUX event has no timestamps.
inline constexpr Defect kAuxEventWithoutTime = {"aux-event-without-time", ""};
/// The AUX event stays after others.
inline constexpr Defect kAuxEventLeftBehind = {"aux-event-left-behind", ""};
/// Perf does not give back what it has taken for snapshots.
inline constexpr Defect kSnapshotTablesKept = {"snapshot-tables-kept", ""};
/// AUXTRACE records have no reference time.
inline constexpr Defect kReferenceForgotten = {"reference-forgotten", ""};
/// A 32-bit reader that has no compare-and-swap loads the head in halves.
inline constexpr Defect kCompatWithoutSwap = {"compat-without-swap", ""};
/// A snapshot stores aux_tail.
inline constexpr Defect kSnapshotStoresTail = {"snapshot-stores-tail", ""};
/// A snapshot reads the first buffer alone.
inline constexpr Defect kSnapshotOfFirstBuffer = {"snapshot-of-first-buffer", ""};
/// The windows of all buffers begin where the first one's did.
inline constexpr Defect kSnapshotsFromOnePlace = {"snapshots-from-one-place", ""};

/// Every one of them.
inline constexpr std::array kPerfToolDefects = {kPtReferenceMoves,
                                                kPtScanFromZero,
                                                kCsLooksForTrace,
                                                kSnapshotTableHalfSet,
                                                kWindowWithoutRemainder,
                                                kWindowMasksAnyLength,
                                                kWindowEmptyWhenEqual,
                                                kWindowTrimKeptBack,
                                                kAioTailBeforeCopy,
                                                kAioWritesFromRing,
                                                kAioPutEarly,
                                                kAioBlockReused,
                                                kFilePaddingNotWritten,
                                                kCompatComparesLowHalves,
                                                kCompatTwoLoads,
                                                kCompatStoresAnyTail,
                                                kWindowOfOffsets,
                                                kRecordSignalAnyTime,
                                                kRecordStartedClearedLate,
                                                kRecordFinishFirst,
                                                kRecordExitWithoutStop,
                                                kRecordExitRestarts,
                                                kOverlapWithoutPadding,
                                                kRecordFailedStartRead,
                                                kRecordFailedReadGoesOn,
                                                kSnapshotAtExitForgotten,
                                                kSnapshotTextNotLooked,
                                                kSnapshotLargerThanArea,
                                                kFilterWithoutZero,
                                                kInfoSizeWithoutLast,
                                                kInfoRatioSwapped,
                                                kInfoSizeNotLooked,
                                                kTwoUnitsTaken,
                                                kNoDefaultSampleSize,
                                                kTwoAuxEvents,
                                                kAuxEventWithoutCpu,
                                                kAuxEventWithoutTime,
                                                kAuxEventLeftBehind,
                                                kSnapshotTablesKept,
                                                kReferenceForgotten,
                                                kCompatWithoutSwap,
                                                kSnapshotStoresTail,
                                                kSnapshotOfFirstBuffer,
                                                kSnapshotsFromOnePlace};

}  // namespace ringcheck::defect
