#pragma once
// Defects of sample sources.

#include <array>

#include "protocol/core/defect.hpp"

namespace ringcheck::defect {

/// PEBS' buffer is drained and its index left where it was.
inline constexpr Defect kPebsIndexKept = {"pebs-index-kept", ""};
/// A PEBS record of several events counts for the first of them.
inline constexpr Defect kPebsCollisionTaken = {"pebs-collision-taken", ""};
/// PEBS records of several events are dropped, and no record says so.
inline constexpr Defect kPebsCollisionUntold = {"pebs-collision-untold", ""};
/// PEBS' samples are made from the next record, whatever event it belongs to.
inline constexpr Defect kPebsNextOfAny = {"pebs-next-of-any", ""};
/// PEBS' buffer is not drained when another task comes.
inline constexpr Defect kPebsSwitchIgnored = {"pebs-switch-ignored", ""};
/// PEBS' interrupt comes when its buffer is full.
inline constexpr Defect kPebsNoReserve = {"pebs-no-reserve", ""};
/// PEBS records whose status is empty are dropped even if there is only one event.
inline constexpr Defect kPebsEmptyStatusDropped = {"pebs-empty-status-dropped", ""};

/// IBS' raw data leaves out the abilities of the unit.
inline constexpr Defect kIbsWithoutCaps = {"ibs-without-caps", ""};
/// IBS' registers are read up to the one of the instruction pointer.
inline constexpr Defect kIbsReadsTwo = {"ibs-reads-two", ""};
/// IBS takes an interrupt for a sample without checking that there is one.
inline constexpr Defect kIbsValidNotLooked = {"ibs-valid-not-looked", ""};
/// IBS goes on before its registers are read.
inline constexpr Defect kIbsEnabledFirst = {"ibs-enabled-first", ""};
/// IBS' stop does not tell that an interrupt may still come.
inline constexpr Defect kIbsLateNotExpected = {"ibs-late-not-expected", ""};

/// Software sources check for recursion on all levels together.
inline constexpr Defect kOneRecursionForAll = {"one-recursion-for-all", ""};
/// Software sources do not check whether they have interrupted themselves.
inline constexpr Defect kRecursionNotLooked = {"recursion-not-looked", ""};
/// The data of tracepoints is put together in one buffer for all levels.
inline constexpr Defect kOneTraceBuffer = {"one-trace-buffer", ""};
/// BPF programs put their samples together in one place, however deep they nest.
inline constexpr Defect kBpfOneSample = {"bpf-one-sample", ""};
/// BPF programs may nest deeper than there are places.
inline constexpr Defect kBpfNestsAnyDepth = {"bpf-nests-any-depth", ""};

/// Buffers for callchains are freed without a grace period.
inline constexpr Defect kCallchainsWithoutGrace = {"callchains-without-grace", ""};
/// Buffers for callchains are freed and stay where samples find them.
inline constexpr Defect kCallchainsLeftPointed = {"callchains-left-pointed", ""};
/// Events that want callchains are counted down without the mutex.
inline constexpr Defect kCallchainsCountedOutside = {"callchains-counted-outside", ""};
/// A callchain is written after its RCU section.
inline constexpr Defect kCallchainWrittenLate = {"callchain-written-late", ""};
/// The last event that wants callchains leaves their buffers.
inline constexpr Defect kCallchainsKept = {"callchains-kept", ""};
/// A sample finds buffers for callchains, and takes no chain.
inline constexpr Defect kCallchainNotTaken = {"callchain-not-taken", ""};

/// A task that reads its own counter does not look whether the event is on one.
inline constexpr Defect kCounterIndexIgnored = {"counter-index-ignored", ""};

/// Every one of them.
inline constexpr std::array kSamplingDefects = {
    kPebsIndexKept,          kPebsCollisionTaken,       kPebsCollisionUntold,
    kPebsNextOfAny,          kPebsSwitchIgnored,        kPebsNoReserve,
    kPebsEmptyStatusDropped, kIbsWithoutCaps,           kIbsReadsTwo,
    kIbsValidNotLooked,      kIbsEnabledFirst,          kIbsLateNotExpected,
    kOneRecursionForAll,     kRecursionNotLooked,       kOneTraceBuffer,
    kBpfOneSample,           kBpfNestsAnyDepth,         kCallchainsWithoutGrace,
    kCallchainsLeftPointed,  kCallchainsCountedOutside, kCallchainWrittenLate,
    kCallchainsKept,         kCallchainNotTaken,        kCounterIndexIgnored};

}  // namespace ringcheck::defect
