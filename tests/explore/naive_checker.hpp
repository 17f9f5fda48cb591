#pragma once
// A consistency checker made from a hand-written axiom, to test the explorer apart from the models.

#include "graph/execution_graph.hpp"
#include "models/checker.hpp"

namespace ringcheck {

/// Asks the axiom about the whole graph each time. Pre: the axiom looks at materialised events
/// only.
template <bool (*Axiom)(const ExecutionGraph&)>
struct NaiveChecker {
  struct State {};

  void start(State&, const ExecutionGraph&) {}
  void prepare(const State&, const ExecutionGraph&) {}
  void commit(State&, const ExecutionGraph&, EventNumber) {}
  bool admits_read(const State&, ExecutionGraph& graph, EventNumber r, EventNumber w) {
    graph.resolve_read(r, w);
    const bool result = Axiom(graph);
    graph.unresolve_read(r);
    return result;
  }
  bool admits_write(const State&, ExecutionGraph& graph, EventNumber w, EventNumber predecessor) {
    graph.place_write(w, predecessor);
    const bool result = Axiom(graph);
    graph.unplace_write(w);
    return result;
  }
  bool consistent(const ExecutionGraph& graph) { return Axiom(graph); }
};

}  // namespace ringcheck
