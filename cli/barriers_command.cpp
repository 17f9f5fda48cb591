// `ringcheck barriers`: for each ordering point and model, what is enough.
// Tested by tests/cli/command_test.cpp.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <span>

#include "check/barrier_study.hpp"
#include "check/compiler_study.hpp"
#include "check/known_violation.hpp"
#include "cli/architecture_profile.hpp"
#include "cli/barrier_page.hpp"
#include "cli/barrier_text.hpp"
#include "cli/check_runs.hpp"
#include "cli/commands.hpp"
#include "cli/driver_text.hpp"
#include "cli/machine_text.hpp"
#include "cli/output.hpp"
#include "graph/diagnostic.hpp"
#include "properties/core/area.hpp"
#include "properties/core/perf_studies.hpp"

namespace ringcheck {

namespace {

/// The scenario runs to study: those asked for, or the scenario that shows what A to D need, once
/// with plain and once with marked data.
std::vector<Check> study_runs(const CheckArguments& arguments) {
  std::vector<Check> runs;
  for (const std::string& name : arguments.scenarios) runs.emplace_back(find_scenario(name));
  // To a machine, plain and marked data are the same.
  if (arguments.scenarios.empty()) {
    runs = {barrier_check(false)};
    if (arguments.architectures.empty()) runs.push_back(barrier_check(true));
  }
  set_parameters(runs, arguments.parameters);
  return runs;
}

nlohmann::ordered_json plan_json(const Check& run, const Plan& plan) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for (const Site* const site : run.plan.sites())
    if (!site->compiler_only) json[std::string(site->name)] = plan[site->name];
  return json;
}

/// The id of the finding that explains `result`; null when none does.
nlohmann::ordered_json finding_json(const BarrierStudy& study, const ModelStudy& model,
                                    const PlanResult& result) {
  Check check = study.base.under(find_model(model.model));
  check.plan = result.plan;
  const KnownViolation* const finding = known_violation(recorded_findings(), check, result.verdict);
  if (finding == nullptr) return nullptr;
  return finding->id;
}

/// On a machine, a row names the machine, and says how many instructions the plan has there.
void add_rows(nlohmann::ordered_json& rows, const BarrierStudy& study,
              const MachineStudy* machine = nullptr) {
  for (const ModelStudy& model : study.models) {
    for (const PlanResult& result : model.plans) {
      const auto* violated = std::get_if<Violated>(&result.verdict);
      rows.push_back(
          {{"scenario", study.base.scenario->name},
           {"params", parameters_json(study.base.parameters)},
           {"model", model.model},
           {"plan", plan_json(study.base, result.plan)},
           {"verdict", verdict_name(result.verdict)},
           {"violated", violated != nullptr ? nlohmann::ordered_json(violated->property)
                                            : nlohmann::ordered_json(nullptr)},
           {"finding", finding_json(study, model, result)},
           {"inferred_from", result.inferred_from ? plan_json(study.base, *result.inferred_from)
                                                  : nlohmann::ordered_json(nullptr)},
           {"witness", result.witness ? nlohmann::ordered_json::parse(to_json(*result.witness))
                                      : nlohmann::ordered_json(nullptr)}});
      if (machine == nullptr) continue;
      rows.back()["arch"] = machine->machine.name;
      rows.back()["user_table"] = machine->machine.user;
      rows.back()["instructions"] = machine->instructions(result.plan);
    }
  }
}

/// The sites to vary in `run`: the chosen ones, or all whose strengths CPU models tell apart.
std::vector<SiteChoice> varied_sites(const Check& run, const std::vector<SiteChoice>& chosen) {
  const std::vector<SiteChoice> possible = all_site_choices(run.plan.sites());
  std::string names;
  for (const SiteChoice& choice : possible)
    names.append(names.empty() ? "" : ", ").append(choice.site->name);
  for (const SiteChoice& choice : chosen) {
    const Site& info = *choice.site;
    if (std::ranges::any_of(possible,
                            [&](const SiteChoice& other) { return other.site == choice.site; }))
      continue;
    throw InputError(
        Diagnostic{fmt::format("--site {}", info.name), 0, 0,
                   fmt::format("saw a site that {}, expected one of {}",
                               info.compiler_only ? "orders the compiler only"
                                                  : fmt::format("{} has not", run.scenario->name),
                               names)});
  }
  return chosen.empty() ? possible : chosen;
}

}  // namespace

ExitStatus barriers(const BarriersOptions& options) {
  const CheckArguments& arguments = options.check;
  if (arguments.compiler) return compiler_command(arguments, 0);
  const std::vector<Model> models = chosen_models(arguments.models);
  const std::vector<SiteChoice> sites = chosen_sites(arguments.sites);
  const std::vector<Check> runs = study_runs(arguments);
  std::vector<std::vector<SiteChoice>> varied;
  for (const Check& run : runs) varied.push_back(varied_sites(run, sites));
  for (const std::string* path : {&arguments.json, &options.witness})
    if (!path->empty()) require_writable(*path);
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  std::string text;
  std::string witness;
  ExitStatus status = ExitStatus::holds;
  const auto take = [&](const BarrierStudy& study) {
    status = worse(status, own_status(study));
    if (const Witness* first = first_witness(study); first != nullptr && witness.empty())
      witness = to_json(*first);
  };
  KnownChecks known;
  StudyOptions how;
  how.progress = show_progress("plans", options.progress);
  how.known = &known;
  if (!options.each)
    how.deciding = options.all || !options.witness.empty() ? Deciding::inferred_with_witnesses
                                                           : Deciding::inferred;
  for (const Machine& machine : chosen_machines(arguments.architectures, arguments.user_tables)) {
    for (std::size_t i = 0; i < runs.size(); ++i) {
      const MachineStudy study = study_on(machine, runs[i], varied[i], how);
      take(study.study);
      add_rows(rows, study.study, &study);
      text += study_text(study, surplus_of(study, runs[i], how), options.all);
    }
  }
  for (std::size_t i = 0; i < runs.size() && arguments.architectures.empty(); ++i) {
    const BarrierStudy study = study_barriers(runs[i], varied[i], models, how);
    take(study);
    add_rows(rows, study);
    text += page_text(study);
    if (options.all)
      text += "Each minimal plan:\n" + minimal_plans_text(study) + '\n' + witnesses_text(study);
  }
  if (!options.witness.empty() && witness.empty())
    text += fmt::format("no witness, so {} is not written\n", options.witness);
  if (!options.all) text += "--all: with a witness for each choice that is not enough.\n";
  if (arguments.json != "-") std::cout << text;
  if (!witness.empty() && !options.witness.empty()) write_output(options.witness, witness);
  if (!arguments.json.empty()) write_output(arguments.json, json_rows(rows));
  return status;
}

ExitStatus barriers_of_drivers(const CheckArguments& arguments) {
  const std::vector<Model> models = chosen_models(arguments.models);
  if (!arguments.json.empty()) require_writable(arguments.json);
  const std::vector<DriverResult> results =
      study_drivers(driver_points(), models, show_progress("points"));
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const DriverResult& result : results) {
    const DriverPoint& point = *result.point;
    rows.push_back({{"driver", point.driver},
                    {"arch", point.architecture},
                    {"point", point.point},
                    {"linux", point.linux},
                    {"scenario", point.check.scenario->name},
                    {"params", point.check.changes()},
                    {"model", result.model},
                    {"own_machine", result.own_machine()},
                    {"needed", result.needed()},
                    {"violated", result.needed() ? nlohmann::ordered_json(result.violated)
                                                 : nlohmann::ordered_json(nullptr)},
                    {"reason", point.reason}});
  }
  if (arguments.json != "-")
    std::cout << "What is violated when one ordering point of a driver is dropped (* the machine "
                 "that has the device):\n\n"
              << driver_table(results, false) << '\n'
              << driver_reasons(results, false) << '\n'
              << driver_witnesses(results, false);
  if (!arguments.json.empty()) write_output(arguments.json, json_rows(rows));
  return ExitStatus::holds;
}

}  // namespace ringcheck
