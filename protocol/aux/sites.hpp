#pragma once
// Ordering points of the AUX area: the side of the kernel.
// Source: kernel/events/ring_buffer.c perf_aux_output_begin.

#include <array>

#include "protocol/core/barrier_plan.hpp"

namespace ringcheck::site {

/// AUX begin: from the load of aux_tail to what the device writes.
inline constexpr PerfSite kAuxA = {
    .name = "aux_A",
    .between = "aux_tail load -> trace stores",
    .kernel = Strength::control,
    .allowed = Strengths(Strength::none, Strength::control, Strength::acquire, Strength::mb)};

/// Every one of them.
inline constexpr std::array kAuxSites = {kAuxA};

}  // namespace ringcheck::site
