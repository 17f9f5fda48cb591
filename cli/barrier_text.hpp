#pragma once
// A barrier study as a person reads it.

#include <string>

#include "check/barrier_study.hpp"

namespace ringcheck {

/// One site varied, the others as the scenario's plan has them: a row a strength, a column a model.
/// A cell is "enough", or the property that is violated. Empty when the plans needed for it were
/// not tried. `markdown`: as a Markdown table.
std::string site_table(const BarrierStudy& study, const SiteChoice& site, bool markdown);

/// The architecture whose machines a model is of: "arm64" for armv8; empty: of none.
std::string_view machine_of(std::string_view model);

/// One site varied, for every site, as one Markdown table. Sites of which plans were not tried are
/// left out.
std::string all_sites_table(const BarrierStudy& study);

/// The minimal sufficient plans as a Markdown table: a row a model, a column a site. Where they are
/// not every choice of one strength from each of some sets, the row has them one by one.
std::string needs_table(const BarrierStudy& study);

/// The minimal sufficient plans of each model, a line each.
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
/// Every violated single change, the unchanged plan first where it is itself violated (once a
/// model).
std::vector<SingleChange> insufficient_changes(const BarrierStudy& study);

}  // namespace ringcheck
