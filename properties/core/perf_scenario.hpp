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
  /// Properties whose `sometimes` must be seen: what the scenario is made for.
  std::span<const Property* const> must_see;
  /// Errors: InputError for parameters that do not fit each other.
  PerfProgram (*build)(const Parameters&, const BarrierPlan&, DefectSet);
  /// Names of the models that it is checked under when none is asked for; empty: all.
  std::span<const std::string_view> models{};
};

/// The scenario as checks know it. Its build refuses to compile code for lkmm, which has what a
/// compiler may do to plain accesses in its own axioms.
Scenario perf_scenario(const PerfScenario& scenario);

}  // namespace ringcheck
