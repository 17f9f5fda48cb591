// The evaluator against sets of pairs, on random expressions and random graphs.
#include "models/evaluator.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "models/any_checker.hpp"
#include "models/evaluation.hpp"
#include "models/language/compile.hpp"
#include "tests/models/graph_builder.hpp"
#include "tests/models/reference.hpp"

namespace ringcheck {
namespace {

using namespace ringcheck::tests;

cat::Plan compile_for_kernel(const std::string& text, cat::Style style) {
  const auto source = std::make_shared<cat::Source>(cat::Source{"test.cat", text});
  const auto no_files = [](const std::string&, const cat::Position&) { return cat::SourcePtr(); };
  return cat::compile(source, no_files, kLinuxVocabulary, style);
}

template <int W>
Pairs pairs_of(Evaluation<W>& evaluation, cat::NodeId n) {
  Pairs out;
  for (int e = 0; e < evaluation.size(); ++e)
    for_each(evaluation.row(n, e), [&](int to) { out.emplace(e, to); });
  return out;
}

template <int W>
Members members_of(Evaluation<W>& evaluation, cat::NodeId n) {
  Members out;
  for_each(evaluation.set(n), [&](int e) { out.insert(e); });
  return out;
}

// Compares one term's value under one width and style with the reference.
template <int W>
void compare(const Term& term, const std::string& text, const ExecutionGraph& graph,
             cat::Style style) {
  const cat::Plan plan = compile_for_kernel("let it = " + text, style);
  Evaluation<W> evaluation(plan);
  evaluation.load(graph);
  const cat::NodeId it = plan.find("it");
  const Reference reference(graph);
  if (term.is_set) {
    // `0` and emptyset are one value with two types.
    if (plan.nodes[static_cast<std::size_t>(it)].type == cat::Type::set)
      EXPECT_EQ(members_of(evaluation, it), reference.members(term)) << text;
    else
      EXPECT_TRUE(pairs_of(evaluation, it).empty()) << text;
  } else {
    EXPECT_EQ(pairs_of(evaluation, it), reference.pairs(term)) << text;
  }
}

TEST(Evaluator, ValuesAreThoseOfSetsOfPairs) {
  Random random(1);
  for (int i = 0; i < 3000; ++i) {
    const ExecutionGraph graph = random_graph(random, {.events = 3 + below(random, 12)});
    const TermShape shape{.negation = Negation::anywhere};
    const Term term =
        chance(random, 30) ? random_set(random, shape) : random_relation(random, shape);
    const std::string text = print(term, random);
    SCOPED_TRACE("case " + std::to_string(i) + ": " + text);
    compare<1>(term, text, graph, cat::Style::literal);
    compare<1>(term, text, graph, cat::Style::optimised);
    if (i % 10 != 0) continue;
    compare<2>(term, text, graph, cat::Style::optimised);
    compare<4>(term, text, graph, cat::Style::optimised);
    if (::testing::Test::HasFailure()) return;
  }
}

// Brackets of thread 0, by location: 0 ( ( 1 ( 0 ) ) ) and 1 ), then one of thread 1 alone.
TEST(Evaluator, NestedPairsMatchByThreadAndLocation) {
  GraphBuilder b(2);
  const TagSet opens{Tag::acquire};
  const TagSet closes{Tag::release};
  const auto outer = b.read(0, 0, opens);
  const auto inner = b.read(0, 0, opens);
  const auto other = b.read(0, 1, opens);
  const auto inner_end = b.write(0, 0, closes);
  const auto outer_end = b.write(0, 0, closes);
  b.write(0, 0, closes);
  const auto other_end = b.write(0, 1, closes);
  b.read(0, 0, opens);
  b.write(1, 0, closes);
  const cat::Plan plan =
      compile_for_kernel("let it = nested-pairs(Acquire, Release)", cat::Style::optimised);
  Evaluation<1> evaluation(plan);
  evaluation.load(b.graph());
  const Pairs expected{{outer, outer_end}, {inner, inner_end}, {other, other_end}};
  EXPECT_EQ(pairs_of(evaluation, plan.find("it")), expected);
  EXPECT_THROW(compile_for_kernel("let it = nested-pairs(Acquire)", cat::Style::optimised),
               InputError);
}

TEST(Evaluator, WideGraphsHaveTheSameMeaning) {
  Random random(2);
  for (int i = 0; i < 40; ++i) {
    const bool widest = i % 2 == 0;
    const GraphShape shape{.events = widest ? 140 : 75, .threads = 6, .locations = 20};
    const ExecutionGraph graph = random_graph(random, shape);
    const TermShape small{.depth = 2, .negation = Negation::anywhere};
    const Term term = random_relation(random, small);
    const std::string text = print(term, random);
    if (text.find('+') != std::string::npos || text.find('*') != std::string::npos)
      continue;  // slow reference
    SCOPED_TRACE(text);
    if (!widest) compare<2>(term, text, graph, cat::Style::optimised);
    compare<4>(term, text, graph, cat::Style::literal);
  }
}

// Whether the graph is consistent under `test (term)`, according to the reference.
bool reference_admits(const ExecutionGraph& graph, cat::TestKind kind, const Term& term) {
  const Pairs value = Reference(graph).pairs(term);
  if (kind == cat::TestKind::empty) return value.empty();
  if (kind == cat::TestKind::acyclic) return Reference::acyclic(value);
  return std::ranges::none_of(value, [](const auto& edge) { return edge.first == edge.second; });
}

struct Counts {
  int yes = 0;
  int no = 0;
};

// Asks about every way to resolve each open read and to place each open write of one graph.
template <int W>
void compare_questions(const PreparedPlan& program, ExecutionGraph& graph, cat::TestKind kind,
                       const Term& term, Counts& counts) {
  Evaluator<W> evaluator(program);
  evaluator.prepare(graph);
  const auto expect = [&](bool answer) {
    const bool expected = reference_admits(graph, kind, term);
    EXPECT_EQ(answer, expected);
    ++(expected ? counts.yes : counts.no);
  };
  for (int i = 0; i < graph.size(); ++i) {
    const auto e = static_cast<EventNumber>(i);
    const Event event = graph[e];
    if (event.materialised || event.location == kNoLocation) continue;
    for (EventNumber w = event.location; w != kNoEvent; w = graph[w].co_next) {
      if (event.kind == EventKind::read) {
        const bool answer = evaluator.admits_read(e, w);
        graph.resolve_read(e, w);
        expect(answer);
        graph.unresolve_read(e);
      } else {
        const bool answer = evaluator.admits_write(e, w);
        graph.place_write(e, w);
        expect(answer);
        graph.unplace_write(e);
      }
    }
  }
  const bool answer = evaluator.consistent();
  EXPECT_EQ(answer, reference_admits(graph, kind, term));
}

TEST(Evaluator, ChecksOfOneChangeAreThoseOfTheChangedGraph) {
  Random random(3);
  Counts counts;
  constexpr std::pair<cat::TestKind, const char*> kTests[] = {
      {cat::TestKind::acyclic, "acyclic"},
      {cat::TestKind::irreflexive, "irreflexive"},
      {cat::TestKind::empty, "empty"},
  };
  for (int i = 0; i < 1500; ++i) {
    ExecutionGraph graph =
        random_graph(random, {.events = 4 + below(random, 10), .open_percent = 40});
    const auto [kind, word] = kTests[below(random, 3)];
    const Term term = random_relation(random, {});
    const std::string text = std::string(word) + " (" + print(term, random) + ") as it";
    SCOPED_TRACE("case " + std::to_string(i) + ": " + text);
    const PreparedPlan program(compile_for_kernel(text, cat::Style::optimised), Tests::axioms);
    compare_questions<1>(program, graph, kind, term, counts);
    if (i % 10 == 0) compare_questions<2>(program, graph, kind, term, counts);
    if (i % 10 == 1) compare_questions<4>(program, graph, kind, term, counts);
    if (i % 10 == 2) compare_questions<kGrowing>(program, graph, kind, term, counts);
    if (::testing::Test::HasFailure()) return;
  }
  EXPECT_GT(counts.yes, 500);
  EXPECT_GT(counts.no, 500);
}

// `let rec` for the closure that the reference computes, of relations that are often empty.
TEST(Evaluator, RecursionIsTheLeastFixpointAfterEachChange) {
  Random random(5);
  Counts counts;
  for (int i = 0; i < 600; ++i) {
    ExecutionGraph graph =
        random_graph(random, {.events = 4 + below(random, 8), .open_percent = 40});
    const Term term = random_relation(random, {.depth = 3});
    const std::string step = "(" + print(term, random) + ")";
    const std::string text =
        "let rec chain = " + step + " | chain ; " + step + "\nirreflexive chain & (_ * _) as it";
    SCOPED_TRACE("case " + std::to_string(i) + ": " + text);
    const PreparedPlan program(compile_for_kernel(text, cat::Style::optimised), Tests::axioms);
    compare_questions<1>(program, graph, cat::TestKind::acyclic, term, counts);
    if (::testing::Test::HasFailure()) return;
  }
  EXPECT_GT(counts.yes, 200);
  EXPECT_GT(counts.no, 200);
}

// One evaluator sees many graphs: what it remembers of the last one must not show in the next.
TEST(Evaluator, RemembersNothingWrongBetweenGraphs) {
  Random random(4);
  for (const char* name : {"armv8", "riscv", "power", "lkmm", "rc11"}) {
    const Model model = find_model(name);
    CatChecker reused(model);
    for (int i = 0; i < 300; ++i) {
      ExecutionGraph graph = random_graph(random, {.events = 10, .open_percent = 20});
      for (int variant = 0; variant < 3; ++variant) {
        EXPECT_EQ(reused.consistent(graph), CatChecker(model).consistent(graph))
            << name << " " << i;
        const auto e = static_cast<EventNumber>(3 + below(random, graph.size() - 3));
        if (variant == 0)
          graph.event(e).tags = {Tag::once};
        else
          graph.dependencies(e).control.set(2);
      }
    }
  }
}

TEST(Evaluator, ImpliedAxiomsAreNotTestedTwice) {
  const PreparedPlan program(
      compile_for_kernel(
          "acyclic po | rf as a\nacyclic po | rf | co | fr as b\nacyclic co | rf as c",
          cat::Style::optimised),
      Tests::axioms);
  EXPECT_EQ(program.axioms.size(), 1U);
}

TEST(Evaluator, CheapAxiomsComeFirst) {
  const PreparedPlan program(
      compile_for_kernel("acyclic (rf ; co)+ ; fr as dear\nempty rf & co as cheap",
                         cat::Style::optimised),
      Tests::axioms);
  ASSERT_EQ(program.axioms.size(), 2U);
  EXPECT_EQ(program.axioms[0].kind, cat::TestKind::empty);
}

}  // namespace
}  // namespace ringcheck
