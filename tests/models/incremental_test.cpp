// Evaluation by changes against full evaluation: the same answers on graphs that grow, that go back
// to what they were, and that are unrelated.
#include "models/incremental_evaluator.hpp"

#include <gtest/gtest.h>

#include <array>

#include "models/any_checker.hpp"
#include "models/language/compile.hpp"
#include "models/model_data.hpp"
#include "tests/models/growing_graph.hpp"
#include "tests/models/reference.hpp"

namespace ringcheck {
namespace {

using namespace ringcheck::tests;

/// How often each answer was given.
struct Answers {
  int yes = 0;
  int no = 0;
  void count(bool answer) { ++(answer ? yes : no); }
};

/// Asks `ask` about each way to resolve each open read and to place each open write of `graph`.
template <class Ask>
void for_each_option(ExecutionGraph& graph, Ask&& ask) {
  for (int i = graph.locations(); i < graph.size(); ++i) {
    const auto e = static_cast<EventNumber>(i);
    if (graph[e].materialised || graph[e].location == kNoLocation) continue;
    for (EventNumber w = graph[e].location; w != kNoEvent; w = graph[w].co_next) ask(e, w);
  }
}

/// Compares every answer of `fast` about `graph` with that of `plain`. Every other graph is said to
/// expect extensions, which makes no difference.
void compare(CatChecker& fast, CatChecker& plain, ExecutionGraph& graph, Answers& answers) {
  const CatChecker::State none;
  fast.prepare(none, graph);
  plain.prepare(none, graph);
  if (graph.size() % 2 == 0) fast.expect_extensions(graph);
  for_each_option(graph, [&](EventNumber e, EventNumber w) {
    const bool read = graph[e].kind == EventKind::read;
    const auto ask = [&](CatChecker& checker) {
      return read ? checker.admits_read(none, graph, e, w)
                  : checker.admits_write(none, graph, e, w);
    };
    const bool expected = ask(plain);
    EXPECT_EQ(ask(fast), expected) << (read ? "read " : "write ") << e << ' ' << w;
    answers.count(expected);
  });
  EXPECT_EQ(fast.consistent(graph), plain.consistent(graph));
}

/// Gives `e` a control dependency on every read before it in its thread.
void depend_on_what_is_before(ExecutionGraph& graph, EventNumber e) {
  for (int slot = 0; slot < graph[e].id.index; ++slot) {
    const EventNumber r = graph.at(graph[e].id.thread, slot);
    if (r != kNoEvent && graph[r].kind == EventKind::read) graph.dependencies(e).control.set(r);
  }
}

/// One checker sees a tree of growing graphs, depth first.
void walk(const Model& model, Random& random, int locations, Answers& answers) {
  CatChecker fast(model);
  CatChecker plain(model, Evaluating::all);
  std::vector<ExecutionGraph> path;
  GrowingGraph growing(random, 3, locations);
  for (int step = 0; step < 60; ++step) {
    path.push_back(growing.graph);
    growing.grow();
    compare(fast, plain, growing.graph, answers);
    if (::testing::Test::HasFailure()) {
      FAIL() << "step " << step << ": " << growing.graph.canonical();
    }
    if (path.size() < 30 && !chance(random, 20)) continue;
    const int back = below(random, static_cast<int>(path.size()));
    growing.graph = path[static_cast<std::size_t>(back)];
    path.resize(static_cast<std::size_t>(back));
  }
}

TEST(Incremental, AnswersAreThoseOfAnEvaluationOfAll) {
  for (const std::string_view name : model_names()) {
    SCOPED_TRACE(std::string(name));
    const Model model = find_model(name);
    Random random(21);
    Answers answers;
    for (int i = 0; i < 60; ++i) {
      // Of 60 locations, graphs soon pass the width of one word; of 125, that of two.
      const std::array locations{3, 3, 3, 60, 125};
      walk(model, random, locations[static_cast<std::size_t>(i) % locations.size()], answers);
      if (::testing::Test::HasFailure()) return;
    }
    EXPECT_GT(answers.yes, 1500);
    EXPECT_GT(answers.no, 1000);
  }
}

TEST(Incremental, GraphsMayComeInAnyOrder) {
  for (const std::string_view name : model_names()) {
    SCOPED_TRACE(std::string(name));
    const Model model = find_model(name);
    Random random(22);
    Answers answers;
    CatChecker fast(model);
    CatChecker plain(model, Evaluating::all);
    for (int i = 0; i < 300; ++i) {
      const GraphShape shape{.events = 4 + below(random, 10), .open_percent = 30};
      ExecutionGraph graph = random_graph(random, shape);
      compare(fast, plain, graph, answers);
      // What is known about an event may also change.
      const auto e = static_cast<EventNumber>(3 + below(random, graph.size() - 3));
      if (i % 3 == 0) graph.event(e).tags = {Tag::once};
      if (i % 3 == 1) depend_on_what_is_before(graph, e);
      if (i % 3 == 2) graph.event(e).atomic = !graph[e].atomic;
      compare(fast, plain, graph, answers);
      if (::testing::Test::HasFailure()) FAIL() << "graph " << i;
    }
  }
}

// Each operation of cat, in either direction, with differences and recursion.
template <int W>
void compare_terms(int cases, Random& random, Answers& answers) {
  constexpr std::array kTests{"acyclic", "irreflexive", "empty"};
  const auto no_files = [](const std::string&, const cat::Position&) { return cat::SourcePtr(); };
  for (int i = 0; i < cases; ++i) {
    const std::string term =
        print(random_relation(random, {.negation = Negation::of_static}), random);
    const std::string other = print(random_relation(random, {.depth = 3}), random);
    std::string text =
        std::string(kTests[static_cast<std::size_t>(below(random, 3))]) + " (" + term + ") as it\n";
    if (i % 2 == 0)
      text += "let rec chain = (" + other + ") | chain ; (" + other + ")\nirreflexive chain as too";
    SCOPED_TRACE("case " + std::to_string(i) + ": " + text);
    const auto source = std::make_shared<cat::Source>(cat::Source{"test.cat", text});
    cat::Plan plan = cat::compile(source, no_files, kLinuxVocabulary,
                                  i % 4 == 0 ? cat::Style::literal : cat::Style::optimised);
    if (i % 8 < 4) plan = cat::reverse(plan);
    const PreparedPlan program(plan, Tests::axioms);
    Evaluator<W> plain(program);
    IncrementalEvaluator<W> fast(program);
    GrowingGraph growing(random, 3, 3);
    for (int step = 0; step < 14; ++step) {
      growing.grow();
      plain.prepare(growing.graph);
      fast.prepare(growing.graph);
      const bool expected = plain.consistent();
      EXPECT_EQ(fast.consistent(), expected);
      for_each_option(growing.graph, [&](EventNumber e, EventNumber w) {
        const bool read = growing.graph[e].kind == EventKind::read;
        const bool admitted = read ? plain.admits_read(e, w) : plain.admits_write(e, w);
        EXPECT_EQ(read ? fast.admits_read(e, w) : fast.admits_write(e, w), admitted);
        answers.count(admitted);
      });
      if (::testing::Test::HasFailure()) FAIL() << "step " << step;
      if (!expected) break;
    }
  }
}

TEST(Incremental, EveryOperationIsPropagated) {
  Random random(23);
  Answers answers;
  compare_terms<1>(1500, random, answers);
  compare_terms<2>(100, random, answers);
  compare_terms<4>(100, random, answers);
  compare_terms<kGrowing>(100, random, answers);
  EXPECT_GT(answers.yes, 1000);
  EXPECT_GT(answers.no, 1000);
}

}  // namespace
}  // namespace ringcheck
