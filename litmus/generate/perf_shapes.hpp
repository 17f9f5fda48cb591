#pragma once
// The shapes of the perf ring's protocols.

#include <vector>

#include "litmus/generate/shape.hpp"

namespace ringcheck::litmus {

/// The shapes of the data ring and of the AUX area: publishing, reusing, waking, nested and
/// repeated heads, copying, records about trace. The names of locations are the kernel's; the names
/// of ordering points are those of barrier plans. Source: kernel/events/ring_buffer.c,
/// tools/include/linux/ring_buffer.h, tools/perf/util/auxtrace.h and
/// drivers/hwtracing/coresight/coresight-tmc-etr.c of Linux 6.1.
const std::vector<Shape>& perf_shapes();

}  // namespace ringcheck::litmus
