// The list of monitors: a row each.
#include "check/monitor.hpp"
#include "properties/lifetime/lifetime_monitors.hpp"
#include "properties/ring/reader_monitors.hpp"
#include "properties/ring/slot_monitors.hpp"
#include "properties/ring/writer_monitors.hpp"
#include "properties/wakeup/wakeup_monitors.hpp"

namespace ringcheck {

namespace {

constexpr std::array kAll = {&kPublicationMonitor,
                             &kHeadMonotoneMonitor,
                             &kCompleteOnlyMonitor,
                             &kEventualPublicationMonitor,
                             &kDisjointMonitor,
                             &kNoClobberMonitor,
                             &kSpaceMonitor,
                             &kNestBalanceMonitor,
                             &kLostConservationMonitor,
                             &kNoEmptyLostMonitor,
                             &kFramingMonitor,
                             &kUntrustedPageMonitor,
                             &kTailDisciplineMonitor,
                             &kExactlyOnceMonitor,
                             &kWakeupMonitor,
                             &kFullLivenessMonitor,
                             &kDisabledAndWokenMonitor,
                             &kNoUseAfterFreeMonitor,
                             &kHeaderStabilityMonitor,
                             &kSlotsGrowMonitor,
                             &kSlotsInOrderMonitor};

}  // namespace

std::span<const Monitor* const> all_monitors() {
  return kAll;
}

}  // namespace ringcheck
