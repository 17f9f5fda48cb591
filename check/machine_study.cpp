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
                      const std::vector<SiteChoice>& sites, const StudyProgress& progress) {
  Check check = base;
  machine.apply(check);
  return {machine, study_barriers(check, sites, {find_model(machine.model)}, progress)};
}

std::string violated_by(Check check, const Site& site, std::string_view strength) {
  if (!nothing_violated(run_check(check).verdict)) return "";
  check.plan.set(site.name, strength);
  const CheckResult result = run_check(check);
  const auto* violated = std::get_if<Violated>(&result.verdict);
  return violated != nullptr ? violated->property : "";
}

namespace {

/// Where `strength` at `site` is not enough.
std::vector<std::pair<std::string, std::string>> needed_by(const MachineStudy& study,
                                                           const Check& base,
                                                           const std::vector<Machine>& others,
                                                           const Check& portable, const Site& site,
                                                           std::string_view strength) {
  std::vector<std::pair<std::string, std::string>> found;
  const auto look = [&](const std::string& name, const Check& check) {
    const std::string violated = violated_by(check, site, strength);
    if (!violated.empty()) found.emplace_back(name, violated);
  };
  for (const Machine& other : others) {
    if (other.name == study.machine.name || other.hypothetical) continue;
    Check check = base.under(find_model(other.model));
    other.apply(check);
    look(other.name, check);
  }
  look(portable.model->name(), portable);
  return found;
}

}  // namespace

std::vector<Surplus> surplus_of(const MachineStudy& study, const Check& base,
                                const std::vector<Machine>& others, const Check& portable) {
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
      if (!cheaper && !no_stronger(strength, kernel)) continue;
      all.push_back({&site, strength, needed_by(study, base, others, portable, site, strength)});
    }
  }
  return all;
}

}  // namespace ringcheck
