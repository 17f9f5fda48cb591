// Copies, and the text that says whether two graphs are the same execution.
#include "graph/execution_graph.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tests/graph/graphs.hpp"

namespace ringcheck {
namespace {

using ringcheck::tests::coherence_order;
using ringcheck::tests::event;
using ringcheck::tests::two_locations;
using ringcheck::tests::write;

/// Two writes to location 0 and a read of it by another thread, with a dependency.
std::unique_ptr<ExecutionGraph> sample() {
  auto graph = two_locations(true);
  const EventNumber first = graph->add(write({0, 0}, 0, 1));
  const EventNumber second = graph->add(write({0, 1}, 0, 2));
  const EventNumber read = graph->add(event({1, 0}, EventKind::read, 0));
  const EventNumber last = graph->add(write({1, 1}, 1, 2));
  graph->dependencies(last).data.set(read);
  graph->place_write(first, 0);
  graph->place_write(second, first);
  graph->place_write(last, 1);
  graph->resolve_read(read, second);
  return graph;
}

TEST(ExecutionGraph, ACopyIsEqualAndIndependent) {
  const auto graph = sample();
  ExecutionGraph copy = *graph;
  EXPECT_EQ(copy.canonical(), graph->canonical());
  EXPECT_EQ(coherence_order(copy, 0), coherence_order(*graph, 0));
  EXPECT_EQ(copy.tracks_dependencies(), true);
  EXPECT_EQ(copy.dependencies(5).data, graph->dependencies(5).data);
  EXPECT_EQ(copy.find({1, 1}), graph->find({1, 1}));

  const std::string before = graph->canonical();
  copy.unresolve_read(4);
  copy.resolve_read(4, 2);
  copy.add(event({0, 2}, EventKind::fence));
  EXPECT_EQ(graph->canonical(), before);
  EXPECT_EQ(graph->slots(0), 2);

  // A smaller graph copied over a larger one leaves nothing of it.
  copy = *two_locations();
  EXPECT_EQ(copy.canonical(), two_locations()->canonical());
  EXPECT_EQ(copy.at(1, 0), kNoEvent);
  const ExecutionGraph& self = copy;
  copy = self;
  EXPECT_EQ(copy.canonical(), two_locations()->canonical());
}

/// The same events and edges as sample(), which entered the graph in another order.
std::unique_ptr<ExecutionGraph> sample_in_another_order() {
  auto graph = two_locations();
  graph->reserve_slots(0, 2);
  const EventNumber second = graph->add(write({0, 1}, 0, 2));
  const EventNumber read = graph->add(event({1, 0}, EventKind::read, 0));
  graph->place_write(second, 0);
  graph->resolve_read(read, second);
  const EventNumber last = graph->add(write({1, 1}, 1, 2));
  graph->place_write(last, 1);
  const EventNumber first = graph->add(write({0, 0}, 0, 1));
  graph->place_write(first, 0);
  return graph;
}

TEST(Canonical, DoesNotDependOnTheOrderInWhichEventsCame) {
  EXPECT_EQ(sample()->canonical(), sample_in_another_order()->canonical());
}

struct Change {
  const char* name;
  std::function<void(ExecutionGraph&)> apply;
};

TEST(Canonical, TellsGraphsApart) {
  const Change changes[] = {
      {"another rf",
       [](ExecutionGraph& graph) {
         graph.unresolve_read(4);
         graph.resolve_read(4, 2);
       }},
      {"rf from the initial write of the same value",
       [](ExecutionGraph& graph) {
         graph.unresolve_read(4);
         graph.event(0).value = 2;
         graph.resolve_read(4, 0);
       }},
      {"no rf", [](ExecutionGraph& graph) { graph.unresolve_read(4); }},
      {"another co",
       [](ExecutionGraph& graph) {
         graph.unplace_write(3);
         graph.place_write(3, 0);
       }},
      {"a write without a place", [](ExecutionGraph& graph) { graph.unplace_write(5); }},
      {"another value", [](ExecutionGraph& graph) { graph.event(5).value = 3; }},
      {"another location", [](ExecutionGraph& graph) { graph.event(5).location = 0; }},
      {"another kind", [](ExecutionGraph& graph) { graph.event(5).kind = EventKind::choice; }},
      {"one more event",
       [](ExecutionGraph& graph) {
         graph.add(event({1, 2}, EventKind::fence));
       }},
      {"one more event of another thread",
       [](ExecutionGraph& graph) {
         graph.add(event({0, 2}, EventKind::fence));
       }},
      {"one more event, a slot later",
       [](ExecutionGraph& graph) {
         graph.add(event({0, 3}, EventKind::fence));
       }},
  };
  std::vector<std::string> texts = {sample()->canonical()};
  for (const Change& change : changes) {
    const auto graph = sample();
    change.apply(*graph);
    const std::string text = graph->canonical();
    for (const std::string& other : texts) EXPECT_NE(text, other) << change.name;
    texts.push_back(text);
  }
}

}  // namespace
}  // namespace ringcheck
