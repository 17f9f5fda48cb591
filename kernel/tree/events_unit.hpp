#pragma once
// The perf core's part: buffers, mappings, wakeups, records.

#include "kernel/tree/kernel_unit.hpp"

namespace ringcheck {

/// All of kernel/events/ring_buffer.c, and the parts of kernel/events/core.c that the specification
/// names.
const KernelUnit& events_unit();

}  // namespace ringcheck
