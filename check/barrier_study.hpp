#pragma once
// What each ordering point needs: one check with every combination of strengths.

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "check/plan.hpp"
#include "check/plan_search.hpp"
#include "check/run_check.hpp"
#include "check/verdict.hpp"

namespace ringcheck {

/// Is told that `done` of the `of` parts of a study are done.
using StudyProgress = std::function<void(std::size_t done, std::size_t of)>;

/// One plan under one model.
struct PlanResult {
  Plan plan;
  Verdict verdict;
  std::optional<Witness> witness;  ///< when violated and checked itself
  /// The plan that was checked in the place of this one, from which the verdict follows; nothing
  /// when this one was.
  std::optional<Plan> inferred_from{};
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

/// How plans are decided.
enum class Deciding : std::uint8_t {
  each,      ///< each is checked to its end
  inferred,  ///< some are checked, until the first violation, and tell of others (PlanSearch)
  /// The same, but the plan of the study, and each that differs from it at one site, are checked to
  /// their end if they are violated: they have the least witness.
  inferred_with_witnesses
};

/// What checks that ended at their first violation came to, by what was checked.
using KnownChecks = std::map<std::string, PlanResult>;

/// How a study is made.
struct StudyOptions {
  StudyProgress progress{};
  unsigned jobs = 0;  ///< workers, 0 for one a core; the result is the same for any number
  Deciding deciding = Deciding::each;
  /// With inference, a check that is in here is not made again, and others are added. Studies share
  /// it, since what does for one machine is asked of the others; null: nothing is kept.
  KnownChecks* known = nullptr;
};

/// A check whose sites are varied, and how.
struct VariedCheck {
  Check base;  ///< with its model; with inference, one that ships with ringcheck
  std::vector<Plan> plans;
  NoMoreOrder order = no_more_order;  ///< what inference goes by
};

/// Decides the plans of each of `checks`, which are combinations of `sites`, in their order.
std::vector<ModelStudy> decide_plans(const std::vector<VariedCheck>& checks,
                                     const std::vector<SiteChoice>& sites,
                                     const StudyOptions& options = {});

/// Decides every combination under every model. Pre: with inference, the models ship with
/// ringcheck.
BarrierStudy study_barriers(const Check& base, const std::vector<SiteChoice>& sites,
                            const std::vector<Model>& models, const StudyOptions& options = {});

}  // namespace ringcheck
