// Tested by tests/cli/barrier_study_test.cpp.
#include "check/barrier_study.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "check/execution_json.hpp"
#include "check/ordered_tasks.hpp"

namespace ringcheck {

const PlanResult* ModelStudy::of(const Plan& plan) const {
  const auto it = std::ranges::find(plans, plan, &PlanResult::plan);
  return it == plans.end() ? nullptr : &*it;
}

std::vector<const PlanResult*> ModelStudy::minimal() const {
  std::vector<const PlanResult*> result;
  for (const PlanResult& candidate : plans) {
    if (!candidate.sufficient()) continue;
    const bool beaten = std::ranges::any_of(plans, [&](const PlanResult& other) {
      return other.sufficient() && other.plan.weaker_than(candidate.plan);
    });
    if (!beaten) result.push_back(&candidate);
  }
  return result;
}

std::vector<Plan> plans_to_try(const Plan& base, const std::vector<SiteChoice>& sites) {
  std::vector<Plan> plans{base};
  for (const SiteChoice& choice : sites) {
    std::vector<Plan> more;
    for (const Plan& plan : plans)
      for (const std::string_view strength : choice.strengths)
        more.push_back(plan.with(choice.site->name, strength));
    plans = std::move(more);
  }
  return plans;
}

std::vector<SiteChoice> all_site_choices(std::span<const Site* const> sites) {
  std::vector<SiteChoice> choices;
  for (const Site* site : sites)
    if (!site->compiler_only)
      choices.push_back({site, {site->strengths.begin(), site->strengths.end()}});
  return choices;
}

namespace {

/// A plan of one of the checks of a study, by their indices.
struct StudiedPlan {
  std::size_t check;
  std::size_t plan;
};

/// Decides plans by checking some and inferring the others.
class PlanDecisions {
 public:
  PlanDecisions(const std::vector<VariedCheck>& checks, const std::vector<SiteChoice>& sites,
                const StudyOptions& options)
      : checks_(checks), options_(options) {
    for (const VariedCheck& varied : checks) {
      searches_.emplace_back(varied.plans, varied.base.plan, sites, varied.order);
      results_.emplace_back(varied.plans.size());
      plans_ += varied.plans.size();
    }
  }

  std::vector<ModelStudy> decide() {
    if (options_.deciding == Deciding::each) {
      check(plans_where([](const PlanSearch&, std::size_t) { return true; }), {});
      return results();
    }
    for (std::vector<StudiedPlan> chosen = next(); !chosen.empty(); chosen = next())
      check_unless_known(chosen);
    if (options_.deciding == Deciding::inferred_with_witnesses)
      check(plans_where([](const PlanSearch& search, std::size_t i) {
              return search.near_base(i) && search.of(i) == PlanKnowledge::violated;
            }),
            {});
    return results();
  }

 private:
  [[nodiscard]] std::vector<StudiedPlan> next() const {
    std::vector<StudiedPlan> chosen;
    for (std::size_t c = 0; c < checks_.size(); ++c)
      for (const std::size_t i : searches_[c].next()) chosen.push_back({c, i});
    return chosen;
  }

  template <class Wanted>
  [[nodiscard]] std::vector<StudiedPlan> plans_where(Wanted&& wanted) const {
    std::vector<StudiedPlan> chosen;
    for (std::size_t c = 0; c < checks_.size(); ++c)
      for (std::size_t i = 0; i < checks_[c].plans.size(); ++i)
        if (wanted(searches_[c], i)) chosen.push_back({c, i});
    return chosen;
  }

  [[nodiscard]] Check check_of(const StudiedPlan& studied) const {
    Check check = checks_[studied.check].base;
    check.plan = checks_[studied.check].plans[studied.plan];
    return check;
  }

  void check(const std::vector<StudiedPlan>& chosen, const CheckOptions& how) {
    std::size_t at = 0;
    run_ordered(
        chosen.size(), options_.jobs,
        [&](std::size_t i) {
          const Check check = check_of(chosen[i]);
          CheckResult result = run_check(check, how);
          return PlanResult{check.plan, std::move(result.verdict), std::move(result.witness)};
        },
        [&](PlanResult result) { take(chosen[at++], std::move(result)); });
  }

  void take(const StudiedPlan& studied, PlanResult result) {
    searches_[studied.check].take(studied.plan, knowledge(studied.check, result.verdict));
    results_[studied.check][studied.plan] = std::move(result);
    if (options_.progress) options_.progress(known(), plans_);
  }

  void check_unless_known(const std::vector<StudiedPlan>& chosen) {
    std::vector<StudiedPlan> unknown;
    for (const StudiedPlan& studied : chosen) {
      const PlanResult* const found = known_result(studied);
      if (found != nullptr)
        take(studied, *found);
      else
        unknown.push_back(studied);
    }
    CheckOptions first_violation;
    first_violation.stop_at_violation = true;
    check(unknown, first_violation);
    if (options_.known == nullptr) return;
    for (const StudiedPlan& studied : unknown)
      options_.known->emplace(name_of(studied), *results_[studied.check][studied.plan]);
  }

  [[nodiscard]] std::string name_of(const StudiedPlan& studied) const {
    const Check check = check_of(studied);
    return check.model->name() + check_json(check).dump();
  }

  [[nodiscard]] const PlanResult* known_result(const StudiedPlan& studied) const {
    if (options_.known == nullptr) return nullptr;
    const auto found = options_.known->find(name_of(studied));
    return found != options_.known->end() ? &found->second : nullptr;
  }

  [[nodiscard]] PlanKnowledge knowledge(std::size_t check, const Verdict& verdict) {
    if (options_.deciding == Deciding::each) return PlanKnowledge::neither;
    if (std::holds_alternative<Violated>(verdict)) return PlanKnowledge::violated;
    const bool holds = std::holds_alternative<Holds>(verdict);
    return holds && interleavings_hold(checks_[check].base) ? PlanKnowledge::holds
                                                            : PlanKnowledge::neither;
  }

  /// What properties speak of is seen in executions that interleave. Those are consistent under
  /// every model with any order, so a plan that is inferred to hold is not vacuous.
  bool interleavings_hold(const Check& base) {
    const auto [known, is_new] = interleavings_hold_.try_emplace(check_json(base).dump());
    if (is_new)
      known->second = std::holds_alternative<Holds>(run_check(base, find_model("sc")).verdict);
    return known->second;
  }

  [[nodiscard]] std::size_t known() const {
    std::size_t known = 0;
    for (const PlanSearch& search : searches_) known += search.known();
    return known;
  }

  [[nodiscard]] std::vector<ModelStudy> results() {
    std::vector<ModelStudy> studies;
    for (std::size_t c = 0; c < checks_.size(); ++c) {
      ModelStudy& study = studies.emplace_back(ModelStudy{checks_[c].base.model->name(), {}});
      for (std::size_t i = 0; i < checks_[c].plans.size(); ++i) {
        const PlanResult& from = *results_[c][searches_[c].decided_by(i)];
        study.plans.push_back(results_[c][i]
                                  ? *results_[c][i]
                                  : PlanResult{checks_[c].plans[i], from.verdict, {}, from.plan});
      }
    }
    return studies;
  }

  const std::vector<VariedCheck>& checks_;
  const StudyOptions& options_;
  std::size_t plans_ = 0;                                        ///< of all checks
  std::vector<PlanSearch> searches_;                             ///< by check
  std::vector<std::vector<std::optional<PlanResult>>> results_;  ///< by check and plan
  std::map<std::string, bool> interleavings_hold_;               ///< by check, whatever its model
};

}  // namespace

std::vector<ModelStudy> decide_plans(const std::vector<VariedCheck>& checks,
                                     const std::vector<SiteChoice>& sites,
                                     const StudyOptions& options) {
  return PlanDecisions(checks, sites, options).decide();
}

BarrierStudy study_barriers(const Check& base, const std::vector<SiteChoice>& sites,
                            const std::vector<Model>& models, const StudyOptions& options) {
  std::vector<VariedCheck> checks;
  for (const Model& model : models)
    checks.push_back({base.under(model), plans_to_try(base.plan, sites)});
  return {base, sites, decide_plans(checks, sites, options)};
}

}  // namespace ringcheck
