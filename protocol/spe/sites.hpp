#pragma once
// Ordering points of Arm SPE.

#include <array>

#include "protocol/core/barrier_plan.hpp"

namespace ringcheck::site {

/// Arm SPE: from what the device wrote to the store of aux_head.
inline constexpr PerfSite kSpeB = {.name = "spe_B",
                                   .between = "trace stores of the device -> aux_head store",
                                   .kernel = Strength::mb,
                                   .allowed = Strengths(Strength::none, Strength::mb)};

/// Every one of them.
inline constexpr std::array kSpeSites = {kSpeB};

}  // namespace ringcheck::site
