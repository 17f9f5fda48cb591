#pragma once
// The perf tool's reader of AUX areas, as a unit of the kernel's tree.

#include "kernel/tree/kernel_unit.hpp"

namespace ringcheck {

/// tools/perf/util/auxtrace.c as far as it drains an AUX area.
const KernelUnit& perf_tool_unit();

/// The same for calls on plain memory, with snapshots and what a 32-bit perf does.
const KernelUnit& auxtrace_unit();

/// How perf's parts for Intel PT, Intel BTS, Arm SPE and CoreSight find snapshots, and stop and
/// start their events.
const KernelUnit& finders_unit();

}  // namespace ringcheck
