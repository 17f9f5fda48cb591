#pragma once
// The perf core's part: buffers, mappings, wakeups, records.

#include "kernel/tree/kernel_unit.hpp"

namespace ringcheck {

/// kernel/events/ring_buffer.c whole, and what of kernel/events/core.c the specification names.
const KernelUnit& events_unit();

}  // namespace ringcheck
