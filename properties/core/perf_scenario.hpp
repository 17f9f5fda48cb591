#pragma once
// Scenarios around perf's buffers: from their tables, with typed ordering points and defects, to
// what checks know.

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "check/check.hpp"
#include "check/setting.hpp"
#include "properties/core/perf_view.hpp"
#include "protocol/core/barrier_plan.hpp"
#include "protocol/core/defect.hpp"

namespace ringcheck {

/// What a program is built from, besides the settings of its scenario.
struct PerfCase {
  std::string name;  ///< of the scenario
  BarrierPlan plan;
  DefectSet defects;
};

/// What a scenario has whatever its settings.
struct PerfOutline {
  std::string_view name;
  std::string_view description;     ///< one line
  std::span<const PerfSite> sites;  ///< ordering points that it has
  BarrierPlan plan;                 ///< the plan it is written for
  std::span<const Property* const> properties;
  /// Properties whose `sometimes` must be seen: what the scenario is made for.
  std::span<const Property* const> must_see;
  /// Names of the models that it is checked under by default; empty: all.
  std::span<const std::string_view> models;
};

/// A scenario as its file defines it, with the type of its settings. See PerfOutline.
template <class Settings>
struct PerfScenario {
  std::string_view name;
  std::string_view description;  ///< one line
  std::span<const Setting<Settings>> parameters;
  std::span<const PerfSite> sites;
  BarrierPlan plan;
  std::span<const Property* const> properties;
  std::span<const Property* const> must_see;
  /// Errors: InputError for settings that do not fit each other.
  PerfProgram (*build)(const Settings&, const PerfCase&);
  std::span<const std::string_view> models{};
};

/// The program of a check, for a case.
using PerfBuild = std::function<PerfProgram(const Check&, const PerfCase&)>;

/// The scenario as checks know it.
Scenario perf_scenario(const PerfOutline& outline, std::vector<Parameter> parameters,
                       PerfBuild build);

/// Refuses a compiler's departures under lkmm, whose own axioms say what a compiler may do to plain
/// accesses. Errors: InputError.
void refuse_departures_under_lkmm(const Check& check, std::uint64_t departures);

template <class Settings>
Scenario perf_scenario(const PerfScenario<Settings>& scenario) {
  std::vector<Parameter> parameters;
  for (const Setting<Settings>& setting : scenario.parameters)
    parameters.push_back(setting.parameter);
  const auto build = [table = scenario.parameters, build = scenario.build](const Check& check,
                                                                           const PerfCase& of) {
    const Settings settings = settings_of(table, check.parameters);
    if constexpr (requires { settings.departures; })
      refuse_departures_under_lkmm(check, settings.departures);
    return build(settings, of);
  };
  return perf_scenario({scenario.name, scenario.description, scenario.sites, scenario.plan,
                        scenario.properties, scenario.must_see, scenario.models},
                       std::move(parameters), build);
}

}  // namespace ringcheck
