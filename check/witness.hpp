#pragma once
// Witness: an execution that violates a property, with all that is needed to build it again.

#include <memory>
#include <string>
#include <string_view>

#include "check/check.hpp"
#include "graph/execution_graph.hpp"

namespace ringcheck {

/// The `property` of a witness in which a thread does what no program may do.
inline constexpr std::string_view kFault = "fault";

/// An execution that violates a property, or ends in a fault.
struct Witness {
  Check check;           ///< what was explored, and under which model
  std::string property;  ///< id of the property that it violates, or kFault
  std::string message;
  std::shared_ptr<const ExecutionGraph> graph;
};

/// The witness as JSON text: the check, the events of each thread, rf, co and choices by event
/// name.
std::string to_json(const Witness& witness);

/// A witness that was run again.
struct Replay {
  Witness witness;          ///< with the message that the property gives now
  bool consistent = false;  ///< under the model that the witness names
  bool violated = false;    ///< the property that the witness names
};

/// Reads what to_json wrote about a scenario of `catalogue`, builds the graph again by running the
/// scenario along the decisions, and judges it. Errors: InputError for text that is no witness, and
/// for decisions that do not fit the scenario.
Replay replay_witness(const std::string& text, const Catalogue& catalogue);

}  // namespace ringcheck
