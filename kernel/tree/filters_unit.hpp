#pragma once
// Address filters: the perf core's part, and those of Intel PT and of CoreSight's tracers.

#include "kernel/tree/kernel_unit.hpp"

namespace ringcheck {

/// kernel/events/core.c, arch/x86/events/intel/pt.c, coresight-etm-perf.c and
/// coresight-etm4x-core.c, and what reads numbers and tokens of strings.
const KernelUnit& filters_unit();

}  // namespace ringcheck
