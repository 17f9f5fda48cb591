#pragma once
// The events of a graph, one after another.

#include <array>
#include <cstddef>

#include "graph/execution_graph.hpp"
#include "models/counter_row.hpp"

namespace ringcheck {

/// Walks the materialised events of a graph in an order that respects po and rf.
class PorfOrder {
 public:
  explicit PorfOrder(const ExecutionGraph& graph) : graph_(graph) {}

  /// Calls `visit(e)` for each event until it returns false. Returns true iff every event was
  /// visited and admitted; false too when po ∪ rf has a cycle.
  template <class Visit>
  bool all(Visit&& visit) {
    bool progress = true;
    bool left = true;
    while (progress && left) {
      progress = left = false;
      for (int t = 0; t < graph_.threads(); ++t) {
        for (int& slot = next_[static_cast<std::size_t>(t)];
             slot < graph_.slots(static_cast<ThreadId>(t)); ++slot) {
          const EventNumber e = graph_.at(static_cast<ThreadId>(t), slot);
          if (e == kNoEvent || !graph_[e].materialised) continue;
          if (graph_[e].kind == EventKind::read && !visited(graph_[e].rf)) {
            left = true;
            break;
          }
          if (!visit(e)) return false;
          progress = true;
        }
      }
    }
    return !left;
  }

 private:
  [[nodiscard]] bool visited(EventNumber w) const {
    return graph_.is_init(w) || graph_[w].id.index < next_[graph_[w].id.thread];
  }

  const ExecutionGraph& graph_;
  std::array<int, kFastThreads> next_{};
};

}  // namespace ringcheck
