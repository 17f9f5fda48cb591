// What each ordering point needs.
// Every combination is checked rather than inferred from weaker and stronger ones: that sufficiency
// is monotone is what a reader would like to see confirmed, not assumed. Tested by
// tests/cli/barrier_study_test.cpp.
#include "cli/barrier_study.hpp"

#include <algorithm>

#include "cli/ordered_tasks.hpp"
#include "cli/output.hpp"

namespace ringcheck {

namespace {

bool weaker_plan(const BarrierPlan& a, const BarrierPlan& b) {
  if (a == b) return false;
  return std::all_of(kSites.begin(), kSites.end(), [&](const SiteInfo& info) {
    return no_stronger(a.at(info.site), b.at(info.site));
  });
}

}  // namespace

const PlanResult* ModelStudy::of(const BarrierPlan& plan) const {
  const auto it =
      std::find_if(plans.begin(), plans.end(), [&](const PlanResult& r) { return r.plan == plan; });
  return it == plans.end() ? nullptr : &*it;
}

std::vector<const PlanResult*> ModelStudy::minimal() const {
  std::vector<const PlanResult*> result;
  for (const PlanResult& candidate : plans) {
    if (!candidate.sufficient()) continue;
    const bool beaten = std::any_of(plans.begin(), plans.end(), [&](const PlanResult& other) {
      return other.sufficient() && weaker_plan(other.plan, candidate.plan);
    });
    if (!beaten) result.push_back(&candidate);
  }
  return result;
}

bool no_stronger(Strength a, Strength b) {
  return a == b || a == Strength::none || b == Strength::mb;
}

std::vector<BarrierPlan> plans_to_try(const BarrierPlan& base,
                                      const std::vector<SiteChoice>& sites) {
  std::vector<BarrierPlan> plans{base};
  for (const SiteChoice& site : sites) {
    std::vector<BarrierPlan> more;
    for (const BarrierPlan& plan : plans)
      for (const Strength strength : site.strengths) more.push_back(plan.with(site.site, strength));
    plans = std::move(more);
  }
  return plans;
}

ScenarioRun barrier_scenario(bool marked) {
  ScenarioRun run(find_scenario("perf-ring"));
  for (const char* parameter : {"records=2", "payload=2", "words=4", "polls=1"})
    run.parameters.set(parameter);
  if (marked) run.parameters.set("data=marked");
  return run;
}

std::vector<SiteChoice> all_site_choices(std::span<const Site> sites) {
  std::vector<SiteChoice> choices;
  for (const Site site : sites) {
    const SiteInfo& info = site_info(site);
    if (info.compiler_only) continue;
    SiteChoice choice{site, {}};
    for (std::size_t s = 0; s < kStrengthCount; ++s)
      if (info.allowed.has(static_cast<Strength>(s)))
        choice.strengths.push_back(static_cast<Strength>(s));
    choices.push_back(choice);
  }
  return choices;
}

BarrierStudy study_barriers(const ScenarioRun& base, const std::vector<SiteChoice>& sites,
                            const std::vector<Model>& models) {
  BarrierStudy study{base, sites, {}};
  const std::vector<BarrierPlan> plans = plans_to_try(base.plan, sites);
  for (const Model& model : models) study.models.push_back({model.name(), {}});
  Progress progress;
  std::size_t done = 0;
  run_ordered(
      plans.size() * models.size(), 0,
      [&](std::size_t i) {
        ScenarioRun run = base;
        run.plan = plans[i % plans.size()];
        ScenarioResult result = check_scenario(run, models[i / plans.size()]);
        return PlanResult{run.plan, std::move(result.verdict), std::move(result.witness)};
      },
      [&](PlanResult result) {
        study.models[done / plans.size()].plans.push_back(std::move(result));
        ++done;
        progress.show(std::to_string(done) + " of " + std::to_string(plans.size() * models.size()) +
                      " plans");
      });
  return study;
}

}  // namespace ringcheck
