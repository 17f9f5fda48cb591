#pragma once
// From the arguments of `verify` and `barriers` to what is to be checked.

#include <string>
#include <vector>

#include "cli/commands.hpp"
#include "models/model.hpp"
#include "properties/check_scenario.hpp"
#include "properties/witness.hpp"
#include "protocol/core/barrier_plan_text.hpp"

namespace ringcheck {

/// A scenario under a model.
struct CheckRun {
  ScenarioRun run;
  Model model;
};

/// The models that `names` ask for; all for none. Errors: InputError for an unknown name.
std::vector<Model> chosen_models(const std::vector<std::string>& names);

/// Every chosen scenario under every chosen model, scenario by scenario. What is not chosen by name
/// is left out where the scenario has models of its own and this is none of them. A parameter goes
/// to each scenario that declares it. A site of one strength changes the plan of each scenario that
/// has it. Errors: InputError for an unknown model, scenario, parameter, value, site or strength,
/// and for a parameter or site that no chosen scenario has.
std::vector<CheckRun> chosen_runs(const CheckArguments& arguments);

/// `--site` arguments as sites with the strengths to try. Errors: InputError, as above.
std::vector<SiteChoice> chosen_sites(const std::vector<std::string>& arguments);

/// Sets each of `parameters` in each of `runs` that declares it. Errors: InputError when none does.
void set_parameters(std::vector<ScenarioRun>& runs, const std::vector<std::string>& parameters);

}  // namespace ringcheck
