#pragma once
// Defects of Arm SPE.

#include <array>

#include "protocol/core/defect.hpp"

namespace ringcheck::defect {

/// SPE reads its write pointer before it is drained.
inline constexpr Defect kSpePointerBeforeDrain = {"spe-pointer-before-drain", "S-01"};
/// SPE's stop closes a transaction that its interrupt has closed.
inline constexpr Defect kSpeEndsTwice = {"spe-ends-twice", "S-01"};
/// SPE's interrupt restarts before perf's work has run.
inline constexpr Defect kSpeIrqWorkNotRun = {"spe-irq-work-not-run", "S-01"};
/// SPE's limit is the end of the tail's page.
inline constexpr Defect kSpeTailRoundedUp = {"spe-tail-rounded-up", "S-02"};
/// SPE's limit is a wakeup that lies behind the head.
inline constexpr Defect kSpeWakeupInThePast = {"spe-wakeup-in-the-past", "S-02"};
/// SPE's limit is the later of tail and wakeup.
inline constexpr Defect kSpeLaterOfLimits = {"spe-later-of-limits", "S-02"};
/// SPE pads and leaves the head where it was.
inline constexpr Defect kSpePadsWithoutSkip = {"spe-pads-without-skip", "S-03"};
/// SPE skips what it did not pad.
inline constexpr Defect kSpeSkipsWithoutPadding = {"spe-skips-without-padding", "S-03"};
/// SPE's snapshots go up to the end of the buffer.
inline constexpr Defect kSpeSnapshotOfAll = {"spe-snapshot-of-all", "S-04"};
/// SPE compares positions instead of their differences.
inline constexpr Defect kSpeWakeupNotModular = {"spe-wakeup-not-modular", "W-04"};
/// A driver works out the area's size in half a word.
inline constexpr Defect kNarrowAreaSize = {"narrow-area-size", "W-05"};
/// SPE's interrupt clears its status right after it writes the pointers.
inline constexpr Defect kSpeIrqNoIsb = {"spe-irq-no-isb", "C-17"};
/// SPE's collisions are not reported.
inline constexpr Defect kSpeCollisionNotFlagged = {"spe-collision-not-flagged", ""};
/// SPE's code of the least interval is taken for a power of two.
inline constexpr Defect kSpeIntervalCodeAsPower = {"spe-interval-code-as-power", ""};
/// SPE's caps/ernd tells of another feature.
inline constexpr Defect kSpeCapsSwapped = {"spe-caps-swapped", ""};
/// SPE's filter of types is set and not enabled.
inline constexpr Defect kSpeTypesNotEnabled = {"spe-types-not-enabled", ""};
/// SPE's filter of events is set and not enabled.
inline constexpr Defect kSpeEventsNotEnabled = {"spe-events-not-enabled", ""};
/// SPE's filter of latencies is set and not enabled.
inline constexpr Defect kSpeLatencyNotEnabled = {"spe-latency-not-enabled", ""};
/// SPE's records have no timestamps, even if asked for.
inline constexpr Defect kSpeTimestampsForgotten = {"spe-timestamps-forgotten", ""};
/// SPE's interval may be shorter than the unit's least.
inline constexpr Defect kSpeShortPeriodKept = {"spe-short-period-kept", ""};
/// SPE's interval goes into the register with its low bits, which mean something else there.
inline constexpr Defect kSpeLowBitsKept = {"spe-low-bits-kept", ""};
/// SPE's events are opened on CPUs that have no unit.
inline constexpr Defect kSpeOpenedAnywhere = {"spe-opened-anywhere", ""};
/// SPE's events of tasks are started on CPUs that have no unit.
inline constexpr Defect kSpeAddedAnywhere = {"spe-added-anywhere", ""};
/// SPE's events may use filters that the unit does not have.
inline constexpr Defect kSpeFiltersNotLooked = {"spe-filters-not-looked", ""};
/// SPE forgets what was left of an interval when it is stopped.
inline constexpr Defect kSpeRestForgotten = {"spe-rest-forgotten", ""};
/// perf reads on in an SPE record after its timestamp.
inline constexpr Defect kSpeTimestampNoEnd = {"spe-timestamp-no-end", ""};
/// perf takes every packet's payload for one byte.
inline constexpr Defect kSpePayloadOfOne = {"spe-payload-of-one", ""};
/// perf takes padding for the end of a record.
inline constexpr Defect kSpePaddingIsEnd = {"spe-padding-is-end", ""};

/// Every one of them.
inline constexpr std::array kSpeDefects = {
    kSpePointerBeforeDrain,  kSpeEndsTwice,           kSpeIrqWorkNotRun,
    kSpeTailRoundedUp,       kSpeWakeupInThePast,     kSpeLaterOfLimits,
    kSpePadsWithoutSkip,     kSpeSkipsWithoutPadding, kSpeSnapshotOfAll,
    kSpeWakeupNotModular,    kNarrowAreaSize,         kSpeIrqNoIsb,
    kSpeCollisionNotFlagged, kSpeIntervalCodeAsPower, kSpeCapsSwapped,
    kSpeTypesNotEnabled,     kSpeEventsNotEnabled,    kSpeLatencyNotEnabled,
    kSpeTimestampsForgotten, kSpeShortPeriodKept,     kSpeLowBitsKept,
    kSpeOpenedAnywhere,      kSpeAddedAnywhere,       kSpeFiltersNotLooked,
    kSpeRestForgotten,       kSpeTimestampNoEnd,      kSpePayloadOfOne,
    kSpePaddingIsEnd};

}  // namespace ringcheck::defect
