// Questions that are answered without a model, and those that are left to it.
#include "models/buffered_order.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "models/cat_checker.hpp"
#include "models/model_data.hpp"
#include "tests/models/graph_builder.hpp"
#include "tests/models/growing_graph.hpp"

namespace ringcheck {
namespace {

using namespace ringcheck::tests;

constexpr LocId kX = 0;
constexpr LocId kY = 1;

enum class Says { yes, no, nothing };

Says says(std::optional<bool> answer) {
  if (!answer) return Says::nothing;
  return *answer ? Says::yes : Says::no;
}

struct Row {
  std::string name;
  std::function<Extension(GraphBuilder&)> build;
  Says passing;  ///< if reads may pass writes
  Says none;     ///< if they may not
};

/// Each thread writes one location and reads the other; the last read is asked about.
Extension store_buffering(GraphBuilder& graph, bool fences) {
  const EventNumber x = graph.write(0, kX);
  if (fences) graph.fence(0, Tag::mb);
  graph.rf(kY, graph.read(0, kY));
  const EventNumber y = graph.write(1, kY);
  if (fences) graph.fence(1, Tag::mb);
  graph.co(kX, x);
  graph.co(kY, y);
  return {.read = graph.read(1, kX), .write = kX};
}

/// Thread 0 writes x, then y. Thread 1 reads y from it, and then x as it was before.
Extension message_passing(GraphBuilder& graph, TagSet write, TagSet read) {
  const EventNumber x = graph.write(0, kX);
  const EventNumber y = graph.write(0, kY, write);
  graph.co(kX, x);
  graph.co(kY, y);
  graph.rf(y, graph.read(1, kY, read));
  return {.read = graph.read(1, kX), .write = kX};
}

/// Each thread reads one location and then writes the other; the last read is asked about.
Extension load_buffering(GraphBuilder& graph) {
  const EventNumber r = graph.read(0, kX);
  const EventNumber y = graph.write(0, kY);
  graph.co(kY, y);
  graph.rf(y, graph.read(1, kY));
  const EventNumber x = graph.write(1, kX);
  graph.co(kX, x);
  return {.read = r, .write = x};
}

/// Thread 0 writes x and reads it: from the initial write.
Extension past_its_own_write(GraphBuilder& graph) {
  const EventNumber x = graph.write(0, kX);
  graph.co(kX, x);
  return {.read = graph.read(0, kX), .write = kX};
}

/// The write to be placed is one that its thread has read past.
Extension below_its_own_read(GraphBuilder& graph) {
  const EventNumber x = graph.write(0, kX);
  graph.rf(kX, graph.read(0, kX));
  return {.write = x, .predecessor = kX};
}

/// Thread 1 writes x between the read and the write of thread 0's operation.
Extension into_an_operation(GraphBuilder& graph) {
  const EventNumber r = graph.read(0, kX);
  const EventNumber w = graph.write(0, kX);
  graph.rmw(r, w);
  graph.rf(kX, r);
  graph.co(kX, w);
  return {.write = graph.write(1, kX), .predecessor = kX};
}

const Row kRows[] = {
    {"store_buffering", [](auto& g) { return store_buffering(g, false); }, Says::yes,
     Says::nothing},
    {"store_buffering_with_fences", [](auto& g) { return store_buffering(g, true); }, Says::nothing,
     Says::nothing},
    {"message_passing", [](auto& g) { return message_passing(g, {Tag::once}, {Tag::once}); },
     Says::nothing, Says::nothing},
    {"message_passing_by_release",
     [](auto& g) { return message_passing(g, {Tag::release}, {Tag::once}); }, Says::nothing,
     Says::nothing},
    {"message_passing_by_release_and_acquire",
     [](auto& g) { return message_passing(g, {Tag::release}, {Tag::acquire}); }, Says::no,
     Says::no},
    {"load_buffering", load_buffering, Says::nothing, Says::nothing},
    {"a_read_past_its_own_write", past_its_own_write, Says::no, Says::no},
    {"a_write_below_its_own_read", below_its_own_read, Says::no, Says::no},
    {"a_write_into_an_operation", into_an_operation, Says::nothing, Says::nothing},
};

class Buffered : public ::testing::TestWithParam<Row> {};

TEST_P(Buffered, Says) {
  const auto answer = [](PassingReads passing) {
    GraphBuilder graph(2);
    const Extension extension = GetParam().build(graph);
    BufferedOrder<1> order(passing);
    order.prepare(graph.graph());
    return says(order.answer(graph.graph(), extension));
  };
  EXPECT_EQ(answer(TagSet{Tag::once}), GetParam().passing);
  EXPECT_EQ(answer({}), GetParam().none);
}

INSTANTIATE_TEST_SUITE_P(Models, Buffered, ::testing::ValuesIn(kRows),
                         [](const auto& row) { return row.param.name; });

TEST(Buffered, SufficesForNoModelOfAUser) {
  EXPECT_FALSE(model_of_text("mine", "acyclic po | rf | co | fr", ModelWords::linux_kernel)
                   .data()
                   .order_suffices);
}

TEST(Buffered, AnswersAreThoseOfEachModel) {
  for (const std::string_view name : model_names()) {
    SCOPED_TRACE(std::string(name));
    const Model model = find_model(name);
    if (!model.data().order_suffices) continue;
    CatChecker plain(model, Evaluating::all);
    BufferedOrder<1> order(model.data().passing_reads);
    Random random(31);
    std::array<int, 3> given{};
    for (int i = 0; i < 4000; ++i) {
      ExecutionGraph graph = random_graph(random, {.events = 4 + below(random, 10),
                                                   .locations = 1 + below(random, 3),
                                                   .open_percent = 10 * below(random, 4)});
      GrowingGraph growing(random, 3, 3);
      const int steps = below(random, 60);
      for (int step = 0; step < steps; ++step) growing.grow();
      if (i % 2 == 1) graph = growing.graph;
      order.prepare(graph);
      plain.prepare({}, graph);
      const auto hold = [&](const Extension& extension, bool expected) {
        const auto answer = order.answer(graph, extension);
        ++given[static_cast<std::size_t>(says(answer))];
        if (answer) {
          EXPECT_EQ(*answer, expected) << extension.read << ' ' << extension.write << ' '
                                       << extension.predecessor << ' ' << graph.canonical();
        }
      };
      const bool consistent = plain.consistent(graph);
      hold({}, consistent);
      if (!consistent) continue;
      for (int n = graph.locations(); n < graph.size(); ++n) {
        const auto e = static_cast<EventNumber>(n);
        const Event event = graph[e];
        if (event.materialised || event.location == kNoLocation) continue;
        for (EventNumber w = event.location; w != kNoEvent; w = graph[w].co_next)
          if (event.kind == EventKind::read)
            hold({.read = e, .write = w}, plain.admits_read({}, graph, e, w));
          else
            hold({.write = e, .predecessor = w}, plain.admits_write({}, graph, e, w));
      }
      if (::testing::Test::HasFailure()) return;
    }
    EXPECT_GT(given[static_cast<std::size_t>(Says::yes)], 3000);
    EXPECT_GT(given[static_cast<std::size_t>(Says::no)], 1000);
    EXPECT_GT(given[static_cast<std::size_t>(Says::nothing)], 300);
  }
}

}  // namespace
}  // namespace ringcheck
