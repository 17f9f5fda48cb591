// Refusals: the edges of a cycle meet, and have the names of the text.
#include "models/explain.hpp"

#include <gtest/gtest.h>

#include "models/language/compile.hpp"
#include "tests/models/shapes.hpp"

namespace ringcheck {
namespace {

using namespace ringcheck::tests;

// "first -name-> … first": the cycle as one text, started at its least event.
std::string text_of(const Refusal& refusal) {
  std::size_t start = 0;
  for (std::size_t i = 0; i < refusal.edges.size(); ++i)
    if (refusal.edges[i].from < refusal.edges[start].from) start = i;
  std::string text = refusal.axiom + ":";
  for (std::size_t i = 0; i < refusal.edges.size(); ++i) {
    const NamedEdge& edge = refusal.edges[(start + i) % refusal.edges.size()];
    text += " " + std::to_string(edge.from) + " " + edge.name + " " + std::to_string(edge.to);
    if (i + 1 < refusal.edges.size()) text += ",";
  }
  return text;
}

std::string refusal_of(const char* model, const ExecutionGraph& graph) {
  const auto refusal = find_model(model).refusal(graph);
  return refusal ? text_of(*refusal) : "consistent";
}

// Events 0 and 1 are the initial writes of x and y.
TEST(Explain, CyclesUnderTheirOwnNames) {
  const Side none{};
  const Side mb{.fence = Tag::mb};
  const Side wmb{.fence = Tag::wmb};
  const Side rmb{.fence = Tag::rmb};
  const Side data{.dependency = Dependency::data};
  EXPECT_EQ(refusal_of("sc", mp(none, none)), "sc: 2 po 3, 3 rf 4, 4 po 5, 5 fr 2");
  EXPECT_EQ(refusal_of("x86-tso", mp(none, none)), "tso: 2 ppo 3, 3 rfe 4, 4 ppo 5, 5 fr 2");
  EXPECT_EQ(refusal_of("x86-tso", sb(mb, mb)), "tso: 2 drained 4, 4 fr 5, 5 drained 7, 7 fr 2");
  EXPECT_EQ(refusal_of("armv8", mp(wmb, rmb)), "external: 2 bob 4, 4 rfe 5, 5 bob 7, 7 fre 2");
  EXPECT_EQ(refusal_of("lkmm", mp(wmb, rmb)), "happens-before: 5 ppo 7, 7 prop 5");
  EXPECT_EQ(refusal_of("lkmm", lb(data, data)),
            "happens-before: 2 ppo 3, 3 rfe 4, 4 ppo 5, 5 rfe 2");
  EXPECT_EQ(refusal_of("lkmm", corr()), "coherence: 1 rf 2, 2 po-loc 3, 3 fr 1");
  EXPECT_EQ(refusal_of("rc11", lb(none, none)), "no-thin-air: 2 po 3, 3 rf 4, 4 po 5, 5 rf 2");
  EXPECT_EQ(refusal_of("lkmm", mp(none, none)), "consistent");
}

TEST(Explain, EmptyAxiomsShowTheOffendingPair) {
  // Read 1 and write 2 of one operation, write 3 of another thread between them.
  EXPECT_EQ(refusal_of("lkmm", write_within_rmw()), "atomic: 1 rmw 2, 1 fre 3, 3 coe 2");
}

TEST(Explain, IrreflexiveAxiomsAreTakenApart) {
  EXPECT_EQ(refusal_of("rc11", corr()), "coherence: 2 hb 3, 3 eco 2");
}

cat::Plan literal(const std::string& text) {
  const auto source = std::make_shared<cat::Source>(cat::Source{"e.cat", text});
  return cat::compile(
      source, [](const std::string&, const cat::Position&) { return cat::SourcePtr(); },
      kLinuxVocabulary, cat::Style::literal);
}

TEST(Explain, UnnamedRelationsAreTakenApart) {
  const ExecutionGraph graph = mp({}, {});
  const auto refusal = [&](const std::string& text) {
    return text_of(*explain_refusal(literal(text), graph));
  };
  EXPECT_EQ(refusal("acyclic (po ; rf ; po ; fr) as a"), "a: 2 po 3, 3 rf 4, 4 po 5, 5 fr 2");
  EXPECT_EQ(refusal("let com = rf | co | fr\nacyclic (po | com)+ as a"),
            "a: 2 po 3, 3 rf 4, 4 po 5, 5 fr 2");
  EXPECT_EQ(refusal("irreflexive (po ; rf)+ ; (po ; fr)? as a"),
            "a: 2 po 3, 3 rf 4, 4 po 5, 5 fr 2");
  EXPECT_EQ(refusal("let x = po ; rf\nacyclic x ; [R] ; (po ; fr) as a"),
            "a: 2 x 4, 4 po 5, 5 fr 2");
  EXPECT_EQ(refusal("empty rf \\ ((W \\ IW) * R) as a"), "a: 0 rf 5");
  EXPECT_EQ(refusal("empty R as a"), "a: 4 R 4");
}

// On random graphs: every refusal is a closed chain of edges, or starts and ends at one pair.
TEST(Explain, EdgesMeet) {
  Random random(10);
  int refused = 0;
  for (int i = 0; i < 500; ++i) {
    const ExecutionGraph graph = kernel_like_graph(random, 6 + below(random, 4));
    for (std::string_view name : model_names()) {
      const auto refusal = find_model(name).refusal(graph);
      if (!refusal) continue;
      ++refused;
      ASSERT_FALSE(refusal->edges.empty());
      if (refusal->axiom == "atomic" || refusal->axiom == "plain-coherence") continue;
      for (std::size_t k = 0; k < refusal->edges.size(); ++k) {
        const NamedEdge& edge = refusal->edges[k];
        EXPECT_EQ(edge.to, refusal->edges[(k + 1) % refusal->edges.size()].from)
            << name << " " << text_of(*refusal);
        EXPECT_FALSE(edge.name.empty());
      }
    }
  }
  EXPECT_GT(refused, 500);
}

}  // namespace
}  // namespace ringcheck
