#pragma once
// Drivers of trace units, each together with the perf core's part.

#include "kernel/tree/kernel_unit.hpp"

namespace ringcheck {

/// arch/x86/events/intel/pt.c
const KernelUnit& pt_unit();
/// drivers/perf/arm_spe_pmu.c
const KernelUnit& spe_unit();
/// Arm TRBE, and the driver of the tracer in front of it.
const KernelUnit& trbe_unit();
/// CoreSight TMC-ETR, and the same driver.
const KernelUnit& etr_unit();
/// CoreSight TMC-ETF and TMC-ETB, and the same driver.
const KernelUnit& etf_unit();
/// CoreSight ETB10, and the same driver.
const KernelUnit& etb_unit();
/// arch/x86/events/intel/bts.c, and what of ds.c turns the unit on and off
const KernelUnit& bts_unit();

}  // namespace ringcheck
