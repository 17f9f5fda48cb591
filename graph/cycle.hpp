#pragma once
// Cycles of program order and communication: what makes an execution weaker than any interleaving.

#include <cstdint>
#include <vector>

#include "graph/execution_graph.hpp"

namespace ringcheck {

/// An edge of a complete graph: program order, reads-from, coherence, from-reads (rf⁻¹ ; co).
enum class EdgeKind : std::uint8_t { po, rf, co, fr };

/// The field's name of an edge: "po", "rf", "co", "fr".
const char* name_of(EdgeKind kind);

/// An edge from one event to another.
struct Edge {
  EventNumber from = kNoEvent;
  EventNumber to = kNoEvent;
  EdgeKind kind = EdgeKind::po;
};

/// A shortest cycle of po ∪ rf ∪ co ∪ fr in `graph`; empty when there is none, that is, when some
/// interleaving of the threads shows the execution (Shasha and Snir, TOPLAS 1988). Of several
/// shortest ones, the one that starts at the least event number. Fences and choices take no part.
std::vector<Edge> shortest_sc_cycle(const ExecutionGraph& graph);

}  // namespace ringcheck
