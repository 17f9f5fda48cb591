// What each ordering point needs.
// Every combination is checked rather than inferred from weaker and stronger ones: that sufficiency
// is monotone is what a reader would like to see confirmed, not assumed.
// Tested by tests/cli/barrier_study_test.cpp.
#include "check/barrier_study.hpp"

#include <algorithm>

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

BarrierStudy study_barriers(const Check& base, const std::vector<SiteChoice>& sites,
                            const std::vector<Model>& models, const StudyProgress& progress,
                            unsigned jobs) {
  BarrierStudy study{base, sites, {}};
  const std::vector<Plan> plans = plans_to_try(base.plan, sites);
  const std::size_t count = plans.size() * models.size();
  for (const Model& model : models) study.models.push_back({model.name(), {}});
  std::size_t done = 0;
  run_ordered(
      count, jobs,
      [&](std::size_t i) {
        Check check = base.under(models[i / plans.size()]);
        check.plan = plans[i % plans.size()];
        CheckResult result = run_check(check);
        return PlanResult{check.plan, std::move(result.verdict), std::move(result.witness)};
      },
      [&](PlanResult result) {
        study.models[done / plans.size()].plans.push_back(std::move(result));
        ++done;
        if (progress) progress(done, count);
      });
  return study;
}

}  // namespace ringcheck
