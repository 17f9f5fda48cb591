#pragma once
// From the arguments of `verify` and `barriers` to what is to be checked.

#include <string>
#include <vector>

#include "check/run_check.hpp"
#include "cli/commands.hpp"
#include "models/model.hpp"
#include "properties/core/area.hpp"
#include "properties/core/perf_scenario.hpp"

namespace ringcheck {

/// The models that `names` ask for; all if there are none. Errors: InputError for an unknown name.
std::vector<Model> chosen_models(const std::vector<std::string>& names);

/// Every chosen scenario under every chosen model, scenario by scenario. A pair that is not chosen
/// by name is left out if the scenario has its own models and the model is not one of them. A
/// parameter goes to each scenario that declares it. A site with one strength changes the plan of
/// each scenario that has the site. Errors: InputError for an unknown model, scenario, parameter,
/// value, site or strength, and for a parameter or site that no chosen scenario has.
std::vector<Check> chosen_checks(const CheckArguments& arguments);

/// `--site` arguments as sites of `known` with the strengths to try. Errors: InputError, as above.
std::vector<SiteChoice> chosen_sites(const std::vector<std::string>& arguments,
                                     std::span<const Site* const> known = perf_catalogue().sites);

/// Sets each of `parameters` in each of `checks` that declares it. Errors: InputError when none
/// does.
void set_parameters(std::vector<Check>& checks, const std::vector<std::string>& parameters);

}  // namespace ringcheck
