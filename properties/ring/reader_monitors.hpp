#pragma once
// Monitors of what a reader of a data ring sees and gives back.

#include "check/monitor.hpp"

namespace ringcheck {

extern const Monitor kPublicationMonitor;      ///< I-01
extern const Monitor kHeadMonotoneMonitor;     ///< I-02
extern const Monitor kNoClobberMonitor;        ///< I-06
extern const Monitor kTailDisciplineMonitor;   ///< I-14
extern const Monitor kExactlyOnceMonitor;      ///< I-15
extern const Monitor kHeaderStabilityMonitor;  ///< H-01

}  // namespace ringcheck
