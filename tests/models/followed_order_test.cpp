// The order that is kept during an exploration, against the one computed from the whole graph.
#include "models/followed_order.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/models/fast_random_graph.hpp"
#include "tests/models/graph_builder.hpp"

namespace ringcheck {
namespace {

struct Answers {
  int yes = 0;
  int no = 0;
  int neither = 0;
};

struct Row {
  const char* name;
  PassingReads passing;
};

const Row kRows[] = {{"none", std::nullopt},
                     {"once", TagSet{Tag::once, Tag::noreturn}},
                     {"once_or_acquire", TagSet{Tag::once, Tag::noreturn, Tag::acquire}}};

/// Grows a graph and compares each answer. Now and then the graph goes on without an order.
void check_graph(const Row& row, const RandomShape& shape, std::uint64_t seed, Answers& answers) {
  SCOPED_TRACE("seed " + std::to_string(seed));
  RandomGraph random(shape, seed);
  ExecutionGraph& graph = random.graph();
  const FollowedOrder followed(row.passing);
  BufferedOrder<kGrowing> whole(row.passing);
  FollowedOrder::State state;
  followed.follow(state, graph);
  std::uint64_t asked = seed;
  const auto ask = [&](EventNumber e, const std::vector<EventNumber>& targets) {
    std::vector<EventNumber> admitted;
    const bool anything = ++asked % 50 == 0;
    whole.prepare(graph);
    for (const EventNumber w : targets) {
      const bool is_read = graph[e].kind == EventKind::read;
      const auto answer = is_read ? followed.answer_read(state, graph, e, w)
                                  : followed.answer_write(state, graph, e, w);
      const auto expected = whole.answer(graph, is_read ? Extension{.read = e, .write = w}
                                                        : Extension{.write = e, .predecessor = w});
      EXPECT_EQ(answer, expected) << (is_read ? "read " : "write ") << e << " at " << w << " in "
                                  << graph.canonical();
      if (expected == std::optional(true) || (anything && !expected)) admitted.push_back(w);
      ++(!expected ? answers.neither : *expected ? answers.yes : answers.no);
    }
    return admitted;
  };
  const auto commit = [&](EventNumber e) {
    if (graph[e].kind != EventKind::choice) followed.commit(state, graph, e);
    const FollowedOrder::State copy = state;
    state = copy;
  };
  random.grow(ask, commit);
}

class Followed : public ::testing::TestWithParam<Row> {};

TEST_P(Followed, AnswersAsTheOrderOfTheWholeGraph) {
  const RandomShape shapes[] = {
      {.threads = 2, .locations = 2},
      {.threads = 4, .locations = 2, .events = 24},
      {.threads = 3, .locations = 4, .private_locations = 3, .events = 24},
      {.threads = 3, .locations = 3, .rmw_percent = 45},
      {.threads = 3, .locations = 3, .fence_percent = 0}};
  Answers answers;
  for (const RandomShape& shape : shapes)
    for (std::uint64_t seed = 0; seed < 10000 && !HasFailure(); ++seed)
      check_graph(GetParam(), shape, seed, answers);
  EXPECT_GT(answers.yes, 50'000);
  EXPECT_GT(answers.no, 5'000);
  EXPECT_GT(answers.neither, 1'000);
}

INSTANTIATE_TEST_SUITE_P(Passing, Followed, ::testing::ValuesIn(kRows),
                         [](const auto& row) { return row.param.name; });

// A section and a grace period may be ordered without an access: then the order says nothing.
TEST(FollowedOrder, SaysNothingOnceThereAreSectionsAndGracePeriods) {
  tests::GraphBuilder builder(2);
  ExecutionGraph& graph = builder.graph();
  const FollowedOrder followed(TagSet{Tag::once});
  FollowedOrder::State state;
  followed.follow(state, graph);
  followed.commit(state, graph, builder.fence(0, Tag::rcu_lock));
  const EventNumber r = builder.read(0, 0);
  EXPECT_EQ(followed.answer_read(state, graph, r, 0), std::optional(true));
  // Issued and not committed yet.
  builder.fence(1, Tag::sync_rcu);
  EXPECT_EQ(followed.answer_read(state, graph, r, 0), std::nullopt);
}

}  // namespace
}  // namespace ringcheck
