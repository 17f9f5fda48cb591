// Shortest cycles on the classic shapes, built by hand.
#include "graph/cycle.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace ringcheck {
namespace {

EventNumber add(ExecutionGraph& graph, ThreadId t, EventKind kind, LocId location,
                std::uint64_t value) {
  Event event;
  event.id = {t, static_cast<std::uint16_t>(graph.slots(t))};
  event.kind = kind;
  event.location = location;
  event.value = value;
  event.value_known = kind == EventKind::write;
  return graph.add(event);
}

std::string kinds(const std::vector<Edge>& cycle) {
  std::string text;
  for (const Edge& edge : cycle) text += std::string(name_of(edge.kind)) + " ";
  return text;
}

/// Message passing over x (location 0) and y (location 1); the reader reads y = 1 and then x.
ExecutionGraph message_passing(bool stale) {
  ExecutionGraph graph;
  const std::uint64_t initial[] = {0, 0};
  graph.reset(initial, 2, false);
  const EventNumber wx = add(graph, 0, EventKind::write, 0, 1);
  const EventNumber wy = add(graph, 0, EventKind::write, 1, 1);
  const EventNumber ry = add(graph, 1, EventKind::read, 1, 0);
  const EventNumber rx = add(graph, 1, EventKind::read, 0, 0);
  graph.place_write(wx, 0);
  graph.place_write(wy, 1);
  graph.resolve_read(ry, wy);
  graph.resolve_read(rx, stale ? EventNumber{0} : wx);
  return graph;
}

TEST(Cycle, MessagePassing) {
  EXPECT_EQ(kinds(shortest_sc_cycle(message_passing(true))), "po rf po fr ");
  EXPECT_EQ(kinds(shortest_sc_cycle(message_passing(false))), "");
}

TEST(Cycle, CoherenceViolationIsShorterThanWhatItStandsIn) {
  ExecutionGraph graph;
  const std::uint64_t initial[] = {0};
  graph.reset(initial, 1, false);
  const EventNumber w = add(graph, 0, EventKind::write, 0, 1);
  const EventNumber r = add(graph, 0, EventKind::read, 0, 0);
  graph.place_write(w, 0);
  graph.resolve_read(r, 0);
  EXPECT_EQ(kinds(shortest_sc_cycle(graph)), "po fr ");
}

TEST(Cycle, LoadBuffering) {
  ExecutionGraph graph;
  const std::uint64_t initial[] = {0, 0};
  graph.reset(initial, 2, false);
  const EventNumber rx = add(graph, 0, EventKind::read, 0, 0);
  const EventNumber wy = add(graph, 0, EventKind::write, 1, 1);
  const EventNumber ry = add(graph, 1, EventKind::read, 1, 0);
  const EventNumber wx = add(graph, 1, EventKind::write, 0, 1);
  graph.place_write(wy, 1);
  graph.place_write(wx, 0);
  graph.resolve_read(rx, wx);
  graph.resolve_read(ry, wy);
  EXPECT_EQ(kinds(shortest_sc_cycle(graph)), "po rf po rf ");
}

}  // namespace
}  // namespace ringcheck
