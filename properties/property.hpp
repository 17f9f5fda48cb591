#pragma once
// Property: what must hold in every execution of a scenario, and what shows that it says something.

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "explore/thread_run.hpp"
#include "graph/execution_graph.hpp"
#include "properties/aux/aux_run.hpp"
#include "properties/ring/ring_run.hpp"

namespace ringcheck {

struct ScenarioProgram;

/// A complete execution as properties see it. Valid during a call only.
struct RunView {
  const ScenarioProgram& scenario;
  const ExecutionGraph& graph;
  const RingRun& ring;  ///< gathered when the scenario is one of a data ring; empty otherwise
  const AuxRun& aux;    ///< gathered when the scenario is one of an AUX area; empty otherwise
};

/// How a property fails in an execution. Cheap to make: text is made from it only for a witness.
struct Finding {
  /// What is wrong, as a format: {0} … {3} stand for the numbers, {4} and {5} for the events.
  const char* what = "";
  std::array<std::uint64_t, 4> numbers{};
  EventNumber first = kNoEvent;   ///< an event to look at, if there is one
  EventNumber second = kNoEvent;  ///< another
};

/// The text of `finding` in `graph`, an execution of `program`; events are printed as thread.slot.
std::string render(const Finding& finding, const Program& program, const ExecutionGraph& graph);

/// An invariant. Both functions judge a complete execution.
struct Property {
  std::string_view id;  ///< as in the list of invariants: I-01 … ; H-… for lemmas, S-… for the ring
                        ///< of one word a record
  std::string_view title;      ///< what holds, in one sentence
  std::string_view sometimes;  ///< what must be seen for it not to be vacuous, in one sentence
  std::optional<Finding> (*violated)(const RunView&);
  bool (*seen)(const RunView&);
};

/// Every property, in the order in which a violation is named when several are violated.
std::span<const Property* const> all_properties();

/// The property with this id. Errors: InputError that lists the ids.
const Property& find_property(std::string_view id);

}  // namespace ringcheck
