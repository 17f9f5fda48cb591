// Graphs whose threads have an order, and graphs whose threads have none.
#include "models/thread_order.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "tests/models/graph_builder.hpp"

namespace ringcheck {
namespace {

using tests::GraphBuilder;

constexpr LocId kX = 0;
constexpr LocId kY = 1;

struct Row {
  std::string name;
  std::function<Extension(GraphBuilder&)> build;
  bool ordered;
};

/// Message passing: thread 0 writes x, then y; thread 1 reads y from it, then x, which is open.
/// The question is whether the read sees x as it was before, or from thread 0.
Extension message_passing(GraphBuilder& graph, bool initial) {
  const EventNumber x = graph.write(0, kX);
  const EventNumber y = graph.write(0, kY);
  graph.co(kX, x);
  graph.co(kY, y);
  graph.rf(y, graph.read(1, kY));
  return {.read = graph.read(1, kX), .write = initial ? EventNumber{kX} : x};
}

/// Thread 0 writes x twice and reads it in between: from the write with this number.
Extension own_read(GraphBuilder& graph, int source) {
  const EventNumber first = graph.write(0, kX);
  const EventNumber read = graph.read(0, kX);
  const EventNumber second = graph.write(0, kX);
  graph.co(kX, first);
  graph.co(first, second);
  const EventNumber writes[] = {kX, first, second};
  return {.read = read, .write = writes[source]};
}

/// Thread 0 has `tags` as fences.
Extension fences(GraphBuilder& graph, std::initializer_list<Tag> tags) {
  for (const Tag tag : tags) graph.fence(0, tag);
  return {};
}

/// Threads 0 and 1 write x and y, x in this order. The question is whether y in the other order.
Extension two_writers(GraphBuilder& graph, bool crossed) {
  const EventNumber x0 = graph.write(0, kX);
  const EventNumber y0 = graph.write(0, kY);
  const EventNumber x1 = graph.write(1, kX);
  const EventNumber y1 = graph.write(1, kY);
  graph.co(kX, x0);
  graph.co(x0, x1);
  graph.co(kY, y0);
  return {.write = y1, .predecessor = crossed ? EventNumber{kY} : y0};
}

const Row kRows[] = {
    {"reads_what_was_written_before", [](auto& g) { return message_passing(g, false); }, true},
    {"reads_what_was_written_after_it", [](auto& g) { return message_passing(g, true); }, false},
    {"reads_its_own_last_write", [](auto& g) { return own_read(g, 1); }, true},
    {"reads_past_its_own_last_write", [](auto& g) { return own_read(g, 0); }, false},
    {"reads_its_own_next_write", [](auto& g) { return own_read(g, 2); }, false},
    {"writes_in_one_order", [](auto& g) { return two_writers(g, false); }, true},
    {"writes_in_two_orders", [](auto& g) { return two_writers(g, true); }, false},
    {"a_critical_section",
     [](auto& g) {
       return fences(g, {Tag::rcu_lock, Tag::rcu_unlock});
     },
     true},
    {"a_grace_period", [](auto& g) { return fences(g, {Tag::sync_rcu}); }, true},
    {"a_grace_period_in_a_critical_section",
     [](auto& g) {
       return fences(g, {Tag::rcu_lock, Tag::sync_rcu, Tag::rcu_unlock});
     },
     false},
};

class ThreadOrder : public ::testing::TestWithParam<Row> {};

TEST_P(ThreadOrder, IsSeen) {
  GraphBuilder graph(2);
  const Extension extension = GetParam().build(graph);
  EXPECT_EQ(ordered_by_thread(graph.graph(), extension), GetParam().ordered);
}

INSTANTIATE_TEST_SUITE_P(Models, ThreadOrder, ::testing::ValuesIn(kRows),
                         [](const auto& row) { return row.param.name; });

}  // namespace
}  // namespace ringcheck
