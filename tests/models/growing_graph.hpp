#pragma once
// Graphs that grow one step at a time, as those of an exploration do, but at random.

#include "graph/execution_graph.hpp"
#include "tests/models/random_graph.hpp"

namespace ringcheck::tests {

/// A partial graph that grows: events are issued, addresses become known, reads are resolved,
/// writes placed, read-modify-writes decided. It need not be consistent.
class GrowingGraph {
 public:
  GrowingGraph(Random& random, int threads, int locations);

  /// Makes the graph an extension of itself.
  void grow();

  ExecutionGraph graph;

 private:
  Event access(EventKind kind, ThreadId t, int skip);
  EventNumber issue(const Event& e);
  void issue_anything();
  void issue_conditional(ThreadId t);
  bool finish_operation();
  bool materialise();

  Random& random_;
};

}  // namespace ringcheck::tests
