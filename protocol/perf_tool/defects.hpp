#pragma once
// Defects of what the perf tool does with the AUX area.

#include <array>

#include "protocol/core/defect.hpp"

namespace ringcheck::defect {

/// Perf compares with the place that its copy is of; the mistakes after show.
inline constexpr Defect kPtReferenceMoves = {"pt-reference-moves", "P-08"};
/// Perf looks for trace in all of the area, not near its end.
inline constexpr Defect kPtScanFromZero = {"pt-scan-from-zero", "P-09"};
/// Perf finds CoreSight's snapshots as it did until 2021.
inline constexpr Defect kCsLooksForTrace = {"cs-looks-for-trace", "C-13"};
/// Perf sets the last entry only of a table that it grows.
inline constexpr Defect kSnapshotTableHalfSet = {"snapshot-table-half-set", "C-13"};
/// A drain's offset takes 2^64 for a multiple of every length.
inline constexpr Defect kWindowWithoutRemainder = {"window-without-remainder", "R-02"};
/// A drain takes every length for a power of two.
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
/// Perf drains heads that are offsets as if they ran.
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
/// Perf looks for what two snapshots share without regard to padding.
inline constexpr Defect kOverlapWithoutPadding = {"overlap-without-padding", "P-10"};
/// Perf reads a snapshot before which the unit could not be stopped.
inline constexpr Defect kRecordFailedStartRead = {"record-failed-start-read", "R-12"};
/// Perf waits for signals again when reading a snapshot failed.
inline constexpr Defect kRecordFailedReadGoesOn = {"record-failed-read-goes-on", "R-12"};

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
                                                kRecordFailedReadGoesOn};

}  // namespace ringcheck::defect
