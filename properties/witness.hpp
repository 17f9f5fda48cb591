#pragma once
// Witness: an execution that violates a property, with all that is needed to build it again.

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "explore/decisions.hpp"
#include "graph/execution_graph.hpp"
#include "properties/scenario.hpp"

namespace ringcheck {

/// What was run: a scenario with everything that can be chosen about it.
struct ScenarioRun {
  const Scenario* scenario;
  Parameters parameters;
  BarrierPlan plan;
  Defects defects{};
  /// Whether executions that differ in nothing but which symmetric thread did what are explored
  /// once. Changes no answer and no count of executions.
  bool symmetry = true;

  /// `scenario` as it is written: default parameters and its own plan.
  explicit ScenarioRun(const Scenario& which)
      : scenario(&which), parameters(which.parameters), plan(which.plan) {}
  [[nodiscard]] ScenarioProgram build() const {
    ScenarioProgram built = scenario->build(parameters, plan, defects);
    if (!symmetry) built.program.symmetric.clear();
    return built;
  }
};

/// What a witness of an execution in which a thread does what no program may has for a property.
inline constexpr std::string_view kFault = "fault";

/// An execution that violates a property, or ends in a fault.
struct Witness {
  ScenarioRun run;
  std::string model;     ///< name of the model under which it was found
  std::string property;  ///< id of the property that it violates, or kFault
  std::string message;
  std::shared_ptr<const ExecutionGraph> graph;
};

/// The witness as JSON text: the run, the events of each thread, rf, co and choices by event name.
std::string to_json(const Witness& witness);

/// A witness that was run again.
struct Replay {
  Witness witness;          ///< with the message that the property gives now
  bool consistent = false;  ///< under the model that the witness names
  bool violated = false;    ///< the property that the witness names
};

/// Reads what to_json wrote, builds the graph again by running the scenario along the decisions,
/// and judges it. Errors: InputError for text that is no witness, and for decisions that do not fit
/// the scenario.
Replay replay_witness(const std::string& text);

}  // namespace ringcheck
