// Breadth-first search for a shortest cycle through each event.
// Po edges are all of program order, not only neighbours, so a shortest cycle visits a thread at
// most twice. Tested by tests/graph/cycle_test.cpp.
#include "graph/cycle.hpp"

#include <algorithm>
#include <optional>

namespace ringcheck {

namespace {

bool is_access(const Event& e) {
  return e.kind == EventKind::read || e.kind == EventKind::write;
}

/// The edge from `a` to `b`, communication before program order.
std::optional<EdgeKind> edge(const ExecutionGraph& g, EventNumber a, EventNumber b) {
  const Event& from = g[a];
  const Event& to = g[b];
  if (a == b || !is_access(from) || !is_access(to) || !from.materialised || !to.materialised)
    return std::nullopt;
  if (from.location == to.location) {
    const bool reads = to.kind == EventKind::read;
    if (from.kind == EventKind::write) {
      if (reads && to.rf == a) return EdgeKind::rf;
      if (!reads && g.co_before(a, b)) return EdgeKind::co;
    } else if (!reads && g.co_before(from.rf, b)) {
      return EdgeKind::fr;
    }
  }
  if (g.po_before(a, b)) return EdgeKind::po;
  return std::nullopt;
}

/// A shortest cycle through `start` of fewer than `limit` edges, or empty.
std::vector<Edge> cycle_through(const ExecutionGraph& g, EventNumber start, std::size_t limit) {
  const auto n = static_cast<std::size_t>(g.size());
  std::vector<EventNumber> parent(n, kNoEvent);
  std::vector<EventNumber> frontier{start};
  for (std::size_t length = 1; length < limit && !frontier.empty(); ++length) {
    std::vector<EventNumber> next;
    for (const EventNumber a : frontier) {
      for (std::size_t i = 0; i < n; ++i) {
        const auto b = static_cast<EventNumber>(i);
        const auto kind = edge(g, a, b);
        if (!kind) continue;
        if (b == start) {
          std::vector<Edge> cycle{{a, b, *kind}};
          for (EventNumber to = a; to != start; to = parent[to])
            cycle.push_back({parent[to], to, *edge(g, parent[to], to)});
          std::ranges::reverse(cycle);
          return cycle;
        }
        if (parent[b] != kNoEvent) continue;
        parent[b] = a;
        next.push_back(b);
      }
    }
    frontier = std::move(next);
  }
  return {};
}

}  // namespace

const char* name_of(EdgeKind kind) {
  switch (kind) {
    case EdgeKind::po:
      return "po";
    case EdgeKind::rf:
      return "rf";
    case EdgeKind::co:
      return "co";
    case EdgeKind::fr:
      return "fr";
  }
  return "";
}

std::vector<Edge> shortest_sc_cycle(const ExecutionGraph& graph) {
  std::vector<Edge> best;
  for (int e = 0; e < graph.size(); ++e) {
    const std::size_t limit =
        best.empty() ? static_cast<std::size_t>(graph.size()) + 1 : best.size();
    auto cycle = cycle_through(graph, static_cast<EventNumber>(e), limit);
    if (!cycle.empty()) best = std::move(cycle);
  }
  return best;
}

}  // namespace ringcheck
