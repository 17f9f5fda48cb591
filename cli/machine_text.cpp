// Ordering points on a machine.
// Tested by tests/cli/architecture_study_test.cpp.
#include "cli/machine_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "cli/architecture_profile.hpp"
#include "cli/barrier_page.hpp"
#include "cli/barrier_text.hpp"
#include "cli/text_layout.hpp"

namespace ringcheck {

namespace {

std::string count_text(std::size_t count) {
  return fmt::format("{} instruction{}", count, count == 1 ? "" : "s");
}

std::string site_text(const MachineStudy& study, const SiteChoice& site) {
  const Site& info = *site.site;
  std::string text = fmt::format("  {}: {} ({})\n", info.name, info.between,
                                 info.in_user_space ? "user space" : "kernel");
  for (const std::string_view strength : site.strengths) {
    const PlanResult* result =
        study.results().of(study.study.base.plan.with(site.site->name, strength));
    if (result == nullptr) return "";
    const bool own = strength == study.study.base.plan[site.site->name];
    const StrengthInstructions code = study.machine.instructions_at(*site.site, strength);
    const PlanResult* without = own ? nullptr : study.results().of(study.study.base.plan);
    text += fmt::format("    {:<10} {:<7} {:<17} {}\n",
                        fmt::format("{}{}", strength, own ? " *" : ""), cell_text(*result, without),
                        fmt::format("+{}", count_text(code.count)), code.text);
    while (text[text.size() - 2] == ' ') text.erase(text.size() - 2, 1);
  }
  return text + '\n';
}

std::string surplus_text(const MachineStudy& study, const Surplus& surplus) {
  const Site& info = *surplus.site;
  const std::string_view own = study.study.base.plan[surplus.site->name];
  const std::size_t cost = study.machine.instructions_at(*surplus.site, own).count;
  const std::size_t less = study.machine.instructions_at(*surplus.site, surplus.strength).count;
  std::string text =
      fmt::format("  {}={} would do for {}={}", info.name, surplus.strength, info.name, own);
  if (less < cost)
    text += fmt::format(" and save {}", count_text(cost - less));
  else
    text += ", which costs nothing more";
  if (surplus.needed_by.empty()) {
    text += "; none of the other machines nor lkmm needs more";
    if (surplus.strength == "acquire" || surplus.strength == "release")
      text +=
          ", but include/asm-generic/barrier.h makes smp_mb of it where an architecture has "
          "nothing of its own";
    return text + ".\n";
  }
  std::string where;
  for (const auto& [name, property] : surplus.needed_by)
    where += fmt::format("{}{} ({})", where.empty() ? "" : ", ", name, property);
  return text + fmt::format("; it is not enough on {}: one text for all needs {}={}.\n", where,
                            info.name, own);
}

std::string minimal_text(const MachineStudy& study) {
  const std::vector<const PlanResult*> plans = study.results().minimal();
  if (plans.empty())
    return fmt::format("  none of the {} plans is enough\n", study.results().plans.size());
  std::map<std::size_t, std::vector<const PlanResult*>> by_count;
  for (const PlanResult* result : plans)
    by_count[study.instructions(result->plan)].push_back(result);
  std::string text;
  for (const auto& [count, same] : by_count)
    for (const std::string& line : factored_plans(study.study, same))
      text += fmt::format("  {:<42} +{}{}\n", line, count_text(count),
                          count == by_count.begin()->first ? ", the fewest" : "");
  return text;
}

}  // namespace

std::string local_stands_in_for_a(const MachineStudy& study) {
  const Check& base = study.study.base;
  if (!base.plan.has("A")) return "";
  const PlanResult* none = study.results().of(base.plan.with("A", "none"));
  if (none == nullptr || !none->sufficient() || !study.machine.local_is_full) return "";
  Check run = base;
  run.plan = none->plan;
  run.parameters.set("local", "none");
  CheckOptions first_violation;
  first_violation.stop_at_violation = true;
  const CheckResult result = run_check(run, find_model(study.machine.model), first_violation);
  const auto* violated = std::get_if<Violated>(&result.verdict);
  return violated != nullptr ? violated->property : "";
}

std::vector<Surplus> surplus_of(const MachineStudy& study, const Check& base,
                                const StudyOptions& options) {
  Check portable = base.under(find_model("lkmm"));
  for (const Parameter& parameter : portable.scenario->parameters)
    if (parameter.name == "data") portable.parameters.set("data", "marked");
  return surplus_of(study, base, all_machines(), portable, options);
}

std::string study_text(const MachineStudy& study, const std::vector<Surplus>& surplus,
                       bool witnesses) {
  const Machine& machine = study.machine;
  std::string text = fmt::format(
      "{} with user table {}: {} ({})\n"
      "Compiled by the kernel's table of {} and, for user space, {}; model {}.\n"
      "One ordering point varied, the others as Linux has them (*): what is violated, and what "
      "stands there beside ordinary loads and stores. {}",
      machine.name, machine.user, study.study.base.scenario->name,
      study.study.base.parameters.text(), machine.kernel, machine.user_source, machine.model,
      mark_text(study.study));
  text = wrapped(text, 0) + '\n';
  for (const SiteChoice& site : study.study.sites) text += site_text(study, site);
  text += "Minimal sufficient plans (a|b: either):\n" + minimal_text(study) +
          inference_text(study.study) + '\n';
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
  if (const std::string own = own_plan_text(study.study); !own.empty()) text += own + '\n';
  return witnesses ? text + witnesses_text(study.study) : text;
}

}  // namespace ringcheck
