#pragma once
// Monitors of tasks that wait for records.

#include "check/monitor.hpp"

namespace ringcheck {

extern const Monitor kWakeupMonitor;            ///< I-16
extern const Monitor kFullLivenessMonitor;      ///< I-17
extern const Monitor kDisabledAndWokenMonitor;  ///< I-28

}  // namespace ringcheck
