#pragma once
// Defects of the data ring.

#include <array>

#include "protocol/core/defect.hpp"

namespace ringcheck::defect {

/// put_handle clears the nest count before it stores the head.
inline constexpr Defect kUnnestBeforePublish = {"unnest-before-publish", "N-01"};
/// put_handle looks for nested records before it clears the nest count.
inline constexpr Defect kRecheckBeforeUnnest = {"recheck-before-unnest", "N-03"};
/// put_handle does not look for nested records after it cleared the count.
inline constexpr Defect kNoRecheck = {"no-recheck", "N-03"};
/// put_handle publishes at every nesting level.
inline constexpr Defect kPublishWhenNested = {"publish-when-nested", "N-05"};
/// A begin that fails for space returns without put_handle.
inline constexpr Defect kFailedBeginKeepsNest = {"failed-begin-keeps-nest", "N-04"};
/// A begin that fails for space only decrements the nest count.
inline constexpr Defect kFailedBeginStoresNest = {"failed-begin-stores-nest", "G-01"};
/// Begin reserves by a load and a store.
inline constexpr Defect kReservationNotAtomic = {"reservation-not-atomic", "N-06"};
/// Begin takes the lost count by a load and a store of 0.
inline constexpr Defect kLostNotExchanged = {"lost-not-exchanged", "L-01"};
/// A begin that fails for space counts no loss.
inline constexpr Defect kLostNotCounted = {"lost-not-counted", "L-03"};
/// Begin lets head - tail reach the buffer's size.
inline constexpr Defect kFullToTheLastByte = {"full-to-the-last-byte", ""};
/// The header's size leaves out the header.
inline constexpr Defect kSizeOfPayloadOnly = {"size-of-payload-only", "G-04"};
/// The reader stores its tail modulo the buffer's size.
inline constexpr Defect kTailMasked = {"tail-masked", "G-06"};
/// The reader stores its tail before it loads the records.
inline constexpr Defect kTailBeforeCopy = {"tail-before-copy", "R-10"};
/// The reader skips what is left after one record of a poll.
inline constexpr Defect kTailIsHead = {"tail-is-head", "R-10"};
/// The reader reads each chunk of records once more.
inline constexpr Defect kTailRestarts = {"tail-restarts", "G-09"};
/// put_handle loads the write position of a further round before it raises the nest count.
inline constexpr Defect kHeadLoadedBeforeNest = {"head-loaded-before-nest", "N-02"};
/// A nested writer stores 0 to the nest count instead of one less.
inline constexpr Defect kNestClearedByNested = {"nest-cleared-by-nested", "N-04"};
/// put_handle takes every writer for the outermost one.
inline constexpr Defect kNestNotLookedAt = {"nest-not-looked-at", "N-04"};
/// Begin loads the tail once, and not again after the write position has moved.
inline constexpr Defect kTailLoadedOnce = {"tail-loaded-once", "N-10"};
/// data_head is stored in two parts, the lower five bits first.
inline constexpr Defect kHeadInTwoStores = {"head-in-two-stores", "M-11"};
/// Begin leaves the LOST record that is due out of the space test.
inline constexpr Defect kLostNotInSpaceTest = {"lost-not-in-space-test", "L-02"};
/// A begin on a buffer without pages counts a loss.
inline constexpr Defect kLostWithoutPages = {"lost-without-pages", "L-03"};
/// A begin that finds the buffer paused counts no loss.
inline constexpr Defect kPausedNotCounted = {"paused-not-counted", "L-03"};
/// A begin that finds the buffer paused counts the loss by a load and a store.
inline constexpr Defect kPausedCountNotAtomic = {"paused-count-not-atomic", "L-03"};
/// A begin that finds the buffer paused is not counted on its event.
inline constexpr Defect kLostSampleWhenFullOnly = {"lost-sample-when-full-only", "L-05"};
/// Begin takes the lowest eight bits of the lost count only.
inline constexpr Defect kLostCountNarrow = {"lost-count-narrow", "L-06"};
/// The space test compares positions at full width instead of modulo the size.
inline constexpr Defect kSpaceFullWidth = {"space-full-width", "W-02"};
/// The watermark is compared without regard to wrapped positions.
inline constexpr Defect kWakeupNotModular = {"wakeup-not-modular", "W-04"};
/// The space test is compared without regard to wrapped positions.
inline constexpr Defect kTailNotModular = {"tail-not-modular", "W-04"};
/// The wakeup stamp is sampled after the reservation instead of in get_handle.
inline constexpr Defect kWakeupSampledLate = {"wakeup-sampled-late", "K-06"};
/// Samples are counted by a load and a store.
inline constexpr Defect kEventsNotAtomic = {"events-not-atomic", "K-08"};
/// A wakeup takes nothing off the count of samples.
inline constexpr Defect kEventsNeverReset = {"events-never-reset", "K-08"};
/// A wakeup forgets all samples that were counted, also those that came meanwhile.
inline constexpr Defect kEventsForgotten = {"events-forgotten", "K-08"};
/// A record that reaches the watermark wakes; it should have to pass it.
inline constexpr Defect kWakesAtWatermark = {"wakes-at-watermark", ""};
/// A record may be larger than the 16 bits of its size can say.
inline constexpr Defect kSizeNotClamped = {"size-not-clamped", "G-05"};
/// A writer writes at the other end of what it has reserved.
inline constexpr Defect kWrongEndOfReservation = {"wrong-end-of-reservation", "G-02"};
/// A reader of a mapping that was read before starts at 0.
inline constexpr Defect kReaderStartsAtZero = {"reader-starts-at-zero", "G-07"};
/// The reader takes the id of a LOST record for its count.
inline constexpr Defect kLostReadFromId = {"lost-read-from-id", "R-08"};
/// The reader takes records of any small size, 0 included.
inline constexpr Defect kSizeZeroAccepted = {"size-zero-accepted", "R-11"};
/// The reader takes a record that does not end before what it may read.
inline constexpr Defect kSizeBeyondHeadAccepted = {"size-beyond-head-accepted", "R-11"};
/// The reader reads a record that wraps on after the buffer's end.
inline constexpr Defect kCopyDoesNotWrap = {"copy-does-not-wrap", "R-07"};
/// A poll goes on as long as there is more.
inline constexpr Defect kDrainLoadsHeadAgain = {"drain-loads-head-again", "R-09"};
/// The reader of an overwrite buffer keeps the record that the end of its window cuts.
inline constexpr Defect kRangeKeepsTornRecord = {"range-keeps-torn-record", "O-05"};
/// The reader of an overwrite buffer drops the last record when its window is exactly full.
inline constexpr Defect kRangeDropsLastRecord = {"range-drops-last-record", "O-05"};
/// The reader of an overwrite buffer reads on to where it began the last time.
inline constexpr Defect kRangeIsPrevious = {"range-is-previous", "O-03"};
/// The reader of an overwrite buffer searches on past the size of the buffer.
inline constexpr Defect kRangeWithoutEnd = {"range-without-end", "O-10"};
/// A backward buffer takes its position for how far its stream has come.
inline constexpr Defect kWakeupNotNegated = {"wakeup-not-negated", "O-07"};
/// The reader of an overwrite buffer does not remember where it began.
inline constexpr Defect kPrevNotUpdated = {"prev-not-updated", "O-08"};
/// Each writer wakes for its own record, a nested one before it is published.
inline constexpr Defect kWakeWhenNested = {"wake-when-nested", "K-06"};
/// A wakeup is queued before rb->poll is set.
inline constexpr Defect kFlagAfterWakeup = {"flag-after-wakeup", "K-09"};
/// Begin takes the write position from the page that users write.
inline constexpr Defect kReservesAtUserHead = {"reserves-at-user-head", "Z-10"};
/// A branch's result goes through a local and controls nothing after that.
inline constexpr Defect kConditionNotCarried = {"condition-not-carried", "M-03"};
/// A writer does not disable preemption.
inline constexpr Defect kPreemptionNotDisabled = {"preemption-not-disabled", "N-07"};
/// A LOST record has the id of the event that writes, not of the one that owns the buffer.
inline constexpr Defect kLostIdOfWriter = {"lost-id-of-writer", ""};
/// A record other than a sample ends with a sample id whose time is 0.
inline constexpr Defect kSampleIdWithoutTime = {"sample-id-without-time", ""};
/// A LOST record does not end with a sample id.
inline constexpr Defect kLostWithoutSampleId = {"lost-without-sample-id", ""};

/// Every one of them.
inline constexpr std::array kRingDefects = {kUnnestBeforePublish,
                                            kRecheckBeforeUnnest,
                                            kNoRecheck,
                                            kPublishWhenNested,
                                            kFailedBeginKeepsNest,
                                            kFailedBeginStoresNest,
                                            kReservationNotAtomic,
                                            kLostNotExchanged,
                                            kLostNotCounted,
                                            kFullToTheLastByte,
                                            kSizeOfPayloadOnly,
                                            kTailMasked,
                                            kTailBeforeCopy,
                                            kTailIsHead,
                                            kTailRestarts,
                                            kHeadLoadedBeforeNest,
                                            kNestClearedByNested,
                                            kNestNotLookedAt,
                                            kTailLoadedOnce,
                                            kHeadInTwoStores,
                                            kLostNotInSpaceTest,
                                            kLostWithoutPages,
                                            kPausedNotCounted,
                                            kPausedCountNotAtomic,
                                            kLostSampleWhenFullOnly,
                                            kLostCountNarrow,
                                            kSpaceFullWidth,
                                            kWakeupNotModular,
                                            kTailNotModular,
                                            kWakeupSampledLate,
                                            kEventsNotAtomic,
                                            kEventsNeverReset,
                                            kEventsForgotten,
                                            kWakesAtWatermark,
                                            kSizeNotClamped,
                                            kWrongEndOfReservation,
                                            kReaderStartsAtZero,
                                            kLostReadFromId,
                                            kSizeZeroAccepted,
                                            kSizeBeyondHeadAccepted,
                                            kCopyDoesNotWrap,
                                            kDrainLoadsHeadAgain,
                                            kRangeKeepsTornRecord,
                                            kRangeDropsLastRecord,
                                            kRangeIsPrevious,
                                            kRangeWithoutEnd,
                                            kWakeupNotNegated,
                                            kPrevNotUpdated,
                                            kWakeWhenNested,
                                            kFlagAfterWakeup,
                                            kReservesAtUserHead,
                                            kConditionNotCarried,
                                            kPreemptionNotDisabled,
                                            kLostIdOfWriter,
                                            kSampleIdWithoutTime,
                                            kLostWithoutSampleId};

}  // namespace ringcheck::defect
