#pragma once
// Monitors of the properties of rings of one-word records.

#include "check/monitor.hpp"

namespace ringcheck {

extern const Monitor kSlotsGrowMonitor;     ///< S-01
extern const Monitor kSlotsInOrderMonitor;  ///< S-02

}  // namespace ringcheck
