#pragma once
// Graphs for the tests of graph/, built event by event.

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "graph/execution_graph.hpp"

namespace ringcheck::tests {

inline constexpr std::uint64_t kInitial[] = {0, 5};

/// A graph of two locations and two threads, without events. On the heap, because it is large.
inline std::unique_ptr<ExecutionGraph> two_locations(bool dependencies = false) {
  auto graph = std::make_unique<ExecutionGraph>();
  graph->reset(kInitial, 2, dependencies);
  return graph;
}

/// An event that is not materialised unless it is a fence.
inline Event event(EventId id, EventKind kind, LocId location = kNoLocation) {
  Event e;
  e.id = id;
  e.kind = kind;
  e.location = location;
  e.materialised = kind == EventKind::fence;
  return e;
}

/// A write of a known value.
inline Event write(EventId id, LocId location, std::uint64_t value) {
  Event e = event(id, EventKind::write, location);
  e.value = value;
  e.value_known = true;
  return e;
}

using Numbers = std::vector<EventNumber>;

/// The writes of a location in coherence order, initial one first, walked forwards. Checks that
/// walking back, the positions and the last write agree.
inline Numbers coherence_order(const ExecutionGraph& graph, LocId l) {
  Numbers order;
  for (EventNumber w = l; w != kNoEvent; w = graph[w].co_next) {
    EXPECT_EQ(graph[w].co_position, order.size());
    EXPECT_EQ(graph[w].co_prev, order.empty() ? kNoEvent : order.back());
    order.push_back(w);
  }
  EXPECT_EQ(graph.co_last(l), order.back());
  return order;
}

}  // namespace ringcheck::tests
