#pragma once
// libperf's reader of a perf buffer, as a unit of the kernel's tree.

#include "kernel/tree/kernel_unit.hpp"

namespace ringcheck {

/// tools/lib/perf/mmap.c as far as it reads a data ring.
const KernelUnit& libperf_unit();
/// The same to run natively, on a buffer of our C (glue/reader.c).
const KernelUnit& reader_unit();

}  // namespace ringcheck
