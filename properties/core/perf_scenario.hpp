#pragma once
// Scenarios around perf's buffers: from their tables, with typed ordering points and defects, to
// what checks know.

#include <span>
#include <string_view>

#include "check/check.hpp"
#include "properties/core/perf_view.hpp"
#include "protocol/core/barrier_plan.hpp"
#include "protocol/core/defect.hpp"

namespace ringcheck {

/// A scenario as its file writes it.
struct PerfScenario {
  std::string_view name;
  std::string_view description;  ///< one line
  std::span<const Parameter> parameters;
  std::span<const PerfSite> sites;  ///< ordering points that it has
  BarrierPlan plan;                 ///< the plan it is written for
  std::span<const Property* const> properties;
  /// Properties whose `sometimes` must be seen, with the default parameters and the plan above.
  std::span<const Property* const> must_see;
  /// Errors: InputError for parameters that do not fit each other.
  PerfProgram (*build)(const Parameters&, const BarrierPlan&, DefectSet);
  /// Names of the models that it is checked under when none is asked for; empty: all.
  std::span<const std::string_view> models{};
};

/// The scenario as checks know it. Its build refuses to compile code for lkmm, which has what a
/// compiler may do to plain accesses in its own axioms.
Scenario perf_scenario(const PerfScenario& scenario);

/// The ordering point as checks know it.
const Site& site_of(PerfSite site);
/// The plan that Linux 6.1 has, but with what `plan` says of its own sites.
BarrierPlan typed(const Plan& plan);
/// What of `defects` the specification knows.
DefectSet typed(const Defects& defects);
/// The same by name.
Defects named(DefectSet defects);

/// Every scenario, simplest first.
std::span<const Scenario* const> all_scenarios();
/// Every property.
std::span<const Property* const> all_properties();
/// What of perf can be asked for by name.
const Catalogue& perf_catalogue();
/// Errors: InputError that lists the names.
const Scenario& find_scenario(std::string_view name);
const Property& find_property(std::string_view id);

}  // namespace ringcheck
