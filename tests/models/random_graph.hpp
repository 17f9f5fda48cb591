#pragma once
// Random execution graphs: complete or partial, consistent with no model in particular.

#include <random>

#include "graph/execution_graph.hpp"

namespace ringcheck::tests {

using Random = std::mt19937;

/// A number in [0, n).
inline int below(Random& random, int n) {
  return static_cast<int>(random() % static_cast<unsigned>(n));
}
inline bool chance(Random& random, int percent) {
  return below(random, 100) < percent;
}

struct GraphShape {
  int events = 12;
  int threads = 3;
  int locations = 2;
  int open_percent =
      0;  ///< how many accesses are not materialised, and how many have no address yet
};

/// Adds random events with random tags, dependencies, read-modify-writes, rf and co.
ExecutionGraph random_graph(Random& random, const GraphShape& shape);

}  // namespace ringcheck::tests
