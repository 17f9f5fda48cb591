// Ordering points on a machine.
// Tested by tests/cli/architecture_study_test.cpp.
#include "check/machine_study.hpp"

namespace ringcheck {

std::size_t MachineStudy::instructions(const Plan& plan) const {
  std::size_t count = 0;
  for (const SiteChoice& choice : study.sites)
    count += machine.instructions_at(*choice.site, plan[choice.site->name]).count;
  return count;
}

MachineStudy study_on(const Machine& machine, const Check& base,
                      const std::vector<SiteChoice>& sites, const StudyOptions& options) {
  Check check = base.under(find_model(machine.model));
  machine.apply(check);
  const std::vector<VariedCheck> varied = {
      {check, plans_to_try(check.plan, sites), machine.no_more_order}};
  return {machine, {check, sites, decide_plans(varied, sites, options)}};
}

namespace {

/// What would do on the machine of `study` in the place of what the kernel's plan has at a site.
std::vector<Surplus> enough_beside(const MachineStudy& study) {
  std::vector<Surplus> all;
  const Plan& plan = study.study.base.plan;
  const PlanResult* own = study.results().of(plan);
  if (own == nullptr || !own->sufficient()) return all;
  for (const SiteChoice& choice : study.study.sites) {
    const Site& site = *choice.site;
    const std::string_view kernel = plan[site.name];
    const std::size_t cost = study.machine.instructions_at(site, kernel).count;
    for (const std::string_view strength : choice.strengths) {
      const PlanResult* result = study.results().of(plan.with(site.name, strength));
      if (strength == kernel || result == nullptr || !result->sufficient()) continue;
      const bool cheaper = study.machine.instructions_at(site, strength).count < cost;
      if (cheaper || no_stronger(strength, kernel)) all.push_back({&site, strength, {}});
    }
  }
  return all;
}

/// `check` with its own plan, and with each of `changes` alone.
VariedCheck with_changes(const Check& check, const std::vector<Surplus>& changes,
                         const NoMoreOrder& order = no_more_order) {
  VariedCheck varied{check, {check.plan}, order};
  for (const Surplus& change : changes)
    varied.plans.push_back(check.plan.with(change.site->name, change.strength));
  return varied;
}

}  // namespace

std::vector<Surplus> surplus_of(const MachineStudy& study, const Check& base,
                                const std::vector<Machine>& others, const Check& portable,
                                const StudyOptions& options) {
  std::vector<Surplus> all = enough_beside(study);
  if (all.empty()) return all;
  std::vector<std::string> names;
  std::vector<VariedCheck> elsewhere;
  for (const Machine& other : others) {
    if (other.name == study.machine.name || other.hypothetical) continue;
    Check check = base.under(find_model(other.model));
    other.apply(check);
    names.push_back(other.name);
    elsewhere.push_back(with_changes(check, all, other.no_more_order));
  }
  names.push_back(portable.model->name());
  elsewhere.push_back(with_changes(portable, all));
  const std::vector<ModelStudy> found = decide_plans(elsewhere, study.study.sites, options);
  for (std::size_t where = 0; where < found.size(); ++where) {
    const std::vector<PlanResult>& plans = found[where].plans;
    if (!nothing_violated(plans.front().verdict)) continue;
    for (std::size_t i = 0; i < all.size(); ++i)
      if (const auto* violated = std::get_if<Violated>(&plans[i + 1].verdict))
        all[i].needed_by.emplace_back(names[where], violated->property);
  }
  return all;
}

}  // namespace ringcheck
