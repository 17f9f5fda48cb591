#pragma once
// Monitor: a property judged while an execution happens on an operational machine, step by step.

#include <cstdint>
#include <span>

#include "graph/execution_graph.hpp"
#include "properties/property.hpp"

namespace ringcheck {

/// A property as an automaton over the accesses of a machine with one memory, in the order of
/// StateObserver::performed. On each complete execution it answers as Property::violated and
/// Property::seen do. What it remembers is a part of the states that a search for verdicts tells
/// apart: the less, the faster.
struct Monitor {
  const Property* property;
  std::size_t words;  ///< that it remembers; 0 at the start
  /// Takes in the access or choice `e`.
  void (*step)(const ScenarioProgram&, const ExecutionGraph&, EventNumber e,
               std::span<std::uint64_t>);
  /// Of a complete execution.
  bool (*violated)(std::span<const std::uint64_t>);
  bool (*seen)(std::span<const std::uint64_t>);
};

/// The monitor of `property`; null if there is none.
const Monitor* monitor_of(const Property& property);

}  // namespace ringcheck
