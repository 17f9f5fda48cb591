#pragma once
// Ordering points of CoreSight's components.

#include <array>

#include "protocol/core/barrier_plan.hpp"

namespace ringcheck::site {

/// Claiming a component: from setting one's own tag to the look at the other's.
inline constexpr PerfSite kClaimSync = {.name = "claim_sync",
                                        .between = "own claim tag set -> look at all tags",
                                        .kernel = Strength::mb,
                                        .allowed = Strengths(Strength::none, Strength::mb)};
/// ETM: from disabling it to checking that it is idle.
inline constexpr PerfSite kEtmOff = {.name = "etm_off",
                                     .between = "TRCPRGCTLR off -> loads of TRCSTATR",
                                     .kernel = Strength::mb,
                                     .allowed = Strengths(Strength::none, Strength::mb)};
/// ETM: from programming it to enabling it.
inline constexpr PerfSite kEtmProgrammed = {.name = "etm_programmed",
                                            .between = "comparators -> TRCPRGCTLR on",
                                            .kernel = Strength::mb,
                                            .allowed = Strengths(Strength::none, Strength::mb)};
/// ETM: from enabling it to checking that it has started.
inline constexpr PerfSite kEtmOn = {.name = "etm_on",
                                    .between = "TRCPRGCTLR on -> loads of TRCSTATR",
                                    .kernel = Strength::mb,
                                    .allowed = Strengths(Strength::none, Strength::mb)};
/// ETM: from checking that it is stable to reading what it counted.
inline constexpr PerfSite kEtmStable = {
    .name = "etm_stable",
    .between = "TRCSTATR stable -> loads of counters",
    .kernel = Strength::mb,
    .allowed = Strengths(Strength::none, Strength::rmb, Strength::mb)};

/// Every one of them.
inline constexpr std::array kCoreSightSites = {kClaimSync, kEtmOff, kEtmProgrammed, kEtmOn,
                                               kEtmStable};

}  // namespace ringcheck::site
