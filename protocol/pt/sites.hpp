#pragma once
// Ordering points of Intel PT.

#include <array>

#include "protocol/core/barrier_plan.hpp"

namespace ringcheck::site {

/// Intel PT: from what the device wrote to the store of aux_head.
inline constexpr PerfSite kPtB = {.name = "pt_B",
                                  .between = "trace stores of the device -> aux_head store",
                                  .kernel = Strength::wmb,
                                  .allowed = Strengths(Strength::none, Strength::wmb, Strength::mb),
                                  .place = 0};
/// Intel PT: from closing the gate of the PMI to stopping the device.
inline constexpr PerfSite kPtNmiBeforeStop = {
    .name = "pt_nmi_before_stop",
    .between = "handle_nmi cleared -> device stopped",
    .kernel = Strength::barrier,
    .allowed = Strengths(Strength::none, Strength::barrier),
    .compiler_only = true,
    .place = 1};

/// Every one of them.
inline constexpr std::array kPtSites = {kPtB, kPtNmiBeforeStop};

}  // namespace ringcheck::site
