#pragma once
// Defects of wakeups.

#include <array>

#include "protocol/core/defect.hpp"

namespace ringcheck::defect {

/// A wakeup reaches only those who wait on the writer's event.
inline constexpr Defect kWakeOwnEventOnly = {"wake-own-event-only", "K-01"};
/// A wakeup reaches only the first task that waits on an event of the buffer.
inline constexpr Defect kWakeFirstOnly = {"wake-first-only", "K-01"};
/// The interrupt work clears its pending wakeup after it has woken.
inline constexpr Defect kClearAfterWake = {"clear-after-wake", "K-04"};
/// Poll looks at rb->poll before it stands in the wait queue.
inline constexpr Defect kCheckBeforeRegistering = {"check-before-registering", "K-09"};
/// Moving an event to another buffer wakes nobody.
inline constexpr Defect kNoCatchUpWake = {"no-catch-up-wake", "K-07"};

/// The last overflow that the limit allows gives the reason of every other one.
inline constexpr Defect kLastOverflowNotTold = {"last-overflow-not-told", "K-11"};
/// The reason of a signal stays when it is sent.
inline constexpr Defect kReasonKept = {"reason-kept", "K-12"};

/// Interrupt work has no fence between being queued no more and looking what it is to do.
inline constexpr Defect kWorkWithoutFence = {"work-without-fence", "K-16"};

/// Every one of them.
inline constexpr std::array kWakeupDefects = {
    kWakeOwnEventOnly, kWakeFirstOnly,       kClearAfterWake, kCheckBeforeRegistering,
    kNoCatchUpWake,    kLastOverflowNotTold, kReasonKept,     kWorkWithoutFence};

}  // namespace ringcheck::defect
