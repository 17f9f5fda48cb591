// The list of monitors: a row each.
#include "properties/monitor.hpp"
#include "properties/slot_monitors.hpp"

namespace ringcheck {

namespace {

constexpr std::array kAll = {&kSlotsGrowMonitor, &kSlotsInOrderMonitor};

}  // namespace

const Monitor* monitor_of(const Property& property) {
  for (const Monitor* monitor : kAll)
    if (monitor->property == &property) return monitor;
  return nullptr;
}

}  // namespace ringcheck
