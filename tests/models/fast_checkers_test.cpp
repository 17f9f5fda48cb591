// The hand-written checkers against the axioms as written, on random graphs that grow: for every
// event, every write from which it might read, or after which it might be placed. When a checker
// refuses a write together with all earlier ones, that is compared with the axioms as well.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "models/cat_checker.hpp"
#include "models/fast_rc11.hpp"
#include "models/fast_rc11_sc.hpp"
#include "models/fast_sc.hpp"
#include "models/fast_tso.hpp"
#include "models/for_programs.hpp"
#include "tests/models/fast_random_graph.hpp"
#include "tests/models/fast_reference.hpp"

namespace ringcheck {
namespace {

using Verdict = bool (*)(const ExecutionGraph&);

/// RINGCHECK_SEED in the environment moves all seeds.
std::uint64_t base_seed() {
  const char* text = std::getenv("RINGCHECK_SEED");
  return text == nullptr ? 1 : std::strtoull(text, nullptr, 10);
}

/// How many questions were answered yes and no.
struct Answers {
  int yes = 0;
  int no = 0;
  int passed = 0;  ///< among the no: reads refused together with all earlier writes
};

/// What the model's text says about `graph`, in which `e` has just been resolved or placed. To the
/// text, an instruction is locked once its write is issued; the explorer issues it before it asks
/// anything else.
bool text_admits(CatChecker& text, ExecutionGraph& graph, EventNumber e) {
  const Event read = graph[e];
  const bool writes = read.kind == EventKind::read && read.claim == Claim::sure;
  if (!writes) return text.consistent(graph);
  const int slots = graph.slots(read.id.thread);
  Event write;
  write.id = {read.id.thread, static_cast<std::uint16_t>(read.id.index + 1)};
  write.kind = EventKind::write;
  write.location = read.location;
  write.atomic = read.atomic;
  write.rmw = e;
  graph.event(e).rmw = graph.add(write);
  const bool result = text.consistent(graph);
  graph.remove_last();
  graph.reserve_slots(read.id.thread, slots);
  graph.event(e).rmw = kNoEvent;
  return result;
}

/// Grows one graph under `Checker`, and compares each answer with `reference`.
template <class Checker>
void check_graph(const Checker& checker, const RandomShape& shape, std::uint64_t seed,
                 Verdict reference, CatChecker& text, Answers& answers) {
  SCOPED_TRACE("seed " + std::to_string(seed));
  RandomGraph random(shape, seed);
  ExecutionGraph& graph = random.graph();
  typename Checker::State state;
  checker.start(state, graph);

  const auto ask = [&](EventNumber e, const std::vector<EventNumber>& targets) {
    std::vector<EventNumber> admitted;
    std::vector<EventNumber> passed;  // the checker says that it admits no write before these
    checker.prepare(state, graph);
    for (const EventNumber w : targets) {
      const bool is_read = graph[e].kind == EventKind::read;
      const bool answer = is_read ? checker.admits_read(state, graph, e, w)
                                  : checker.admits_write(state, graph, e, w);
      if constexpr (requires { checker.refuses_earlier(state, graph, e, w); })
        if (is_read && !answer && checker.refuses_earlier(state, graph, e, w)) passed.push_back(w);
      if (is_read)
        graph.resolve_read(e, w);
      else
        graph.place_write(e, w);
      const bool expected = reference(graph);
      EXPECT_EQ(answer, expected) << (is_read ? "read " : "write ") << e << " at " << w << " in "
                                  << graph.canonical();
      EXPECT_EQ(checker.consistent(graph), expected) << graph.canonical();
      EXPECT_EQ(text_admits(text, graph, e), expected) << "the text, of " << graph.canonical();
      if (is_read)
        graph.unresolve_read(e);
      else
        graph.unplace_write(e);
      if (expected) admitted.push_back(w);
      ++(expected ? answers.yes : answers.no);
    }
    for (const EventNumber w : passed)
      for (const EventNumber earlier : admitted)
        EXPECT_FALSE(graph.co_before(earlier, w))
            << "read " << e << " may read " << earlier << " but not " << w << " in "
            << graph.canonical();
    answers.passed += static_cast<int>(passed.size());
    return admitted;
  };
  const auto commit = [&](EventNumber e) {
    checker.commit(state, graph, e);
    // What goes on is a copy, as in the explorer.
    typename Checker::State copy = state;
    state = copy;
  };
  random.grow(ask, commit);
  EXPECT_TRUE(checker.consistent(graph)) << graph.canonical();
}

template <class Checker>
void check_graphs(const Checker& checker, const RandomShape& shape, int count, Verdict reference,
                  const Model& model) {
  CatChecker text(model);
  Answers answers;
  const std::uint64_t seed = base_seed() * 1'000'003;
  ::testing::Test::RecordProperty("seed", std::to_string(seed));
  for (int i = 0; i < count && !::testing::Test::HasFailure(); ++i)
    check_graph(checker, shape, seed + static_cast<std::uint64_t>(i), reference, text, answers);
  std::printf("  from seed %llu: %d admitted, %d refused, %d of them with all before\n",
              static_cast<unsigned long long>(seed), answers.yes, answers.no, answers.passed);
  EXPECT_GT(answers.yes, 0);
  EXPECT_GT(answers.no, 0);
}

template <class Checker>
struct Under;
template <>
struct Under<ScChecker> {
  static constexpr Verdict kReference = reference::sc;
  static constexpr std::string_view kModel = "sc";
};
template <>
struct Under<TsoChecker> {
  static constexpr Verdict kReference = reference::tso;
  static constexpr std::string_view kModel = "x86-tso";
};
template <>
struct Under<Rc11Checker> {
  static constexpr Verdict kReference = reference::rc11;
  static constexpr std::string_view kModel = "rc11";
};

template <>
struct Under<Rc11ScChecker> {
  static constexpr Verdict kReference = reference::rc11;
  static constexpr std::string_view kModel = "rc11";
};

template <class Checker>
class FastChecker : public ::testing::Test {
 protected:
  static void run(const RandomShape& shape, int count) {
    check_graphs(Checker(), shape, count, Under<Checker>::kReference,
                 find_model(Under<Checker>::kModel));
  }
};

using Checkers = ::testing::Types<ScChecker, TsoChecker, Rc11Checker, Rc11ScChecker>;
TYPED_TEST_SUITE(FastChecker, Checkers);

TYPED_TEST(FastChecker, agrees_on_two_threads) {
  this->run({.threads = 2, .locations = 2, .events = 24}, 1500);
}
TYPED_TEST(FastChecker, agrees_on_one_location) {
  this->run({.threads = 3, .locations = 1, .events = 24}, 1000);
}
TYPED_TEST(FastChecker, agrees_on_four_threads) {
  this->run({.threads = 4, .locations = 3, .events = 32}, 1000);
}
TYPED_TEST(FastChecker, agrees_with_private_locations) {
  this->run({.threads = 3, .locations = 4, .private_locations = 3, .events = 36}, 1000);
}
TYPED_TEST(FastChecker, agrees_with_many_fences) {
  this->run({.threads = 3, .locations = 2, .events = 40, .fence_percent = 45}, 700);
}
TYPED_TEST(FastChecker, agrees_with_many_read_modify_writes) {
  this->run({.threads = 3, .locations = 2, .events = 30, .rmw_percent = 60}, 1000);
}
TYPED_TEST(FastChecker, agrees_with_release_sequences) {
  this->run({.threads = 5,
             .locations = 3,
             .events = 40,
             .rmw_percent = 25,
             .fence_percent = 0,
             .relaxed_rmw_percent = 85},
            1500);
}
TEST(FastCheckerOfPrograms, agrees_on_release_sequences_of_cpp20) {
  const Model model = for_programs(find_model("rc11"));
  const Rc11Checker checker(false);
  check_graphs(checker, {.threads = 2, .locations = 2, .events = 24}, 500,
               reference::rc11_of_programs, model);
  check_graphs(checker,
               {.threads = 4,
                .locations = 2,
                .events = 36,
                .rmw_percent = 25,
                .fence_percent = 10,
                .relaxed_rmw_percent = 85},
               700, reference::rc11_of_programs, model);
}

/// Graphs in which some accesses are SC.
struct ScShape {
  std::string_view name;
  RandomShape shape;
  int count;
};

class ScAccesses : public ::testing::TestWithParam<ScShape> {};

TEST_P(ScAccesses, AreOrderedAsTheTextSays) {
  const auto& [name, shape, count] = GetParam();
  check_graphs(Rc11ScChecker(), shape, count, reference::rc11, find_model("rc11"));
  check_graphs(Rc11ScChecker(false), shape, count / 2, reference::rc11_of_programs,
               for_programs(find_model("rc11")));
}

const ScShape kScShapes[] = {
    {"two_threads", {.threads = 2, .locations = 2, .events = 24, .seq_cst_percent = 40}, 700},
    {"all", {.threads = 3, .locations = 3, .events = 30, .seq_cst_percent = 90}, 700},
    {"few", {.threads = 4, .locations = 3, .events = 36, .seq_cst_percent = 15}, 700},
    {"one_location", {.threads = 4, .locations = 1, .events = 30, .seq_cst_percent = 40}, 500},
    {"no_fence",
     {.threads = 4, .locations = 2, .events = 36, .fence_percent = 0, .seq_cst_percent = 40},
     700},
    {"many_fences",
     {.threads = 4, .locations = 3, .events = 44, .fence_percent = 40, .seq_cst_percent = 40},
     700},
    {"plain",
     {.threads = 4,
      .locations = 3,
      .events = 40,
      .rmw_percent = 0,
      .fence_percent = 8,
      .seq_cst_percent = 30},
     700},
    {"release_sequences",
     {.threads = 5,
      .locations = 3,
      .events = 40,
      .rmw_percent = 25,
      .fence_percent = 5,
      .relaxed_rmw_percent = 85,
      .seq_cst_percent = 25},
     500},
    {"private",
     {.threads = 3, .locations = 4, .private_locations = 3, .events = 36, .seq_cst_percent = 40},
     500},
    {"sixteen_threads",
     {.threads = 16,
      .locations = 30,
      .private_locations = 10,
      .events = 230,
      .rmw_percent = 5,
      .seq_cst_percent = 40},
     8},
};
INSTANTIATE_TEST_SUITE_P(Shapes, ScAccesses, ::testing::ValuesIn(kScShapes),
                         [](const auto& each) { return std::string(each.param.name); });

TYPED_TEST(FastChecker, agrees_with_plain_stores_and_loads) {
  this->run({.threads = 4, .locations = 2, .events = 40, .rmw_percent = 0, .fence_percent = 0},
            500);
}
TYPED_TEST(FastChecker, agrees_on_graphs_of_more_than_64_events) {
  this->run(
      {.threads = 5, .locations = 20, .private_locations = 5, .events = 120, .rmw_percent = 5}, 20);
}
TYPED_TEST(FastChecker, agrees_on_sixteen_threads_and_many_locations) {
  this->run(
      {.threads = 16, .locations = 30, .private_locations = 10, .events = 230, .rmw_percent = 5},
      8);
}

}  // namespace
}  // namespace ringcheck
