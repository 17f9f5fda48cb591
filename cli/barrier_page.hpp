#pragma once
// The results of a barrier study, on one page.

#include <span>
#include <string>
#include <vector>

#include "check/barrier_study.hpp"
#include "cli/exit_status.hpp"

namespace ringcheck {

/// Plans as few products of choices: "A=none B=wmb|release" is two plans. One line per product, in
/// the order of `plans`; each plan is in exactly one line. Pre: `plans` have the sites of `study`.
std::vector<std::string> factored_plans(const BarrierStudy& study,
                                        std::span<const PlanResult* const> plans);

/// The study on one page: a table for each site, which marks what is violated even without the
/// change, and the minimal plans, factored.
std::string page_text(const BarrierStudy& study);

/// The text of a cell: "enough" or what is violated, with a mark if `own`, the plan without the
/// change, is violated too. `own` is null if that plan was not tried.
std::string cell_text(const PlanResult& result, const PlanResult* own);

/// What the mark in a cell means, as a line; empty if no plan of `study` is marked.
std::string mark_text(const BarrierStudy& study);

/// A line that says how many plans were checked; empty when none was inferred.
std::string inference_text(const BarrierStudy& study);

/// A line for each model under which the plan without a change is not enough.
std::string own_plan_text(const BarrierStudy& study);

/// How the plan without a change ends under the models of `study`; holds where it was not tried.
ExitStatus own_status(const BarrierStudy& study);

/// The first witness of the study: that of the plan without a change, or of a single change. Null
/// if there is none.
const Witness* first_witness(const BarrierStudy& study);

}  // namespace ringcheck
