#pragma once
// What is taken from the perf core for samples with all their fields.

#include "kernel/tree/kernel_unit.hpp"

namespace ringcheck {

/// The perf core with what it puts into samples; C of ours (glue/samples.c) says what there is to
/// sample.
const KernelUnit& sample_unit();

}  // namespace ringcheck
