// The order that is kept during an exploration, against the one computed from the whole graph.
#include "models/followed_order.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "models/cat_checker.hpp"
#include "models/model.hpp"
#include "tests/models/fast_random_graph.hpp"
#include "tests/models/graph_builder.hpp"

namespace ringcheck {
namespace {

struct Answers {
  int yes = 0;
  int no = 0;
  int neither = 0;
  int no_by_fences = 0;  ///< where the order of the whole graph says nothing
};

struct Row {
  const char* name;
  PassingReads passing;
};

const Row kRows[] = {{"none", std::nullopt},
                     {"once", TagSet{Tag::once, Tag::noreturn}},
                     {"once_or_acquire", TagSet{Tag::once, Tag::noreturn, Tag::acquire}}};

/// Each model with fences of the kernel's names, asked by its text alone.
std::vector<CatChecker>& texts() {
  static std::vector<CatChecker> texts = [] {
    std::vector<CatChecker> made;
    for (const char* name : {"lkmm", "armv8", "riscv", "power"})
      made.emplace_back(find_model(name), Evaluating::all);
    return made;
  }();
  return texts;
}

/// True iff no text admits that `e` reads from `w`, or stands right after it in coherence order.
bool all_refuse(ExecutionGraph& graph, EventNumber e, EventNumber w) {
  return std::ranges::none_of(texts(), [&](CatChecker& text) {
    const CatChecker::State state;
    text.prepare(state, graph);
    return graph[e].kind == EventKind::read ? text.admits_read(state, graph, e, w)
                                            : text.admits_write(state, graph, e, w);
  });
}

/// Grows a graph and compares each answer; an answer that only fences give is compared with the
/// models' texts. Now and then the graph goes on without an order.
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
      const bool by_fences = answer == std::optional(false) && !expected;
      if (by_fences) {
        EXPECT_TRUE(all_refuse(graph, e, w)) << e << " at " << w << " in " << graph.canonical();
        ++answers.no_by_fences;
        continue;
      }
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
      {.threads = 3, .locations = 3, .fence_percent = 0},
      {.threads = 2, .locations = 2, .events = 40, .rmw_percent = 0, .fence_percent = 30}};
  Answers answers;
  for (const RandomShape& shape : shapes)
    for (std::uint64_t seed = 0; seed < 10000 && !HasFailure(); ++seed)
      check_graph(GetParam(), shape, seed, answers);
  EXPECT_GT(answers.yes, 50'000);
  EXPECT_GT(answers.no, 5'000);
  EXPECT_GT(answers.neither, 1'000);
  EXPECT_GT(answers.no_by_fences, 100);
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

TEST(FollowedOrder, RefusesWhatFencesBesideAMessageForbid) {
  struct Case {
    const char* name;
    Tag writer, reader;  ///< the fences
    std::optional<bool> answer;
  };
  const Case cases[] = {{"both_full", Tag::mb, Tag::mb, false},
                        {"of_writes_alone", Tag::wmb, Tag::mb, std::nullopt},
                        {"of_the_compiler_alone", Tag::mb, Tag::compiler_barrier, std::nullopt}};
  for (const Case& c : cases) {
    tests::GraphBuilder builder(2);
    ExecutionGraph& graph = builder.graph();
    const FollowedOrder followed(TagSet{Tag::once});
    FollowedOrder::State state;
    followed.follow(state, graph);
    const auto commit = [&](EventNumber e) {
      followed.commit(state, graph, e);
      return e;
    };
    const EventNumber data = builder.write(0, 0);
    builder.co(0, data);
    commit(data);
    commit(builder.fence(0, c.writer));
    const EventNumber flag = builder.write(0, 1);
    builder.co(1, flag);
    commit(flag);
    const EventNumber sees = builder.read(1, 1);
    builder.rf(flag, sees);
    commit(sees);
    commit(builder.fence(1, c.reader));
    const EventNumber late = builder.read(1, 0);
    EXPECT_EQ(followed.answer_read(state, graph, late, 0), c.answer) << c.name;
  }
}

}  // namespace
}  // namespace ringcheck
