#pragma once
// Sums over executions, for somebody who need not see each of them.

#include <cstdint>
#include <functional>
#include <span>

#include "graph/execution_graph.hpp"

namespace ringcheck {

/// What a visitor of executions adds up, so that executions can be counted for it.
struct Sums {
  /// The first: executions that each have to be looked at. The others: executions of which
  /// something holds that follows from what the observer remembers of them (StateObserver) and from
  /// how they end.
  std::span<std::uint64_t> numbers;
  /// Called with the graph of a state whose executions are counted: it is a part of all of them.
  std::function<void(const ExecutionGraph&)> see_part{};
  /// For each of several things, what the first execution that tells of it tells; 0: none has yet.
  /// A part of a search sets these as if nothing came before it.
  std::span<std::uint32_t> firsts{};
};

}  // namespace ringcheck
