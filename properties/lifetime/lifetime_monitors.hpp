#pragma once
// Monitors of buffers that are mapped, attached and freed.

#include "properties/monitor.hpp"

namespace ringcheck {

extern const Monitor kNoUseAfterFreeMonitor;  ///< I-39

}  // namespace ringcheck
