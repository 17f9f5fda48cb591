// `ringcheck barriers`: for each ordering point and model, what is enough.
// Tested by tests/cli/command_test.cpp.
#include <fmt/format.h>

#include <iostream>

#include "cli/barrier_study.hpp"
#include "cli/barrier_text.hpp"
#include "cli/commands.hpp"
#include "cli/output.hpp"
#include "graph/diagnostic.hpp"

namespace ringcheck {

namespace {

/// The scenario runs to study: the ones asked for, or the one that shows what A to D need, with
/// plain and with marked data.
std::vector<ScenarioRun> study_runs(const CheckArguments& arguments) {
  std::vector<ScenarioRun> runs;
  for (const std::string& name : arguments.scenarios) runs.emplace_back(find_scenario(name));
  if (arguments.scenarios.empty()) runs = {barrier_scenario(false), barrier_scenario(true)};
  set_parameters(runs, arguments.parameters);
  return runs;
}

nlohmann::ordered_json plan_json(const ScenarioRun& run, const BarrierPlan& plan) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for (const Site site : run.scenario->sites)
    if (!site_info(site).compiler_only)
      json[std::string(site_info(site).name)] = strength_name(plan.at(site));
  return json;
}

void add_rows(nlohmann::ordered_json& rows, const BarrierStudy& study) {
  for (const ModelStudy& model : study.models) {
    for (const PlanResult& result : model.plans) {
      const auto* violated = std::get_if<Violated>(&result.verdict);
      rows.push_back({{"scenario", study.base.scenario->name},
                      {"params", study.base.parameters.text()},
                      {"model", model.model},
                      {"plan", plan_json(study.base, result.plan)},
                      {"verdict", verdict_name(result.verdict)},
                      {"violated", violated != nullptr ? nlohmann::ordered_json(violated->property)
                                                       : nlohmann::ordered_json(nullptr)}});
    }
  }
}

}  // namespace

ExitStatus barriers(const CheckArguments& arguments) {
  const std::vector<Model> models = chosen_models(arguments.models);
  std::vector<SiteChoice> sites = chosen_sites(arguments.sites);
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  std::string text;
  for (const ScenarioRun& run : study_runs(arguments)) {
    std::vector<SiteChoice> varied = sites.empty() ? all_site_choices() : sites;
    for (const SiteChoice& site : varied) {
      const auto& has = run.scenario->sites;
      if (std::find(has.begin(), has.end(), site.site) == has.end())
        throw InputError(
            Diagnostic{fmt::format("scenario {}", run.scenario->name), 0, 0,
                       fmt::format("has no site {}, expected a scenario of the data ring",
                                   site_info(site.site).name)});
    }
    const BarrierStudy study = study_barriers(run, varied, models);
    add_rows(rows, study);
    text += study_text(study, true);
  }
  if (arguments.json != "-") std::cout << text;
  if (!arguments.json.empty()) write_output(arguments.json, json_rows(rows));
  return ExitStatus::holds;
}

}  // namespace ringcheck
