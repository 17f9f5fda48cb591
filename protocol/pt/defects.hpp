#pragma once
// Defects of Intel PT.

#include <array>

#include "protocol/core/defect.hpp"

namespace ringcheck::defect {

/// Taking an AUX sample leaves no mark for NMIs.
inline constexpr Defect kSamplingNotMarked = {"sampling-not-marked", "A-17"};
/// AUX samples are as large as they were asked for.
inline constexpr Defect kSampleSizeNotBounded = {"sample-size-not-bounded", "G-05"};
/// PT treats a full buffer as an empty one.
inline constexpr Defect kPtWrappedIgnored = {"pt-wrapped-ignored", "P-01"};
/// PT closes the interrupt's gate after stopping the unit.
inline constexpr Defect kPtGateClosedLate = {"pt-gate-closed-late", "P-03"};
/// PT's interrupt does not look at the gate.
inline constexpr Defect kPtGateNotChecked = {"pt-gate-not-checked", "P-03"};
/// PT's STOP marker is one page too far.
inline constexpr Defect kPtPageTooMany = {"pt-page-too-many", "P-05"};
/// PT leaves the markers of the last transaction where they were.
inline constexpr Defect kPtMarkersLeft = {"pt-markers-left", "P-05"};
/// VMX is switched in a transaction without PARTIAL.
inline constexpr Defect kPtVmxSwitchNotFlagged = {"pt-vmx-switch-not-flagged", "P-07"};
/// PT starts while VMX is on without PARTIAL.
inline constexpr Defect kPtVmxStartNotFlagged = {"pt-vmx-start-not-flagged", "P-07"};
/// PT treats a closed gate as a stopped unit when it is sampled.
inline constexpr Defect kPtSampleTrustsGate = {"pt-sample-trusts-gate", "P-02"};
/// PT interrupts are dropped unless another event is active.
inline constexpr Defect kPtIrqByOtherEvents = {"pt-irq-by-other-events", "P-04"};

/// PT forgets the offset in the region where it goes on.
inline constexpr Defect kPtOffsetForgotten = {"pt-offset-forgotten", ""};
/// PT leaves the output's mask as it is if the base is the same.
inline constexpr Defect kPtMaskGoesByBase = {"pt-mask-goes-by-base", ""};
/// PT does not look at the end of any range but the first.
inline constexpr Defect kPtRangeEndNotLooked = {"pt-range-end-not-looked", ""};
/// PT treats a single range as a table.
inline constexpr Defect kPtSingleByTables = {"pt-single-by-tables", ""};
/// PT traces user space even if the event excludes it.
inline constexpr Defect kPtUserAlways = {"pt-user-always", ""};
/// PT enables trace before it tells the unit where to write.
inline constexpr Defect kPtOutputAfterEnable = {"pt-output-after-enable", ""};
/// PT confines trace to where it should stop.
inline constexpr Defect kPtStopAsFilter = {"pt-stop-as-filter", ""};
/// PT takes filters of single addresses.
inline constexpr Defect kPtTakesAddresses = {"pt-takes-addresses", ""};
/// PT takes filters that start trace.
inline constexpr Defect kPtTakesStarts = {"pt-takes-starts", ""};
/// PT takes one filter more than it has ranges.
inline constexpr Defect kPtRangeTooMany = {"pt-range-too-many", ""};
/// PT is registered though somebody else traces with it.
inline constexpr Defect kPtTakenFromOthers = {"pt-taken-from-others", ""};
/// PT takes areas of any pages, whatever its tables can hold.
inline constexpr Defect kPtAnyPages = {"pt-any-pages", ""};
/// PT may have several events on a CPU.
inline constexpr Defect kPtNotExclusive = {"pt-not-exclusive", ""};
/// PT does not tell whose trace it makes.
inline constexpr Defect kPtNoItrace = {"pt-no-itrace", ""};
/// PT has as many filters as most units have ranges.
inline constexpr Defect kPtFiltersByModel = {"pt-filters-by-model", ""};
/// An event that is refused is still counted.
inline constexpr Defect kExclusiveCountKept = {"exclusive-count-kept", ""};
/// An event of any CPU does not exclude one of a single CPU.
inline constexpr Defect kExclusiveSameCpuAlone = {"exclusive-same-cpu-alone", ""};
/// A record tells whose trace it is each time that an event comes to a CPU.
inline constexpr Defect kItraceToldAlways = {"itrace-told-always", ""};
/// PT writes several pages as one range.
inline constexpr Defect kPtSingleOfPages = {"pt-single-of-pages", ""};
/// PT writes a range from its start each time.
inline constexpr Defect kPtSingleFromStart = {"pt-single-from-start", ""};
/// PT uses a position of the stream as an offset in a snapshot.
inline constexpr Defect kPtHeadNotMasked = {"pt-head-not-masked", ""};
/// PT leaves an error in the unit's status.
inline constexpr Defect kPtErrorKept = {"pt-error-kept", ""};

/// Every one of them.
inline constexpr std::array kPtDefects = {
    kPtOffsetForgotten,  kPtMaskGoesByBase,      kPtRangeEndNotLooked,  kPtSingleByTables,
    kPtUserAlways,       kPtOutputAfterEnable,   kPtStopAsFilter,       kPtTakesAddresses,
    kPtTakesStarts,      kPtRangeTooMany,        kSamplingNotMarked,    kSampleSizeNotBounded,
    kPtWrappedIgnored,   kPtGateClosedLate,      kPtGateNotChecked,     kPtPageTooMany,
    kPtMarkersLeft,      kPtVmxSwitchNotFlagged, kPtVmxStartNotFlagged, kPtSampleTrustsGate,
    kPtIrqByOtherEvents, kPtTakenFromOthers,     kPtAnyPages,           kPtNotExclusive,
    kPtNoItrace,         kPtFiltersByModel,      kExclusiveCountKept,   kExclusiveSameCpuAlone,
    kItraceToldAlways,   kPtSingleOfPages,       kPtSingleFromStart,    kPtHeadNotMasked,
    kPtErrorKept};

}  // namespace ringcheck::defect
