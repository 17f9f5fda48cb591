// Events, their names and slots, and coherence order: what is done can be undone.
#include "graph/execution_graph.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "graph/check.hpp"
#include "tests/graph/graphs.hpp"

namespace ringcheck {
namespace {

using ringcheck::tests::coherence_order;
using ringcheck::tests::event;
using ringcheck::tests::kInitial;
using ringcheck::tests::Numbers;
using ringcheck::tests::two_locations;
using ringcheck::tests::write;

TEST(ExecutionGraph, StartsWithTheInitialWrites) {
  const auto graph = two_locations();
  EXPECT_EQ(graph->size(), 2);
  EXPECT_EQ(graph->locations(), 2);
  EXPECT_EQ(graph->threads(), 2);
  for (LocId l = 0; l < 2; ++l) {
    EXPECT_TRUE(graph->is_init(l));
    EXPECT_EQ((*graph)[l].value, kInitial[l]);
    EXPECT_EQ(graph->find({kInitThread, l}), l);
    EXPECT_EQ(coherence_order(*graph, l), Numbers{l});
  }
  EXPECT_EQ(graph->slots(0), 0);
  EXPECT_EQ(graph->at(0, 0), kNoEvent);
}

TEST(ExecutionGraph, NumbersEventsAsTheyComeAndNamesThemByTheirSlots) {
  const auto graph = two_locations();
  graph->reserve_slots(1, 3);
  const EventNumber later = graph->add(event({1, 2}, EventKind::fence));
  const EventNumber earlier = graph->add(event({1, 0}, EventKind::fence));
  const EventNumber other = graph->add(event({0, 0}, EventKind::fence));
  EXPECT_EQ((Numbers{later, earlier, other}), (Numbers{2, 3, 4}));
  EXPECT_EQ(graph->find({1, 2}), later);
  EXPECT_EQ(graph->find({1, 0}), earlier);
  EXPECT_EQ(graph->find({1, 1}), kNoEvent) << "an empty slot";
  EXPECT_EQ(graph->find({1, 3}), kNoEvent) << "a slot that is not reached";
  EXPECT_TRUE(graph->po_before(earlier, later));
  EXPECT_FALSE(graph->po_before(later, earlier));
  EXPECT_FALSE(graph->po_before(earlier, other)) << "of another thread";
  EXPECT_FALSE(graph->po_before(0, 1)) << "initial writes";
}

TEST(ExecutionGraph, ForgetsTheEventAddedLast) {
  const auto graph = two_locations();
  graph->add(event({0, 0}, EventKind::fence));
  const std::string before = graph->canonical();
  graph->add(event({0, 1}, EventKind::fence));
  graph->remove_last();
  EXPECT_EQ(graph->canonical(), before);
  EXPECT_EQ(graph->size(), 3);
  EXPECT_EQ(graph->slots(0), 1);
  EXPECT_EQ(graph->at(0, 1), kNoEvent);
  // Empty slots before it go too.
  graph->add(event({0, 3}, EventKind::fence));
  graph->remove_last();
  EXPECT_EQ(graph->slots(0), 1);
}

TEST(ExecutionGraph, TakesAndForgetsEventsForEver) {
  const auto graph = two_locations();
  for (int i = 0; i <= kMaxEvents; ++i) {
    graph->add(event({0, static_cast<std::uint16_t>(graph->slots(0))}, EventKind::fence));
    graph->remove_last();
  }
}

TEST(ExecutionGraph, RefusesWhatIsBeyondItsCapacities) {
  const auto graph = two_locations();
  graph->add(event({0, 0}, EventKind::fence));
  EXPECT_THROW(graph->add(event({0, 0}, EventKind::fence)), InternalError) << "a slot twice";
  EXPECT_THROW(graph->add(event({2, 0}, EventKind::fence)), InternalError) << "no such thread";
  EXPECT_THROW(graph->reserve_slots(0, kMaxEvents + 1), InternalError);
  const std::vector<std::uint64_t> many(kMaxLocations + 1, 0);
  EXPECT_THROW(graph->reset(many, 2, false), InternalError);
  EXPECT_THROW(graph->reset(kInitial, kMaxThreads + 1, false), InternalError);

  const auto full = two_locations();
  while (full->size() < kMaxEvents)
    full->add(event({0, static_cast<std::uint16_t>(full->slots(0))}, EventKind::fence));
  EXPECT_THROW(full->add(event({1, 0}, EventKind::fence)), InternalError);
  const auto empty = two_locations();
  EXPECT_THROW(empty->remove_last(), InternalError) << "initial writes stay";
}

/// A graph of so many threads, with so many slots each.
ExecutionGraph fences(int threads, int slots) {
  ExecutionGraph graph;
  graph.reset(kInitial, threads, true);
  for (int slot = 0; slot < slots; ++slot)
    for (int t = 0; t < threads; ++t)
      graph.add(
          event({static_cast<ThreadId>(t), static_cast<std::uint16_t>(slot)}, EventKind::fence));
  return graph;
}

TEST(ExecutionGraph, GrowsWithWhatItIsGiven) {
  const ExecutionGraph many_events = fences(2, 5'000);
  EXPECT_EQ(many_events.size(), 10'002);
  EXPECT_EQ(many_events.find({1, 4'999}), 10'001);
  const ExecutionGraph many_threads = fences(250, 3);
  EXPECT_EQ(many_threads.find({249, 2}), 751);
  const std::vector<std::uint64_t> values(1'000, 7);
  ExecutionGraph many_locations;
  many_locations.reset(values, 1, false);
  EXPECT_EQ(many_locations.co_last(999), 999);
  EXPECT_EQ(many_locations.add(event({0, 0}, EventKind::fence)), 1'000);
}

TEST(ExecutionGraph, CopiesAreEqualWhateverWasThereBefore) {
  const std::vector<ExecutionGraph> graphs = {fences(2, 3), fences(2, 400), fences(70, 2)};
  for (const ExecutionGraph& before : graphs)
    for (const ExecutionGraph& graph : graphs) {
      ExecutionGraph copy = before;
      copy = graph;
      EXPECT_EQ(copy.canonical(), graph.canonical());
      copy.add(event({1, static_cast<std::uint16_t>(copy.slots(1))}, EventKind::fence));
      EXPECT_NE(copy.canonical(), graph.canonical());
      copy.remove_last();
      EXPECT_EQ(copy.canonical(), graph.canonical());
    }
}

/// Writes to location 0, each placed after another one: the last column is the order.
struct Placing {
  const char* name;
  std::vector<EventNumber> predecessor;  ///< of writes 2, 3, …
  Numbers order;
};

void PrintTo(const Placing& row, std::ostream* out) {
  *out << row.name;
}

class PlacedWrites : public ::testing::TestWithParam<Placing> {};

TEST_P(PlacedWrites, StandWhereTheyArePlaced) {
  const auto graph = two_locations();
  std::vector<Numbers> before;
  for (const EventNumber predecessor : GetParam().predecessor) {
    const auto slot = static_cast<std::uint16_t>(graph->slots(0));
    const EventNumber w = graph->add(write({0, slot}, 0, slot));
    EXPECT_FALSE((*graph)[w].materialised);
    before.push_back(coherence_order(*graph, 0));
    graph->place_write(w, predecessor);
    EXPECT_TRUE((*graph)[w].materialised);
    EXPECT_TRUE(graph->co_before(predecessor, w));
    EXPECT_FALSE(graph->co_before(w, predecessor));
  }
  EXPECT_EQ(coherence_order(*graph, 0), GetParam().order);
  EXPECT_EQ(coherence_order(*graph, 1), Numbers{1}) << "the other location's";
  for (; !before.empty(); before.pop_back()) {
    const auto last = static_cast<EventNumber>(before.size() + 1);
    graph->unplace_write(last);
    EXPECT_FALSE((*graph)[last].materialised);
    EXPECT_EQ(coherence_order(*graph, 0), before.back());
  }
}

INSTANTIATE_TEST_SUITE_P(
    ExecutionGraph, PlacedWrites,
    ::testing::Values(Placing{"one", {0}, {0, 2}}, Placing{"at_the_end", {0, 2, 3}, {0, 2, 3, 4}},
                      Placing{"at_the_front", {0, 0, 0}, {0, 4, 3, 2}},
                      Placing{"in_between", {0, 2, 2}, {0, 2, 4, 3}},
                      Placing{"all_over", {0, 2, 0, 3, 2}, {0, 4, 2, 6, 3, 5}}),
    ::testing::PrintToStringParamName());

TEST(PlacedWrites, LeaveInAnyOrder) {
  const auto graph = two_locations();
  for (std::uint16_t i = 0; i < 3; ++i) {
    const EventNumber w = graph->add(write({0, i}, 0, i));
    graph->place_write(w, graph->co_last(0));
  }
  graph->unplace_write(3);
  EXPECT_EQ(coherence_order(*graph, 0), (Numbers{0, 2, 4}));
  graph->unplace_write(2);
  EXPECT_EQ(coherence_order(*graph, 0), (Numbers{0, 4}));
  graph->place_write(3, 0);
  EXPECT_EQ(coherence_order(*graph, 0), (Numbers{0, 3, 4}));
}

}  // namespace
}  // namespace ringcheck
