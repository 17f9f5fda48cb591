#pragma once
// The opening of events of Intel PT, Intel BTS, Arm SPE and CoreSight.

#include "kernel/tree/kernel_unit.hpp"

namespace ringcheck {

/// perf_event_alloc and inherit_event of the perf core, event_init of the drivers, and who keeps
/// PT, BTS and LBR apart.
const KernelUnit& open_unit();

}  // namespace ringcheck
