// From the arguments of `verify` and `barriers` to what is to be checked.
// Tested by tests/cli/command_test.cpp.
#include "cli/check_runs.hpp"

#include <algorithm>
#include <string_view>

#include "cli/architecture_profile.hpp"
#include "graph/diagnostic.hpp"

namespace ringcheck {

namespace {

bool declares(const ScenarioRun& run, std::string_view name) {
  return std::any_of(run.scenario->parameters.begin(), run.scenario->parameters.end(),
                     [&](const Parameter& parameter) { return parameter.name == name; });
}

bool named_twice(const std::vector<SiteChoice>& before, const SiteChoice& choice) {
  std::vector<Strength> strengths = choice.strengths;
  std::sort(strengths.begin(), strengths.end());
  return std::adjacent_find(strengths.begin(), strengths.end()) != strengths.end() ||
         std::any_of(before.begin(), before.end(),
                     [&](const SiteChoice& other) { return other.site == choice.site; });
}

/// True iff `run` is checked under this model when it is not asked for by name.
bool is_checked_under(const ScenarioRun& run, std::string_view model) {
  const auto& models = run.scenario->models;
  return models.empty() || std::find(models.begin(), models.end(), model) != models.end();
}

std::string scenario_names(const std::vector<ScenarioRun>& runs) {
  std::string names;
  for (const ScenarioRun& run : runs)
    names.append(names.empty() ? "" : ", ").append(run.scenario->name);
  return names;
}

/// The sites that some of `runs` have.
std::string site_names(const std::vector<ScenarioRun>& runs) {
  std::string names;
  for (const SiteInfo& info : kSites) {
    const bool known = std::any_of(runs.begin(), runs.end(), [&](const ScenarioRun& run) {
      return std::find(run.scenario->sites.begin(), run.scenario->sites.end(), info.site) !=
             run.scenario->sites.end();
    });
    if (known) names.append(names.empty() ? "" : ", ").append(info.name);
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

std::vector<SiteChoice> chosen_sites(const std::vector<std::string>& arguments) {
  std::vector<SiteChoice> sites;
  for (const std::string& argument : arguments) {
    const Parsed<SiteChoice> choice = parse_site_choice(argument);
    if (!choice.value) throw InputError(Diagnostic{"--site " + argument, 0, 0, choice.error});
    if (named_twice(sites, *choice.value))
      throw InputError(Diagnostic{"--site " + argument, 0, 0,
                                  "saw a site or strength twice, expected each once"});
    sites.push_back(*choice.value);
  }
  return sites;
}

void set_parameters(std::vector<ScenarioRun>& runs, const std::vector<std::string>& parameters) {
  for (const std::string& parameter : parameters) {
    const std::string_view name = std::string_view(parameter).substr(0, parameter.find('='));
    bool known = false;
    for (ScenarioRun& run : runs) {
      if (!declares(run, name)) continue;
      run.parameters.set(parameter);
      known = true;
    }
    if (known) continue;
    if (runs.size() == 1) runs.front().parameters.set(parameter);  // says what the scenario expects
    throw InputError(Diagnostic{"--param " + parameter, 0, 0,
                                "no parameter \"" + std::string(name) + "\" in any of " +
                                    scenario_names(runs) +
                                    "; `ringcheck list` shows what there is"});
  }
}

std::vector<CheckRun> chosen_runs(const CheckArguments& arguments) {
  std::vector<ScenarioRun> runs;
  for (const std::string& name : arguments.scenarios) runs.emplace_back(find_scenario(name));
  if (arguments.scenarios.empty())
    for (const Scenario* scenario : all_scenarios()) runs.emplace_back(*scenario);
  set_parameters(runs, arguments.parameters);
  for (const SiteChoice& choice : chosen_sites(arguments.sites)) {
    bool known = false;
    for (ScenarioRun& run : runs) {
      const auto& sites = run.scenario->sites;
      if (std::find(sites.begin(), sites.end(), choice.site) == sites.end()) continue;
      run.plan.set(choice.site, choice.strengths.front());
      known = true;
    }
    const std::string name(site_info(choice.site).name);
    if (!known)
      throw InputError(Diagnostic{"--site " + name, 0, 0,
                                  "saw a site that none of " + scenario_names(runs) +
                                      " has, expected one of " + site_names(runs)});
    if (choice.strengths.size() > 1)
      throw InputError(
          Diagnostic{"--site " + name, 0, 0,
                     "saw several strengths, expected one; `ringcheck barriers` varies them"});
  }
  std::vector<CheckRun> all;
  for (const std::string& architecture : arguments.architectures) {
    for (const ArchitectureProfile& profile : find_profiles(architecture, arguments.user_table)) {
      for (ScenarioRun run : runs) {
        if (arguments.scenarios.empty() && !is_checked_under(run, profile.model)) continue;
        apply(profile, run);
        all.push_back({run, find_model(profile.model)});
      }
    }
  }
  if (!arguments.architectures.empty()) return all;
  // A scenario that is named with a model is checked under it, whatever its own models are.
  const bool named = !arguments.scenarios.empty() && !arguments.models.empty();
  for (const ScenarioRun& run : runs)
    for (const Model& model : chosen_models(arguments.models))
      if (named || is_checked_under(run, model.name())) all.push_back({run, model});
  return all;
}

}  // namespace ringcheck
