#pragma once
// Drivers of trace units, each on top of the perf core's part.

#include "kernel/tree/kernel_unit.hpp"

namespace ringcheck {

/// arch/x86/events/intel/pt.c
const KernelUnit& pt_unit();

}  // namespace ringcheck
