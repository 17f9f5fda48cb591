#pragma once
// TruSt: exploration by revisits, for models in which po ∪ rf is acyclic. It checks forward
// exploration independently: the two share graphs and thread code, but neither search nor pruning.

#include <cstdint>
#include <functional>

#include "explore/program.hpp"
#include "graph/execution_graph.hpp"
#include "models/model.hpp"

namespace ringcheck {

/// What a search by revisits did.
struct TrustCounts {
  std::uint64_t complete = 0;
  std::uint64_t blocked = 0;
  std::uint64_t graphs = 0;    ///< consistent ones that were visited
  std::uint64_t revisits = 0;  ///< of them, by a revisit
};

/// Calls `visit(graph, blocked)` for each execution of `program` under `model`. For tests: each
/// step copies, and asks for the consistency of the whole graph.
/// Pre: model.dependence() is program_order; the program reaches no bound.
/// Source: Kokologiannakis, Marmanis, Gladstein, Vafeiadis, "Truly stateless, optimal dynamic
/// partial order reduction", POPL 2022, Algorithm 1. Deviations: the write of a read-modify-write
/// is always the next event after its read; a thread at a false assume, or at an await that has
/// read another value, has no next event; a choice is deleted by revisits from its value 0 only.
TrustCounts explore_by_revisits(const Program& program, const Model& model,
                                const std::function<void(const ExecutionGraph&, bool)>& visit);

}  // namespace ringcheck
