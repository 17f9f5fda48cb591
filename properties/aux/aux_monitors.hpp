#pragma once
// Monitors of the AUX area and of the unit that writes it.

#include "check/monitor.hpp"

namespace ringcheck {

extern const Monitor kAuxNoClobberMonitor;    ///< I-24, of areas that nobody empties
extern const Monitor kOneTransactionMonitor;  ///< I-26

}  // namespace ringcheck
