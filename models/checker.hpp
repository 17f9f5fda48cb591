#pragma once
// What exploration needs from a memory model.

#include <concepts>
#include <cstdint>

#include "graph/execution_graph.hpp"

namespace ringcheck {

/// Which events of its own thread an event cannot do without (exploration.md, "hard dependency").
enum class Dependence : std::uint8_t {
  program_order,  ///< all that is po-before (SC, TSO, RC11: po ∪ rf is acyclic)
  syntactic,  ///< address, data and control sources only (Armv8, LKMM: load buffering is allowed)
};

/// A consistency checker: decides whether an execution graph may be extended by one rf edge or by
/// one write's place in coherence order.
///
/// The explorer calls `start` on the graph of initial writes, `commit` after each event that has
/// been materialised (for Dependence::program_order: in program order within a thread), `prepare`
/// before it asks a batch of `admits_*` questions about one graph, and copies `State` along with
/// the graph. `admits_*` may change the graph but must restore it. A checker may also have
/// `refuses_earlier(state, graph, r, w)`, for use after it has refused that `r` reads from `w`:
/// true if it refuses every write before `w` in coherence order too.
///
/// A partial graph holds issued events that are not materialised: they have no rf or no place in
/// co, and perhaps no location. They will take part in every completion, so a checker may use their
/// po edges.
template <class C>
concept ConsistencyChecker = std::copyable<typename C::State> &&
    requires(C checker, typename C::State state, const typename C::State& known,
             ExecutionGraph graph, EventNumber e) {
  checker.start(state, graph);
  checker.prepare(known, graph);
  /// Is the graph in which unresolved read e reads from materialised write e consistent?
  { checker.admits_read(known, graph, e, e) } -> std::same_as<bool>;
  /// Is the graph in which write e stands right after materialised write e consistent?
  { checker.admits_write(known, graph, e, e) } -> std::same_as<bool>;
  checker.commit(state, graph, e);
  /// Is the graph as it stands consistent? Computed from nothing but the graph.
  { checker.consistent(graph) } -> std::same_as<bool>;
};

}  // namespace ringcheck
