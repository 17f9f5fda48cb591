#pragma once
// Monitors of buffers that are mapped, attached and freed.

#include "check/monitor.hpp"

namespace ringcheck {

extern const Monitor kNoUseAfterFreeMonitor;  ///< I-39

}  // namespace ringcheck
