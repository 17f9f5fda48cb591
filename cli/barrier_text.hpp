#pragma once
// A barrier study as a person reads it.

#include <string>

#include "check/barrier_study.hpp"

namespace ringcheck {

/// One site varied, the others as the scenario's plan has them: one row per strength, one column
/// per model. A cell is "enough", or the property that is violated. The table is empty when the
/// plans needed for it were not tried. `markdown`: as a Markdown table.
std::string site_table(const BarrierStudy& study, const SiteChoice& site, bool markdown);

/// The architecture to whose machines a model belongs: "arm64" for armv8; empty: none.
std::string_view machine_of(std::string_view model);

/// Each site varied in turn, as one Markdown table. Sites whose plans were not tried are left out.
std::string all_sites_table(const BarrierStudy& study);

/// The minimal sufficient plans as a Markdown table: one row per model, one column per site. If the
/// plans are not a product of sets of strengths, the row lists them one by one.
std::string needs_table(const BarrierStudy& study);

/// The minimal sufficient plans of each model, one line per model.
std::string minimal_plans_text(const BarrierStudy& study);

/// The sites of `study` in `plan`: "A=control B=wmb C=acquire D=release".
std::string plan_text(const BarrierStudy& study, const Plan& plan);

/// The whole study: the tables, the minimal plans and, with `witnesses`, a witness for each
/// insufficient single change of the scenario's plan.
std::string study_text(const BarrierStudy& study, bool witnesses);

/// The witnesses alone.
std::string witnesses_text(const BarrierStudy& study);

/// A plan that differs from the scenario's at one site only, and is violated.
struct SingleChange {
  SiteChoice site;
  std::string_view strength;
  const ModelStudy* model;
  const PlanResult* result;
};
/// Every violated single change. The unchanged plan comes first if it is itself violated (once per
/// model).
std::vector<SingleChange> insufficient_changes(const BarrierStudy& study);

}  // namespace ringcheck
