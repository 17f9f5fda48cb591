#pragma once
// check_scenario: explore every execution of a scenario under a model and judge it.

#include <cstdint>
#include <optional>
#include <vector>

#include "explore/explore.hpp"
#include "models/model.hpp"
#include "properties/verdict.hpp"
#include "properties/witness.hpp"

namespace ringcheck {

/// What may be chosen about a check. 0 means no limit.
struct CheckOptions {
  std::uint64_t execution_limit = 0;
  bool stop_at_violation = false;  ///< end at the first violation, which need not be the least
};

/// How a property fared.
struct PropertyOutcome {
  const Property* property;
  std::uint64_t violations = 0;    ///< executions that violate it
  std::uint64_t seen = 0;          ///< executions in which its `sometimes` was seen
  std::optional<Witness> witness;  ///< the least one
};

/// The result of a check. The same for the same input, whatever the machine; `seconds` apart.
struct ScenarioResult {
  Verdict verdict;
  std::optional<Witness> witness;  ///< the least one of all properties, when violated
  std::vector<PropertyOutcome> properties;
  ExploreCounts counts;
  std::uint64_t violating = 0;  ///< executions that violate some property
  double seconds = 0;
};

/// Explores every execution of `run` that `model` allows, and judges the scenario's properties on
/// each complete one.
///
/// The least witness is the one with the fewest events, then the least canonical text. When a
/// scenario as it is written (its own parameters and plan) does not show the `sometimes` of a
/// property that it must show, the verdict is Vacuous. May be called from several threads at once.
/// Errors: InputError when the program exceeds a capacity, or has an event that the model gives no
/// meaning.
ScenarioResult check_scenario(const ScenarioRun& run, const Model& model,
                              const CheckOptions& options = {});

/// How `property` is violated in one complete execution of `program`; nullopt if it is not.
std::optional<Finding> judge_property(const Property& property, const ScenarioProgram& program,
                                      const ExecutionGraph& graph, Dependence dependence);

}  // namespace ringcheck
