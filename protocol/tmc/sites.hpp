#pragma once
// Ordering points of the sinks of CoreSight.

#include <array>

#include "protocol/core/barrier_plan.hpp"

namespace ringcheck::site {

/// TMC-ETR: from the copy out of the bounce buffer to the store of aux_head.
inline constexpr PerfSite kEtrB = {
    .name = "etr_B",
    .between = "copy from the bounce buffer -> aux_head store",
    .kernel = Strength::wmb,
    .allowed = Strengths(Strength::none, Strength::wmb, Strength::mb)};
/// TMC-ETF, ETB: from the copy to the store of aux_head.
inline constexpr PerfSite kEtfB = {
    .name = "etf_B",
    .between = "copy from the sink's memory -> aux_head store",
    .kernel = Strength::mb,
    .allowed = Strengths(Strength::none, Strength::wmb, Strength::mb)};

/// An ETR that writes to the AUX area itself: from the sync of what it wrote to the store of
/// aux_head. If the ETR is coherent, its stores are not the CPU's, and wmb is not enough for lkmm.
inline constexpr PerfSite kEtrDirectB = {
    .name = "etr_direct_B",
    .between = "sync of the AUX area -> aux_head store",
    .kernel = Strength::mb,
    .allowed = Strengths(Strength::none, Strength::wmb, Strength::mb)};

/// Every one of them.
inline constexpr std::array kTmcSites = {kEtrB, kEtfB, kEtrDirectB};

}  // namespace ringcheck::site
