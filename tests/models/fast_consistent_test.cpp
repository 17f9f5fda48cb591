// Whole graphs, most of them inconsistent, some with a cycle of program order and reads-from: the
// hand-written checkers' consistent() against the models' texts and the axioms as their papers
// write them.
#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "models/cat_checker.hpp"
#include "models/fast_rc11.hpp"
#include "models/fast_sc.hpp"
#include "models/fast_tso.hpp"
#include "tests/models/fast_random_graph.hpp"
#include "tests/models/fast_reference.hpp"

namespace ringcheck {
namespace {

/// Grows a graph in which every write is read from, and every place taken, whatever the models say;
/// then lets a few loads read from other writes, also from ones that come later.
ExecutionGraph any_graph(const RandomShape& shape, std::uint64_t seed, int mixed_percent) {
  RandomGraph random(shape, seed);
  random.grow([](EventNumber, const std::vector<EventNumber>& targets) { return targets; },
              [](EventNumber) {});
  ExecutionGraph graph = random.graph();
  std::mt19937_64 numbers(seed);
  for (int e = graph.locations(); e < graph.size(); ++e) {
    Event& read = graph.event(static_cast<EventNumber>(e));
    if (read.kind != EventKind::read || !read.materialised || read.compare != Compare::none ||
        read.claim != Claim::none || numbers() % 100 >= static_cast<unsigned>(mixed_percent))
      continue;
    std::vector<EventNumber> writes;
    for (EventNumber w = read.location; w != kNoEvent; w = graph[w].co_next) writes.push_back(w);
    read.rf = writes[numbers() % writes.size()];
    read.value = graph[read.rf].value;
  }
  return graph;
}

template <class Checker>
void check_graphs(const RandomShape& shape, int mixed_percent, std::string_view model,
                  bool (*reference)(const ExecutionGraph&)) {
  Checker checker;
  CatChecker text(find_model(model));
  int consistent = 0;
  constexpr int kCount = 1500;
  for (int i = 0; i < kCount; ++i) {
    const ExecutionGraph graph = any_graph(shape, static_cast<std::uint64_t>(i), mixed_percent);
    const bool expected = reference(graph);
    ASSERT_EQ(checker.consistent(graph), expected) << "seed " << i << ": " << graph.canonical();
    ASSERT_EQ(text.consistent(graph), expected) << "seed " << i << ": " << graph.canonical();
    consistent += expected ? 1 : 0;
  }
  EXPECT_GT(consistent, 0);
  EXPECT_LT(consistent, kCount);
}

void check_all_models(const RandomShape& shape, int mixed_percent) {
  check_graphs<ScChecker>(shape, mixed_percent, "sc", reference::sc);
  check_graphs<TsoChecker>(shape, mixed_percent, "x86-tso", reference::tso);
  check_graphs<Rc11Checker>(shape, mixed_percent, "rc11", reference::rc11);
}

TEST(FastConsistent, agrees_on_small_graphs) {
  check_all_models({.threads = 2, .locations = 2, .events = 15}, 40);
}
TEST(FastConsistent, agrees_on_many_threads) {
  check_all_models({.threads = 4, .locations = 4, .events = 20}, 30);
}
TEST(FastConsistent, agrees_with_fences) {
  check_all_models({.threads = 3, .locations = 2, .events = 18, .fence_percent = 40}, 40);
}
TEST(FastConsistent, agrees_with_read_modify_writes) {
  check_all_models({.threads = 3, .locations = 2, .events = 16, .rmw_percent = 50}, 40);
}

/// Adds an event po-last in thread `t`.
EventNumber add(ExecutionGraph& graph, ThreadId t, EventKind kind, LocId location, TagSet tags) {
  Event event;
  event.id = {t, static_cast<std::uint16_t>(graph.slots(t))};
  event.kind = kind;
  event.location = location;
  event.tags = tags;
  return graph.add(event);
}

// Two release sequences meet in a read-modify-write: to acquire its write is to come after both.
//   x = 1; release z = 1  ||  r = z (RMW, reads 1); release z = 2, after y = 1  ||  acquire z
//   (reads 2); x; y
TEST(FastConsistent, release_sequences_meet_in_a_read_modify_write) {
  constexpr LocId kX = 0;
  constexpr LocId kY = 1;
  constexpr LocId kZ = 2;
  for (const LocId stale : {kX, kY}) {
    ExecutionGraph graph;
    graph.reset(std::vector<std::uint64_t>(3), 3, false);
    Rc11Checker checker;
    Rc11Checker::State state;
    checker.start(state, graph);
    const auto place = [&](EventNumber w) {
      graph.place_write(w, graph.co_last(graph[w].location));
      checker.commit(state, graph, w);
    };
    const auto resolve = [&](EventNumber r, EventNumber w) {
      graph.resolve_read(r, w);
      checker.commit(state, graph, r);
    };
    place(add(graph, 0, EventKind::write, kX, {Tag::once}));
    const EventNumber head = add(graph, 0, EventKind::write, kZ, {Tag::release});
    place(head);
    place(add(graph, 1, EventKind::write, kY, {Tag::once}));
    const EventNumber read = add(graph, 1, EventKind::read, kZ, {Tag::once});
    const EventNumber write = add(graph, 1, EventKind::write, kZ, {Tag::release});
    graph.event(read).atomic = graph.event(write).atomic = true;
    graph.event(read).claim = Claim::sure;
    graph.event(read).rmw = write;
    graph.event(write).rmw = read;
    resolve(read, head);
    place(write);
    resolve(add(graph, 2, EventKind::read, kZ, {Tag::acquire}), write);
    const EventNumber last = add(graph, 2, EventKind::read, stale, {Tag::once});
    EXPECT_FALSE(checker.admits_read(state, graph, last, stale));
    graph.resolve_read(last, stale);
    EXPECT_FALSE(checker.consistent(graph));
    EXPECT_FALSE(reference::rc11(graph));
  }
}

// Load buffering: none of the three models lets both loads read from the other thread's later
// store.
TEST(FastConsistent, load_buffering_is_refused) {
  ExecutionGraph graph;
  graph.reset(std::vector<std::uint64_t>(2), 2, false);
  const EventNumber first = add(graph, 0, EventKind::read, 0, {Tag::once});
  const EventNumber second = add(graph, 0, EventKind::write, 1, {Tag::once});
  const EventNumber third = add(graph, 1, EventKind::read, 1, {Tag::once});
  const EventNumber fourth = add(graph, 1, EventKind::write, 0, {Tag::once});
  graph.place_write(second, 1);
  graph.place_write(fourth, 0);
  graph.resolve_read(first, fourth);
  graph.resolve_read(third, second);
  EXPECT_FALSE(ScChecker().consistent(graph));
  EXPECT_FALSE(TsoChecker().consistent(graph));
  EXPECT_FALSE(Rc11Checker().consistent(graph));
}

}  // namespace
}  // namespace ringcheck
