// Axioms that adding events could make true are left to complete graphs; the others hold on every
// part of a graph on which they hold.
#include "models/language/monotone.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "models/cat_checker.hpp"
#include "models/language/compile.hpp"
#include "tests/models/reference.hpp"

namespace ringcheck {
namespace {

using namespace ringcheck::tests;

cat::Plan compile_text(const std::string& text, cat::Style style = cat::Style::literal) {
  const auto source = std::make_shared<cat::Source>(cat::Source{"m.cat", text});
  const auto no_files = [](const std::string&, const cat::Position&) { return cat::SourcePtr(); };
  return cat::compile(source, no_files, kLinuxVocabulary, style);
}

struct Row {
  const char* text;
  bool when_complete;
};

// One axiom each: may adding events make it true?
TEST(Monotone, AxiomsThatMayComeTrueAreForCompleteGraphs) {
  constexpr Row kRows[] = {
      {"acyclic po | rf as a", false},
      {"let x = po\nacyclic po \\ rf as a", true},
      {"empty ~(rf | co) as a", true},
      {"let x = R \\ range(rf)\nempty [x] as a", true},
      {"let f(r) = po \\ r\nlet y = f(co)\nacyclic y as a", true},
      {"let rec x = rf | (po \\ x)\nacyclic x as a", true},
      {"empty [FW] ; po as a", true},
      {"empty different-values(rf) as a", true},
      {"~empty rf as a", true},
      {"~acyclic po | rf as a", true},
      {"~irreflexive rf as a", true},
      {"empty rf ; [R \\ domain(po ; [W])] as a", false},
  };
  for (const Row& row : kRows) {
    cat::Plan plan = compile_text(row.text);
    const bool exact = cat::mark_axioms_of_complete_graphs(plan) == cat::Exactness::all_graphs;
    ASSERT_EQ(plan.axioms.size(), 1U);
    EXPECT_EQ(plan.axioms[0].when_complete, row.when_complete) << row.text;
    EXPECT_FALSE(row.when_complete && exact) << row.text;
  }
}

TEST(Monotone, FlagsDoNotCount) {
  cat::Plan plan =
      compile_text("flag ~empty po \\ rf as a\nflag ~empty ~co as b\nflag ~empty [FW] as c");
  EXPECT_EQ(cat::mark_axioms_of_complete_graphs(plan), cat::Exactness::all_graphs);
}

TEST(Monotone, NegationOfStaticRelationsIsExactWhereEventsBetweenDecide) {
  const auto exactness = [](const std::string& text) {
    cat::Plan plan = compile_text(text);
    return cat::mark_axioms_of_complete_graphs(plan);
  };
  EXPECT_EQ(exactness("acyclic (po \\ id) | rf as a"), cat::Exactness::all_graphs);
  EXPECT_EQ(exactness("acyclic (po-loc \\ (po-loc ; [W] ; po-loc)) | rf as a"),
            cat::Exactness::all_graphs);
  EXPECT_EQ(exactness("empty rf ; [M \\ RMW] as a"), cat::Exactness::all_graphs);
  EXPECT_EQ(exactness("empty rf ; [R \\ domain(po ; [W])] as a"),
            cat::Exactness::complete_graphs_only);
}

// ---- parts of graphs

// A part of a complete graph as exploration meets it: a prefix of each thread is issued, some of it
// is materialised, addresses may be unknown, and a read-modify-write whose read is open has neither
// write nor fence.
class Part {
 public:
  Part(Random& random, const ExecutionGraph& whole) : random_(random), whole_(whole) {
    std::vector<std::uint64_t> zeros(static_cast<std::size_t>(whole.locations()), 0);
    part_.reset(zeros, whole.threads(), true);
    for (int l = 0; l < whole.locations(); ++l) number_[index(l)] = static_cast<EventNumber>(l);
    choose();
    for (int t = 0; t < whole.threads(); ++t) issue(static_cast<ThreadId>(t));
    connect();
  }

  [[nodiscard]] const ExecutionGraph& graph() const { return part_; }

 private:
  static std::size_t index(int e) { return static_cast<std::size_t>(e); }

  // Which accesses are materialised: a read only with its write, a write only with the read of its
  // operation.
  void choose() {
    for (int e = 0; e < whole_.size(); ++e)
      done_[index(e)] = e < whole_.locations() || chance(random_, 75);
    for (bool changed = true; changed;) {
      changed = false;
      for (int e = 0; e < whole_.size(); ++e) {
        const Event& event = whole_[static_cast<EventNumber>(e)];
        const EventNumber need = event.kind == EventKind::read ? event.rf : event.rmw;
        if (!done_[index(e)] || need == kNoEvent || done_[need]) continue;
        done_[index(e)] = false;
        changed = true;
      }
    }
  }

  void issue(ThreadId t) {
    const int length = chance(random_, 50) ? whole_.slots(t) : below(random_, whole_.slots(t) + 1);
    for (int i = 0; i < length; ++i) {
      const EventNumber e = whole_.at(t, i);
      if (e == kNoEvent) continue;
      Event event = whole_[e];
      const bool second = event.kind == EventKind::write && event.rmw != kNoEvent;
      if (second && !done_[event.rmw]) continue;
      const EventNumber next = whole_.at(t, i + 1);
      const bool leads =
          next != kNoEvent && whole_[next].kind == EventKind::read && whole_[next].rmw != kNoEvent;
      if (event.kind == EventKind::fence && leads && !done_[next]) continue;
      event.rf = event.rmw = event.co_prev = event.co_next = kNoEvent;
      event.co_position = 0;
      const bool access = event.kind == EventKind::read || event.kind == EventKind::write;
      event.materialised = !access;
      if (access && !done_[e] && chance(random_, 30)) event.location = kNoLocation;
      if (event.kind == EventKind::read && event.claim == Claim::sure && !done_[e] &&
          chance(random_, 50)) {
        // Still a cmpxchg that may fail, with the tags of one that does.
        event.claim = Claim::maybe;
        event.compare = Compare::succeed_if_equal;
        event.other_tags = event.tags;
        event.tags = {Tag::once};
      }
      number_[e] = part_.add(event);
    }
  }

  void connect() {
    for (int i = whole_.locations(); i < whole_.size(); ++i) {
      const auto e = static_cast<EventNumber>(i);
      const EventNumber copy = number_[e];
      if (copy == kNoEvent) {
        done_[e] = false;
        continue;
      }
      const auto keep = [&](const EventSet& from, EventSet& to) {
        for_each(from, [&](int s) { to.set(number_[index(s)]); });
      };
      keep(whole_.dependencies(e).address, part_.dependencies(copy).address);
      keep(whole_.dependencies(e).data, part_.dependencies(copy).data);
      keep(whole_.dependencies(e).control, part_.dependencies(copy).control);
      if (whole_[e].rmw != kNoEvent && number_[whole_[e].rmw] != kNoEvent)
        part_.event(copy).rmw = number_[whole_[e].rmw];
    }
    for (int l = 0; l < whole_.locations(); ++l) {
      for (EventNumber w = whole_[static_cast<EventNumber>(l)].co_next; w != kNoEvent;
           w = whole_[w].co_next)
        if (done_[w]) part_.place_write(number_[w], part_.co_last(static_cast<LocId>(l)));
    }
    for (int e = 0; e < whole_.size(); ++e) {
      const Event& event = whole_[static_cast<EventNumber>(e)];
      if (event.kind == EventKind::read && done_[index(e)] && done_[event.rf])
        part_.resolve_read(number_[index(e)], number_[event.rf]);
    }
  }

  Random& random_;
  const ExecutionGraph& whole_;
  ExecutionGraph part_;
  std::vector<bool> done_ = std::vector<bool>(index(whole_.size()));
  std::vector<EventNumber> number_ = std::vector<EventNumber>(index(whole_.size()), kNoEvent);
};

TEST(Monotone, WhatHoldsOnAGraphHoldsOnItsParts) {
  Random random(5);
  int tested = 0;
  for (int i = 0; i < 20000; ++i) {
    const Term term = random_relation(random, {.depth = 5, .negation = Negation::of_static});
    const std::string text =
        (chance(random, 50) ? "acyclic " : "empty ") + print(term, random) + " as it";
    SCOPED_TRACE("case " + std::to_string(i) + ": " + text);
    const PreparedPlan program(compile_text(text, cat::Style::optimised), Tests::axioms);
    Evaluator<1> exact(program, Growth::final);
    Evaluator<1> growing(program, Growth::may_grow);
    for (int k = 0; k < 4; ++k) {
      const ExecutionGraph whole = random_graph(random, {.events = 4 + below(random, 7)});
      exact.prepare(whole);
      if (!exact.consistent()) continue;
      const Part part(random, whole);
      growing.prepare(part.graph());
      ASSERT_TRUE(growing.consistent()) << whole.canonical() << "\n" << part.graph().canonical();
      ++tested;
    }
  }
  EXPECT_GT(tested, 3000);
}

}  // namespace
}  // namespace ringcheck
