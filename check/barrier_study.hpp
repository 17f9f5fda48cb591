#pragma once
// What each ordering point needs: one check, run with every combination of strengths.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "check/plan.hpp"
#include "check/run_check.hpp"
#include "check/verdict.hpp"

namespace ringcheck {

/// Is told that `done` of the `of` parts of a study are done.
using StudyProgress = std::function<void(std::size_t done, std::size_t of)>;

/// One plan under one model.
struct PlanResult {
  Plan plan;
  Verdict verdict;
  std::optional<Witness> witness;  ///< when violated
  [[nodiscard]] bool sufficient() const { return std::holds_alternative<Holds>(verdict); }
};

/// All plans under one model.
struct ModelStudy {
  std::string model;
  std::vector<PlanResult> plans;  ///< in the order of plans_to_try
  /// The result for `plan`, or null when it was not tried.
  [[nodiscard]] const PlanResult* of(const Plan& plan) const;
  /// The sufficient plans for which no weaker plan that was tried is sufficient too.
  [[nodiscard]] std::vector<const PlanResult*> minimal() const;
};

/// A study of one scenario: the sites that are varied, each with its strengths, and the result of
/// every combination.
struct BarrierStudy {
  Check base;  ///< sites that are not varied keep its plan
  std::vector<SiteChoice> sites;
  std::vector<ModelStudy> models;
};

/// Every combination of the strengths of `sites`, on top of `base`; the first site varies slowest.
std::vector<Plan> plans_to_try(const Plan& base, const std::vector<SiteChoice>& sites);

/// Every strength that is allowed at each of `sites`, leaving out sites that order the compiler
/// only.
std::vector<SiteChoice> all_site_choices(std::span<const Site* const> sites);

/// Checks every combination under every model. Plans are checked by `jobs` workers, 0 for one a
/// core; the result is the same for any number.
BarrierStudy study_barriers(const Check& base, const std::vector<SiteChoice>& sites,
                            const std::vector<Model>& models, const StudyProgress& progress = {},
                            unsigned jobs = 0);

}  // namespace ringcheck
