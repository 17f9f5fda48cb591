#pragma once
// Ordering points of Arm TRBE.

#include <array>

#include "protocol/core/barrier_plan.hpp"

namespace ringcheck::site {

/// Arm TRBE: from what the device wrote to the store of aux_head.
inline constexpr PerfSite kTrbeB = {.name = "trbe_B",
                                    .between = "trace stores of the device -> aux_head store",
                                    .kernel = Strength::mb,
                                    .allowed = Strengths(Strength::none, Strength::mb)};

/// Every one of them.
inline constexpr std::array kTrbeSites = {kTrbeB};

}  // namespace ringcheck::site
