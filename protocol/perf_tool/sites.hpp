#pragma once
// Ordering points of readers of the AUX area.
// Source: tools/perf/util/auxtrace.h, auxtrace.c.

#include <array>

#include "protocol/core/barrier_plan.hpp"

namespace ringcheck::site {

/// AUX reader: from the load of aux_head to the loads of trace.
inline constexpr PerfSite kAuxC = {
    .name = "aux_C",
    .between = "aux_head load -> trace loads",
    .kernel = Strength::rmb,
    .allowed = Strengths(Strength::none, Strength::rmb, Strength::acquire, Strength::mb),
    .in_user_space = true};
/// AUX reader: from the loads of trace to the store of aux_tail.
inline constexpr PerfSite kAuxD = {
    .name = "aux_D",
    .between = "trace loads -> aux_tail store",
    .kernel = Strength::mb,
    .allowed =
        Strengths(Strength::none, Strength::wmb, Strength::rmb, Strength::release, Strength::mb),
    .in_user_space = true};
/// 32-bit AUX reader: from the first to the second load of aux_head.
inline constexpr PerfSite kCompatFirst = {
    .name = "compat_first",
    .between = "first -> second load of aux_head",
    .kernel = Strength::rmb,
    .allowed = Strengths(Strength::none, Strength::rmb, Strength::mb),
    .in_user_space = true};
/// 32-bit AUX reader: from the second to the third load of aux_head.
inline constexpr PerfSite kCompatSecond = {
    .name = "compat_second",
    .between = "second -> third load of aux_head",
    .kernel = Strength::rmb,
    .allowed = Strengths(Strength::none, Strength::rmb, Strength::mb),
    .in_user_space = true};

/// Every one of them.
inline constexpr std::array kPerfToolSites = {kAuxC, kAuxD, kCompatFirst, kCompatSecond};

}  // namespace ringcheck::site
