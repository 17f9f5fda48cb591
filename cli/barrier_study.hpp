#pragma once
// What each ordering point needs: a scenario checked under every combination of strengths.

#include <optional>
#include <string>
#include <vector>

#include "cli/check_runs.hpp"

namespace ringcheck {

/// One plan under one model.
struct PlanResult {
  BarrierPlan plan;
  Verdict verdict;
  std::optional<Witness> witness;  ///< when violated
  [[nodiscard]] bool sufficient() const { return std::holds_alternative<Holds>(verdict); }
};

/// All plans under one model.
struct ModelStudy {
  std::string model;
  std::vector<PlanResult> plans;  ///< in the order of plans_to_try
  /// The result for `plan`, or null when it was not tried.
  [[nodiscard]] const PlanResult* of(const BarrierPlan& plan) const;
  /// Sufficient plans than which no tried plan is both weaker and sufficient.
  [[nodiscard]] std::vector<const PlanResult*> minimal() const;
};

/// A study of one scenario: the sites that are varied, each with its strengths, and what every
/// combination came to.
struct BarrierStudy {
  ScenarioRun base;  ///< sites that are not varied keep its plan
  std::vector<SiteChoice> sites;
  std::vector<ModelStudy> models;
};

/// Every combination of the strengths of `sites`, on top of `base`; the first site varies slowest.
std::vector<BarrierPlan> plans_to_try(const BarrierPlan& base,
                                      const std::vector<SiteChoice>& sites);

/// True iff `a` stands for no more order than `b`, on every machine: nothing is weaker than all,
/// smp_mb is stronger than all; of the others, equal only to themselves.
bool no_stronger(Strength a, Strength b);

/// The scenario that shows what A to D need: the second record wraps onto the first, so that a word
/// can be stale (B, C) or overwritten too early (A, D). `marked`: data words are accessed by
/// READ_ONCE and WRITE_ONCE.
ScenarioRun barrier_scenario(bool marked);

/// Every strength that is allowed at each of `sites`, without those that order the compiler only.
std::vector<SiteChoice> all_site_choices(std::span<const Site> sites);

/// Checks every combination under every model. Plans are checked on all cores; the result is the
/// same for any number.
BarrierStudy study_barriers(const ScenarioRun& base, const std::vector<SiteChoice>& sites,
                            const std::vector<Model>& models);

}  // namespace ringcheck
