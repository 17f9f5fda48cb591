#pragma once
// Defects of the sinks of CoreSight.

#include <array>

#include "protocol/core/defect.hpp"

namespace ringcheck::defect {

/// ETR copies more than there is room for.
inline constexpr Defect kEtrCopiesAll = {"etr-copies-all", "C-02"};
/// ETR puts the barrier packet where its trace started.
inline constexpr Defect kEtrPacketAtFirstOffset = {"etr-packet-at-first-offset", "C-03"};
/// ETR starts at any word if there is not room for all.
inline constexpr Defect kEtrStartsAtWords = {"etr-starts-at-words", "C-04"};
/// ETR copies from after its buffer's end.
inline constexpr Defect kEtrSourceWrapsLate = {"etr-source-wraps-late", "C-05"};
/// ETR calls a full buffer truncated in overwrite mode.
inline constexpr Defect kEtrFlagsSnapshots = {"etr-flags-snapshots", "C-09"};
/// ETR syncs a flat buffer only up to its end.
inline constexpr Defect kEtrSyncsNotAround = {"etr-syncs-not-around", "C-11"};
/// ETR syncs scattered pages only up to the last.
inline constexpr Defect kEtrPagesNotAround = {"etr-pages-not-around", "C-11"};
/// ETR's tracers compare their own structs instead of the buffer that they share.
inline constexpr Defect kEtrComparesWrappers = {"etr-compares-wrappers", "C-06"};
/// An ETF's barrier packet ends at a word that nobody wrote.
inline constexpr Defect kEtfPacketByTerminator = {"etf-packet-by-terminator", "C-10"};
/// Sysfs does not look at the sink's mode again after allocating.
inline constexpr Defect kSysfsModeNotRechecked = {"sysfs-mode-not-rechecked", "C-18"};
/// A session's buffer is put outside the mutex.
inline constexpr Defect kSessionPutOutsideMutex = {"session-put-outside-mutex", "C-19"};
/// A tracer keeps a buffer of its own when another was faster.
inline constexpr Defect kSessionBufferNotRetried = {"session-buffer-not-retried", "C-19"};
/// The CPU reads a buffer that a device wrote as it saw it before.
inline constexpr Defect kDmaNotSynced = {"dma-not-synced", "C-11"};
/// The last unit of what a device wrote is not synced.
inline constexpr Defect kDmaSyncedShort = {"dma-synced-short", "C-11"};
/// What does not fit is left behind, and nothing says so.
inline constexpr Defect kEtrLossNotFlagged = {"etr-loss-not-flagged", "C-16"};
/// What does not fit is left out at the end, not at the start.
inline constexpr Defect kEtrCopiesOldest = {"etr-copies-oldest", "C-02"};
/// ETR copies to where the head was when its sink was enabled.
inline constexpr Defect kEtrPrivateHead = {"etr-private-head", "C-12"};
/// Every tracer drains the sink, whoever else uses it.
inline constexpr Defect kSinkAlwaysDrained = {"sink-always-drained", "C-06"};
/// Every tracer programs the sink, whoever uses it.
inline constexpr Defect kSinkAlwaysProgrammed = {"sink-always-programmed", "C-18"};
/// The first tracer to leave a sink stops it.
inline constexpr Defect kSinkLeftByFirst = {"sink-left-by-first", "C-19"};
/// ETR ignores a memory error.
inline constexpr Defect kEtrErrorIgnored = {"etr-error-ignored", ""};
/// ETR copies from its own buffer although the sink was given another.
inline constexpr Defect kEtrForeignTaken = {"etr-foreign-taken", "C-07"};

/// A table's entry takes the lower 32 bits of an address.
inline constexpr Defect kSgAddressIn32Bits = {"sg-address-in-32-bits", ""};
/// A table has a link for only one more entry.
inline constexpr Defect kSgSpareLink = {"sg-spare-link", ""};
/// The last entry of a table is like the others.
inline constexpr Defect kSgNotEnded = {"sg-not-ended", ""};
/// The last entry of a table's page leads to data.
inline constexpr Defect kSgNotLinked = {"sg-not-linked", ""};
/// A link leads to the next page of the CPU, though its own page has more of the table.
inline constexpr Defect kSgLinkSkipsPages = {"sg-link-skips-pages", ""};
/// CATU's entries take 40 bits of an address, as an ETR's do.
inline constexpr Defect kCatuEntryIn40Bits = {"catu-entry-in-40-bits", ""};
/// Entries past the last page of a CATU's table stay as they were.
inline constexpr Defect kCatuEndNotCleared = {"catu-end-not-cleared", ""};
/// A CATU's tables do not lead to each other.
inline constexpr Defect kCatuNotLinked = {"catu-not-linked", ""};
/// A CATU's links are the wrong way round.
inline constexpr Defect kCatuLinksSwapped = {"catu-links-swapped", ""};
/// ETR copies across the end of a page as if the next one followed it.
inline constexpr Defect kEtrPageSplitIgnored = {"etr-page-split-ignored", ""};
/// A CATU's pointers are looked up among device addresses of pages.
inline constexpr Defect kCatuPointersByPage = {"catu-pointers-by-page", ""};

/// sysfs takes an ETB10 that perf has.
inline constexpr Defect kEtbTakenFromPerf = {"etb-taken-from-perf", ""};
/// perf takes an ETB10 that sysfs has.
inline constexpr Defect kEtbTakenFromSysfs = {"etb-taken-from-sysfs", ""};
/// A session takes an ETB10 that another has.
inline constexpr Defect kEtbTakenFromSession = {"etb-taken-from-session", ""};
/// Every tracer programs the ETB10, whoever uses it.
inline constexpr Defect kEtbAlwaysProgrammed = {"etb-always-programmed", ""};
/// The place of an ETB10's trace does not wrap at the end of the area.
inline constexpr Defect kEtbHeadNotWrapped = {"etb-head-not-wrapped", ""};
/// The first tracer to leave an ETB10 stops it.
inline constexpr Defect kEtbLeftByFirst = {"etb-left-by-first", ""};
/// An ETB10 that nobody uses still belongs to the last session.
inline constexpr Defect kEtbPidKept = {"etb-pid-kept", ""};

/// An ETR that can scatter asks for one run of memory first.
inline constexpr Defect kEtrFlatAlways = {"etr-flat-always", ""};
/// An ETR asks for the size of the AUX area, however small.
inline constexpr Defect kEtrSizeOfArea = {"etr-size-of-area", ""};
/// An ETR does not ask for less if there is no memory.
inline constexpr Defect kEtrSizeNotHalved = {"etr-size-not-halved", ""};

/// What an ETR wrote to the AUX area is synced only up to the area's end.
inline constexpr Defect kDirectSyncedNotAround = {"direct-synced-not-around", ""};
/// What an ETR wrote to the AUX area is synced after the head is published.
inline constexpr Defect kDirectSyncedLate = {"direct-synced-late", ""};
/// The head of an area that is overwritten stays where it was.
inline constexpr Defect kDirectHeadKept = {"direct-head-kept", ""};
/// Nothing tells that the ETR reached the end of the room.
inline constexpr Defect kDirectLossNotFlagged = {"direct-loss-not-flagged", ""};
/// A tracer of another event joins an ETR that writes to the first one's area.
inline constexpr Defect kDirectShared = {"direct-shared", ""};
/// The barrier packet is put where the sync then puts trace.
inline constexpr Defect kEtrPacketBeforeSync = {"etr-packet-before-sync", ""};
/// A copy goes on across the end of a page of the AUX area as if the next one followed it.
inline constexpr Defect kAuxPageSplitIgnored = {"aux-page-split-ignored", ""};
/// After the last page of the AUX area a copy does not go on with the first.
inline constexpr Defect kAuxPagesNotAround = {"aux-pages-not-around", ""};
/// sysfs keeps the buffer that it has, whatever size it says.
inline constexpr Defect kSysfsSizeKept = {"sysfs-size-kept", ""};
/// A buffer that sysfs has no use for is not freed.
inline constexpr Defect kSysfsSurplusKept = {"sysfs-surplus-kept", ""};
/// sysfs takes an ETR whose buffer is read.
inline constexpr Defect kSysfsReaderIgnored = {"sysfs-reader-ignored", ""};
/// Whoever reads the buffer of sysfs gets it from its start, wherever the trace starts.
inline constexpr Defect kSysfsReadFromStart = {"sysfs-read-from-start", ""};
/// sysfs allocates under the lock of the sink.
inline constexpr Defect kSysfsAllocatesLocked = {"sysfs-allocates-locked", ""};

/// Every one of them.
inline constexpr std::array kTmcDefects = {kSgAddressIn32Bits,
                                           kSgSpareLink,
                                           kSgNotEnded,
                                           kSgNotLinked,
                                           kSgLinkSkipsPages,
                                           kCatuEntryIn40Bits,
                                           kCatuEndNotCleared,
                                           kCatuNotLinked,
                                           kCatuLinksSwapped,
                                           kEtrPageSplitIgnored,
                                           kCatuPointersByPage,
                                           kEtrCopiesAll,
                                           kEtrPacketAtFirstOffset,
                                           kEtrStartsAtWords,
                                           kEtrSourceWrapsLate,
                                           kEtrFlagsSnapshots,
                                           kEtrSyncsNotAround,
                                           kEtrPagesNotAround,
                                           kEtrComparesWrappers,
                                           kEtfPacketByTerminator,
                                           kSysfsModeNotRechecked,
                                           kSessionPutOutsideMutex,
                                           kSessionBufferNotRetried,
                                           kDmaNotSynced,
                                           kDmaSyncedShort,
                                           kEtrLossNotFlagged,
                                           kEtrCopiesOldest,
                                           kEtrPrivateHead,
                                           kSinkAlwaysDrained,
                                           kSinkAlwaysProgrammed,
                                           kSinkLeftByFirst,
                                           kEtrErrorIgnored,
                                           kEtrForeignTaken,
                                           kEtbTakenFromPerf,
                                           kEtbTakenFromSysfs,
                                           kEtbTakenFromSession,
                                           kEtbAlwaysProgrammed,
                                           kEtbHeadNotWrapped,
                                           kEtbLeftByFirst,
                                           kEtbPidKept,
                                           kEtrFlatAlways,
                                           kEtrSizeOfArea,
                                           kEtrSizeNotHalved,
                                           kDirectSyncedNotAround,
                                           kDirectSyncedLate,
                                           kDirectHeadKept,
                                           kDirectLossNotFlagged,
                                           kDirectShared,
                                           kEtrPacketBeforeSync,
                                           kAuxPageSplitIgnored,
                                           kAuxPagesNotAround,
                                           kSysfsSizeKept,
                                           kSysfsSurplusKept,
                                           kSysfsReaderIgnored,
                                           kSysfsReadFromStart,
                                           kSysfsAllocatesLocked};

}  // namespace ringcheck::defect
