#pragma once
// The monitor of trace that is copied to samples.

#include "check/monitor.hpp"

namespace ringcheck {

extern const Monitor kSampleFrozenMonitor;  ///< H-02

}  // namespace ringcheck
