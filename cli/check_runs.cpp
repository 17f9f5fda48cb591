// From the arguments of `verify` and `barriers` to what is to be checked.
// Tested by tests/cli/command_test.cpp.
#include "cli/check_runs.hpp"

#include <algorithm>
#include <string_view>

#include "cli/architecture_profile.hpp"
#include "graph/diagnostic.hpp"
#include "models/names.hpp"
#include "properties/core/area.hpp"

namespace ringcheck {

namespace {

bool declares(const Check& run, std::string_view name) {
  return std::ranges::any_of(run.scenario->parameters,
                             [&](const Parameter& parameter) { return parameter.name == name; });
}

/// True iff `run` is checked under this model when nobody asks for it by name.
bool is_checked_under(const Check& run, std::string_view model) {
  const auto& models = run.scenario->models;
  return models.empty() || std::ranges::find(models, model) != models.end();
}

/// Their names; if there are more than a few, only how many.
std::string scenario_names(const std::vector<Check>& runs) {
  if (runs.size() > 6) return std::to_string(runs.size()) + " scenarios";
  std::string names;
  for (const Check& run : runs) names.append(names.empty() ? "" : ", ").append(run.scenario->name);
  return names;
}

/// The sites that some of `runs` have.
std::string site_names(const std::vector<Check>& runs) {
  std::string names;
  for (const Site* site : perf_catalogue().sites) {
    const bool known =
        std::ranges::any_of(runs, [&](const Check& run) { return run.plan.has(site->name); });
    if (known) names.append(names.empty() ? "" : ", ").append(site->name);
  }
  return names;
}

}  // namespace

std::vector<Model> chosen_models(const std::vector<std::string>& names) {
  std::vector<Model> models;
  for (const std::string& name : names) models.push_back(find_model(name));
  if (names.empty())
    for (const std::string_view name : model_names()) models.push_back(find_model(name));
  return models;
}

std::vector<SiteChoice> chosen_sites(const std::vector<std::string>& arguments,
                                     std::span<const Site* const> known) {
  std::vector<SiteChoice> sites;
  for (const std::string& argument : arguments) {
    try {
      sites.push_back(parse_site_choice(argument, known));
    } catch (const InputError& error) {
      throw InputError({"--site " + argument, 0, 0, error.diagnostic().message});
    }
    if (std::ranges::count(sites, sites.back().site, &SiteChoice::site) > 1)
      throw InputError(
          {"--site " + argument, 0, 0, "saw a site or strength twice, expected each once"});
  }
  return sites;
}

void set_parameters(std::vector<Check>& runs, const std::vector<std::string>& parameters) {
  for (const std::string& parameter : parameters) {
    const std::string_view name = std::string_view(parameter).substr(0, parameter.find('='));
    bool known = false;
    for (Check& run : runs) {
      if (!declares(run, name)) continue;
      run.parameters.set(parameter);
      known = true;
    }
    if (known) continue;
    if (runs.size() == 1) runs.front().parameters.set(parameter);  // says what the scenario expects
    std::vector<std::string_view> names;
    for (const Check& run : runs)
      for (const Parameter& one : run.scenario->parameters) names.push_back(one.name);
    throw InputError(Diagnostic{"--param " + parameter, 0, 0,
                                "no parameter \"" + std::string(name) + "\" in any of " +
                                    scenario_names(runs) +
                                    instead_of(name, names, "ringcheck list scenarios NAME")});
  }
}

std::vector<Check> chosen_checks(const CheckArguments& arguments) {
  std::vector<Check> runs;
  for (const std::string& name : arguments.scenarios) runs.emplace_back(find_scenario(name));
  if (arguments.scenarios.empty())
    for (const Scenario* scenario : all_scenarios()) runs.emplace_back(*scenario);
  set_parameters(runs, arguments.parameters);
  for (const SiteChoice& choice : chosen_sites(arguments.sites)) {
    bool known = false;
    for (Check& run : runs) {
      if (!run.plan.has(choice.site->name)) continue;
      run.plan.set(choice.site->name, choice.strengths.front());
      known = true;
    }
    const std::string name(choice.site->name);
    if (!known)
      throw InputError(Diagnostic{"--site " + name, 0, 0,
                                  "saw a site that none of " + scenario_names(runs) +
                                      " has, expected one of " + site_names(runs)});
    if (choice.strengths.size() > 1)
      throw InputError(
          Diagnostic{"--site " + name, 0, 0,
                     "saw several strengths, expected one; `ringcheck barriers` varies them"});
  }
  std::vector<Check> all;
  for (const Machine& machine : chosen_machines(arguments.architectures, arguments.user_tables)) {
    for (Check run : runs) {
      if (arguments.scenarios.empty() && !is_checked_under(run, machine.model)) continue;
      machine.apply(run);
      all.push_back(run.under(find_model(machine.model)));
    }
  }
  if (!arguments.architectures.empty()) return all;
  // A scenario that is named together with a model is checked under it, whatever its own models.
  const bool named = !arguments.scenarios.empty() && !arguments.models.empty();
  for (const Check& run : runs)
    for (const Model& model : chosen_models(arguments.models))
      if (named || is_checked_under(run, model.name())) all.push_back(run.under(model));
  return all;
}

}  // namespace ringcheck
