#pragma once
// What executions are added up in, by somebody who need not see each of them.

#include <cstdint>
#include <functional>
#include <span>

#include "graph/execution_graph.hpp"

namespace ringcheck {

/// What somebody who takes in executions adds up, so that executions can be counted for them.
struct Sums {
  /// The first: executions that have to be looked at each. The others: executions of which something
  /// is true that is said by what the observer remembers of them (StateObserver) and by how they end.
  std::span<std::uint64_t> numbers;
  /// Called with the graph of a state whose executions are counted: it is a part of all of them.
  std::function<void(const ExecutionGraph&)> see_part{};
  /// Of each of several things, what the first execution that tells of it tells; 0: none has yet. A
  /// part of a search sets these as if nothing came before it.
  std::span<std::uint32_t> firsts{};
};

}  // namespace ringcheck
