#pragma once
// Defects of the AUX area.

#include <array>

#include "protocol/core/defect.hpp"

namespace ringcheck::defect {

/// An AUX begin without room does not ask for the event to be disabled.
inline constexpr Defect kRefusedNotDisabled = {"refused-not-disabled", "A-01"};
/// An AUX begin without room does not wake the reader.
inline constexpr Defect kRefusedNotWoken = {"refused-not-woken", "A-01"};
/// An AUX end that reports a truncation does not ask for disabling.
inline constexpr Defect kTruncatedNotDisabled = {"truncated-not-disabled", "A-04"};
/// AUX begin takes its reference before it looks at the mapping count.
inline constexpr Defect kAuxReferenceFirst = {"aux-reference-first", "A-05"};
/// AUX begin does not look at the mapping count.
inline constexpr Defect kAuxMappingNotChecked = {"aux-mapping-not-checked", "A-06"};
/// aux_wakeup moves by one watermark, however far the head went.
inline constexpr Defect kWakeupOneWatermark = {"wakeup-one-watermark", "A-10"};
/// Wakeups are worked out in overwrite mode too.
inline constexpr Defect kWakeupWhenOverwriting = {"wakeup-when-overwriting", "A-10"};
/// Skip leaves the handle's wakeup as it was.
inline constexpr Defect kSkipKeepsWakeup = {"skip-keeps-wakeup", "A-11"};
/// Skip leaves the handle's size as it was.
inline constexpr Defect kSkipKeepsRoom = {"skip-keeps-room", "A-11"};
/// Skip leaves the handle's head as it was.
inline constexpr Defect kSkipKeepsHead = {"skip-keeps-head", "A-11"};
/// Skip passes over more than the room.
inline constexpr Defect kSkipBeyondRoom = {"skip-beyond-room", "A-11"};
/// No AUX record for an empty transaction with a flag.
inline constexpr Defect kFlaggedRecordSuppressed = {"flagged-record-suppressed", "A-12"};
/// AUX begin grants the last byte too.
inline constexpr Defect kAuxFullToTheLastByte = {"aux-full-to-the-last-byte", "A-15"};
/// AUX begin takes any tail for a reader's.
inline constexpr Defect kAuxTailNotChecked = {"aux-tail-not-checked", "A-16"};
/// Equal ends of a copied AUX range are no bytes apart.
inline constexpr Defect kCopyAuxNothingWhenEqual = {"copy-aux-nothing-when-equal", "A-18"};
/// A copied AUX range stops at the end of the area.
inline constexpr Defect kCopyAuxNotAround = {"copy-aux-not-around", "A-18"};
/// A filter's range ignores the mapping's offset in the file.
inline constexpr Defect kFilterIgnoresFileOffset = {"filter-ignores-file-offset", "F-03"};
/// A filter up to the end of all addresses wraps.
inline constexpr Defect kFilterEndWraps = {"filter-end-wraps", "F-03"};
/// Filters are programmed with addresses that are not canonical.
inline constexpr Defect kFilterNotCanonical = {"filter-not-canonical", "F-03"};
/// A filter's configuration is shifted in 32 bits.
inline constexpr Defect kFilterShiftedIn32Bits = {"filter-shifted-in-32-bits", "F-04"};
/// The generation of filters moves before the ranges, outside the lock.
inline constexpr Defect kFilterGenerationEarly = {"filter-generation-early", "F-01"};
/// Exec clears ranges and leaves their generation.
inline constexpr Defect kFilterExecKeepsGeneration = {"filter-exec-keeps-generation", "F-01"};
/// An event that runs is not restarted for new ranges.
inline constexpr Defect kFilterNoRestart = {"filter-no-restart", "F-01"};
/// Ranges are programmed while the unit traces.
inline constexpr Defect kFilterRestartWithoutStop = {"filter-restart-without-stop", "F-01"};
/// Ranges are read without the lock.
inline constexpr Defect kFilterSyncedWithoutLock = {"filter-synced-without-lock", "F-01"};
/// An inherited event starts without ranges.
inline constexpr Defect kFilterNotCloned = {"filter-not-cloned", "F-02"};
/// An AUX transaction's end stores the head only when it wakes the reader.
inline constexpr Defect kAuxHeadWhenWoken = {"aux-head-when-woken", ""};
/// An AUX transaction's end does not clear the nest count.
inline constexpr Defect kAuxNestLeft = {"aux-nest-left", ""};
/// AUX end stores the head before it writes the AUX record.
inline constexpr Defect kAuxHeadBeforeRecord = {"aux-head-before-record", "A-13"};
/// An inherited event wakes those who wait on itself: nobody.
inline constexpr Defect kChildWakesItself = {"child-wakes-itself", "A-03"};
/// The AUX area may lie over the data pages.
inline constexpr Defect kAuxMmapOverData = {"aux-mmap-over-data", "A-19"};
/// The AUX area may be mapped at another offset than announced.
inline constexpr Defect kAuxMmapElsewhere = {"aux-mmap-elsewhere", "A-19"};
/// The AUX area may be mapped with another size than announced.
inline constexpr Defect kAuxMmapSizeNotChecked = {"aux-mmap-size-not-checked", "A-19"};
/// An AUX area may have any number of pages.
inline constexpr Defect kAuxMmapAnyPages = {"aux-mmap-any-pages", "A-19"};
/// An AUX area may be mapped again at another offset.
inline constexpr Defect kAuxMmapAgainMoved = {"aux-mmap-again-moved", "A-19"};
/// An AUX area may be mapped again with another size.
inline constexpr Defect kAuxMmapAgainResized = {"aux-mmap-again-resized", "A-19"};
/// What was announced is read again after the checks.
inline constexpr Defect kAuxMmapOffsetReadTwice = {"aux-mmap-offset-read-twice", "Z-11"};
/// A thread inherits the ranges of the first thread, whichever forks.
inline constexpr Defect kFilterForksFirst = {"filter-forks-first", "F-07"};
/// A mapping is told to the thread that makes it, and not to others of its address space.
inline constexpr Defect kFilterTellsOne = {"filter-tells-one", "F-08"};
/// A part of a mapping whose rights change takes the place of the whole range.
inline constexpr Defect kFilterPartReplaces = {"filter-part-replaces", "F-09"};
/// Ranges follow mappings only where somebody records these.
inline constexpr Defect kFilterUnrecorded = {"filter-unrecorded", "F-10"};
/// A thread without an address space keeps its ranges after one filter on a file.
inline constexpr Defect kFilterKeptWithoutSpace = {"filter-kept-without-space", "F-11"};
/// A context switch swaps contexts whose ranges differ.
inline constexpr Defect kFilterSwapped = {"filter-swapped", "F-12"};
/// A CPU does not check whether the event that it is to stop has left it.
inline constexpr Defect kFilterStopAnywhere = {"filter-stop-anywhere", "F-05"};
/// munmap of an AUX area does not stop the event that writes to it.
inline constexpr Defect kAuxUnmapSkipsStop = {"aux-unmap-skips-stop", "A-07"};
/// An event is moved to another buffer before it is stopped.
inline constexpr Defect kAttachMovesFirst = {"attach-moves-first", "A-08"};
/// Mappings of an AUX area are serialised by their event's mutex alone.
inline constexpr Defect kAuxMutexOfEvent = {"aux-mutex-of-event", "A-09"};
/// munmap of an AUX area gives its pages up before it stops writers.
inline constexpr Defect kAuxPutBeforeStop = {"aux-put-before-stop", "Z-13"};
/// An AUX skip accounts for a wakeup and wakes nobody.
inline constexpr Defect kSkipWakesNobody = {"skip-wakes-nobody", "A-11"};
/// An AUX end wakes the reader before it stores aux_head.
inline constexpr Defect kAuxWokenBeforeHead = {"aux-woken-before-head", "A-10"};
/// A task that stops an AUX event takes -EAGAIN for done.
inline constexpr Defect kAuxUnmapGivesUp = {"aux-unmap-gives-up", "A-07"};

/// Every one of them.
inline constexpr std::array kAuxDefects = {kRefusedNotDisabled,      kRefusedNotWoken,
                                           kTruncatedNotDisabled,    kAuxReferenceFirst,
                                           kAuxMappingNotChecked,    kWakeupOneWatermark,
                                           kWakeupWhenOverwriting,   kSkipKeepsWakeup,
                                           kSkipKeepsRoom,           kSkipKeepsHead,
                                           kSkipBeyondRoom,          kFlaggedRecordSuppressed,
                                           kAuxFullToTheLastByte,    kAuxTailNotChecked,
                                           kCopyAuxNothingWhenEqual, kCopyAuxNotAround,
                                           kFilterIgnoresFileOffset, kFilterEndWraps,
                                           kFilterNotCanonical,      kFilterShiftedIn32Bits,
                                           kFilterGenerationEarly,   kFilterExecKeepsGeneration,
                                           kFilterNoRestart,         kFilterRestartWithoutStop,
                                           kFilterSyncedWithoutLock, kFilterNotCloned,
                                           kFilterForksFirst,        kFilterTellsOne,
                                           kFilterPartReplaces,      kFilterUnrecorded,
                                           kFilterKeptWithoutSpace,  kFilterSwapped,
                                           kAuxHeadWhenWoken,        kAuxNestLeft,
                                           kAuxHeadBeforeRecord,     kChildWakesItself,
                                           kAuxMmapOverData,         kAuxMmapElsewhere,
                                           kAuxMmapSizeNotChecked,   kAuxMmapAnyPages,
                                           kAuxMmapAgainMoved,       kAuxMmapAgainResized,
                                           kAuxMmapOffsetReadTwice,  kFilterStopAnywhere,
                                           kAuxUnmapSkipsStop,       kAttachMovesFirst,
                                           kAuxMutexOfEvent,         kAuxPutBeforeStop,
                                           kSkipWakesNobody,         kAuxWokenBeforeHead,
                                           kAuxUnmapGivesUp};

}  // namespace ringcheck::defect
