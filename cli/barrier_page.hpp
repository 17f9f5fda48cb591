#pragma once
// What a barrier study comes to, on one page.

#include <span>
#include <string>
#include <vector>

#include "check/barrier_study.hpp"
#include "cli/exit_status.hpp"

namespace ringcheck {

/// Plans as few products of choices: "A=none B=wmb|release" stands for both. A line each, in the
/// order of `plans`; each plan is in exactly one line. Pre: `plans` are of the sites of `study`.
std::vector<std::string> factored_plans(const BarrierStudy& study,
                                        std::span<const PlanResult* const> plans);

/// The study on one page: a table for each site, with what is violated without the change marked,
/// and the minimal plans, factored.
std::string page_text(const BarrierStudy& study);

/// What stands in a cell: "enough" or what is violated, with a mark where `own`, the plan without
/// the change, is violated too; null if it was not tried.
std::string cell_text(const PlanResult& result, const PlanResult* own);

/// What the mark in a cell means, as a line; empty if no plan of `study` is marked.
std::string mark_text(const BarrierStudy& study);

/// A line for each model under which the plan without a change is not enough.
std::string own_plan_text(const BarrierStudy& study);

/// How the plan without a change ends, under the models of `study`; holds where it was not tried.
ExitStatus own_status(const BarrierStudy& study);

/// The first witness of the study: that of the plan without a change, or of a single change. Null
/// if there is none.
const Witness* first_witness(const BarrierStudy& study);

}  // namespace ringcheck
