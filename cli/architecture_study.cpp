// Ordering points on a machine.
// Tested by tests/cli/architecture_study_test.cpp.
#include "cli/architecture_study.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/barrier_text.hpp"

namespace ringcheck {

namespace {

std::string verdict_cell(const PlanResult& result) {
  if (result.sufficient()) return "enough";
  const auto* violated = std::get_if<Violated>(&result.verdict);
  return violated != nullptr ? violated->property : std::string(verdict_name(result.verdict));
}

std::string count_text(std::size_t count) {
  return fmt::format("{} instruction{}", count, count == 1 ? "" : "s");
}

/// What `run` with `strength` at `site` violates on another machine; empty when it is enough there
/// or the machine's own plan is not.
std::string violated_by(ScenarioRun run, const Model& model, Site site, Strength strength) {
  if (!std::holds_alternative<Holds>(check_scenario(run, model).verdict)) return "";
  run.plan.set(site, strength);
  const ScenarioResult result = check_scenario(run, model);
  const auto* violated = std::get_if<Violated>(&result.verdict);
  return violated != nullptr ? violated->property : "";
}

std::string site_text(const ArchitectureStudy& study, const SiteChoice& site) {
  const SiteInfo& info = site_info(site.site);
  std::string text = fmt::format("  {}: {} ({})\n", info.name, info.between,
                                 in_user_space(site.site) ? "user space" : "kernel");
  for (const Strength strength : site.strengths) {
    const PlanResult* result = study.results().of(study.study.base.plan.with(site.site, strength));
    if (result == nullptr) return "";
    const bool own = strength == study.study.base.plan.at(site.site);
    const StrengthInstructions code = instructions_at(study.profile, site.site, strength);
    text +=
        fmt::format("    {:<10} {:<7} {:<17} {}\n",
                    fmt::format("{}{}", strength_name(strength), own ? " *" : ""),
                    verdict_cell(*result), fmt::format("+{}", count_text(code.count)), code.text);
    while (text[text.size() - 2] == ' ') text.erase(text.size() - 2, 1);
  }
  return text + '\n';
}

std::string surplus_text(const ArchitectureStudy& study, const Surplus& surplus) {
  const SiteInfo& info = site_info(surplus.site);
  const Strength own = study.study.base.plan.at(surplus.site);
  const std::size_t cost = instructions_at(study.profile, surplus.site, own).count;
  const std::size_t less = instructions_at(study.profile, surplus.site, surplus.strength).count;
  std::string text = fmt::format("  {}={} would do for {}={}", info.name,
                                 strength_name(surplus.strength), info.name, strength_name(own));
  if (less < cost)
    text += fmt::format(" and save {}", count_text(cost - less));
  else
    text += ", which costs nothing more";
  if (surplus.needed_by.empty()) {
    text += "; none of the other machines nor lkmm needs more";
    if (surplus.strength == Strength::acquire || surplus.strength == Strength::release)
      text +=
          ", but include/asm-generic/barrier.h makes smp_mb of it where an architecture has "
          "nothing of its own";
    return text + ".\n";
  }
  std::string where;
  for (const auto& [name, property] : surplus.needed_by)
    where += fmt::format("{}{} ({})", where.empty() ? "" : ", ", name, property);
  return text + fmt::format("; it is not enough on {}: one text for all needs {}={}.\n", where,
                            info.name, strength_name(own));
}

std::string minimal_text(const ArchitectureStudy& study) {
  const std::vector<const PlanResult*> plans = study.results().minimal();
  if (plans.empty())
    return fmt::format("  none of the {} plans is enough\n", study.results().plans.size());
  std::size_t least = study.instructions(plans.front()->plan);
  for (const PlanResult* result : plans) least = std::min(least, study.instructions(result->plan));
  std::string text;
  for (const PlanResult* result : plans) {
    const std::size_t count = study.instructions(result->plan);
    text += fmt::format("  {:<42} +{}{}\n", plan_text(study.study, result->plan), count_text(count),
                        count == least ? ", the fewest" : "");
  }
  return text;
}

}  // namespace

std::size_t ArchitectureStudy::instructions(const BarrierPlan& plan) const {
  std::size_t count = 0;
  for (const SiteChoice& site : study.sites)
    count += instructions_at(profile, site.site, plan.at(site.site)).count;
  return count;
}

ArchitectureStudy study_on(const ArchitectureProfile& profile, const ScenarioRun& base,
                           const std::vector<SiteChoice>& sites) {
  ScenarioRun run = base;
  apply(profile, run);
  return {profile, study_barriers(run, sites, {find_model(profile.model)})};
}

std::string local_stands_in_for_a(const ArchitectureStudy& study) {
  const ScenarioRun& base = study.study.base;
  const PlanResult* none = study.results().of(base.plan.with(Site::a, Strength::none));
  if (none == nullptr || !none->sufficient() || study.profile.local != "full") return "";
  ScenarioRun run = base;
  run.plan = none->plan;
  run.parameters.set("local", "none");
  const ScenarioResult result = check_scenario(run, find_model(study.profile.model));
  const auto* violated = std::get_if<Violated>(&result.verdict);
  return violated != nullptr ? violated->property : "";
}

std::vector<Surplus> surplus_of(const ArchitectureStudy& study, const ScenarioRun& base) {
  std::vector<Surplus> all;
  const BarrierPlan& plan = study.study.base.plan;
  const PlanResult* own = study.results().of(plan);
  if (own == nullptr || !own->sufficient()) return all;
  for (const SiteChoice& site : study.study.sites) {
    const Strength kernel = plan.at(site.site);
    const std::size_t cost = instructions_at(study.profile, site.site, kernel).count;
    for (const Strength strength : site.strengths) {
      const PlanResult* result = study.results().of(plan.with(site.site, strength));
      if (strength == kernel || result == nullptr || !result->sufficient()) continue;
      const bool cheaper = instructions_at(study.profile, site.site, strength).count < cost;
      if (!cheaper && !no_stronger(strength, kernel)) continue;
      Surplus& surplus = all.emplace_back(Surplus{site.site, strength, {}});
      for (const ArchitectureProfile& other : all_profiles()) {
        if (other.name == study.profile.name || other.kernel_table == litmus::KernelTable::generic)
          continue;
        ScenarioRun run = base;
        apply(other, run);
        const std::string violated = violated_by(run, find_model(other.model), site.site, strength);
        if (!violated.empty()) surplus.needed_by.emplace_back(other.name, violated);
      }
      ScenarioRun portable = base;
      for (const Parameter& parameter : portable.scenario->parameters)
        if (parameter.name == "data") portable.parameters.set("data", "marked");
      const std::string violated = violated_by(portable, find_model("lkmm"), site.site, strength);
      if (!violated.empty()) surplus.needed_by.emplace_back("lkmm", violated);
    }
  }
  return all;
}

std::string study_text(const ArchitectureStudy& study, const std::vector<Surplus>& surplus) {
  const ArchitectureProfile& profile = study.profile;
  std::string text = fmt::format(
      "{}: {} ({})\n"
      "Compiled by the kernel's table of {} and, for user space, {}; model {}.\n"
      "One ordering point varied, the others as Linux has them (*): what is violated, and what "
      "stands there\nbeside ordinary loads and stores:\n\n",
      profile.name, study.study.base.scenario->name, study.study.base.parameters.text(),
      profile.kernel, profile.user_source, profile.model);
  for (const SiteChoice& site : study.study.sites) text += site_text(study, site);
  text += "Minimal sufficient plans:\n" + minimal_text(study) + '\n';
  if (!surplus.empty()) {
    text += "More than this machine needs:\n";
    for (const Surplus& one : surplus) text += surplus_text(study, one);
    text += '\n';
  }
  if (const std::string violated = local_stands_in_for_a(study); !violated.empty())
    text += fmt::format(
        "A needs nothing here because local_cmpxchg, which stands at A too, is fully ordered "
        "(asm-generic/local.h);\nwith one that orders nothing, as on powerpc, A=none violates "
        "{}.\n\n",
        violated);
  return text + witnesses_text(study.study);
}

}  // namespace ringcheck
