#pragma once
// Ordering points of Intel BTS.

#include <array>

#include "protocol/core/barrier_plan.hpp"

namespace ringcheck::site {

/// Intel BTS: from the device's registers to the state that lets it run.
inline constexpr PerfSite kBtsConfig = {
    .name = "bts_config",
    .between = "buffer registers -> active state",
    .kernel = Strength::wmb,
    .allowed = Strengths(Strength::none, Strength::wmb, Strength::mb),
    .place = 0};
/// Intel BTS: from reading what was written to closing the transaction.
inline constexpr PerfSite kBtsB = {.name = "bts_B",
                                   .between = "index and head read -> transaction closed",
                                   .kernel = Strength::barrier,
                                   .allowed = Strengths(Strength::none, Strength::barrier),
                                   .compiler_only = true,
                                   .place = 1};
/// Intel BTS: from the stopped state to closing the transaction.
inline constexpr PerfSite kBtsStopped = {.name = "bts_stopped",
                                         .between = "stopped state -> transaction closed",
                                         .kernel = Strength::barrier,
                                         .allowed = Strengths(Strength::none, Strength::barrier),
                                         .compiler_only = true,
                                         .place = 2};

/// Every one of them.
inline constexpr std::array kBtsSites = {kBtsConfig, kBtsB, kBtsStopped};

}  // namespace ringcheck::site
