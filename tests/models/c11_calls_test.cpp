// C and C++ atomics: sequentially consistent accesses under rc11, races with both their accesses,
// and what compare_exchange is on each machine.
#include "models/c11_calls.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "models/any_checker.hpp"
#include "tests/models/shapes.hpp"

namespace ringcheck {
namespace {

using namespace ringcheck::tests;

struct ShapeRow {
  const char* name;
  ExecutionGraph graph;
  const char* axiom;  ///< of rc11 that forbids it; empty: allowed
};

// Store buffering and IRIW tell seq_cst from acquire and release; 2+2W has stores alone. One
// relaxed access in each is enough to lose the order.
TEST(SeqCstAccesses, AreOrderedByRc11) {
  const TagSet sc{Tag::seq_cst};
  const Side both{.first = sc, .second = sc};
  const Side first{.first = sc};
  const Side second{.second = sc};
  const ShapeRow rows[] = {
      {"SB, all seq_cst", sb(both, both), "sc"},
      {"SB, one load relaxed", sb(first, both), ""},
      {"SB, one store relaxed", sb(second, both), ""},
      {"IRIW, reads seq_cst, writes relaxed", iriw(both, both), ""},
      {"2+2W, all seq_cst", two_plus_two_w(both, both), "sc"},
      {"2+2W, one relaxed", two_plus_two_w(first, both), ""},
      {"MP, the flag seq_cst", mp(second, first), "coherence"},
      {"MP, the data seq_cst", mp(first, second), ""},
  };
  const Model rc11 = find_model("rc11");
  for (const ShapeRow& row : rows) {
    const auto refusal = rc11.refusal(row.graph);
    EXPECT_EQ(refusal ? refusal->axiom : "", row.axiom) << row.name;
    EXPECT_EQ(make_cat_checker(rc11).consistent(row.graph), !refusal) << row.name;
  }
}

TEST(SeqCstAccesses, AreRefusedWhereTheModelHasNoWordForThem) {
  for (const std::string_view name : model_names()) {
    const bool has = name == "rc11" || name == "sc";
    EXPECT_EQ(find_model(name).refuses({Tag::seq_cst}).has_value(), !has) << name;
  }
}

TEST(Flagged, NamesBothAccessesOfARace) {
  GraphBuilder b(2);
  const auto w1 = b.write(0, 0, {});
  const auto w2 = b.write(0, 1, {Tag::once});
  const auto r1 = b.read(1, 1, {Tag::once});
  const auto r2 = b.read(1, 0, {});
  b.co(0, w1);
  b.co(1, w2);
  b.rf(w2, r1);
  b.rf(w1, r2);
  for (const char* name : {"rc11", "lkmm"}) {
    const auto pairs = find_model(name).flagged(b.graph(), "data-race");
    EXPECT_TRUE(std::ranges::find(pairs, EventPair{w1, r2}) != pairs.end()) << name;
    for (const EventPair& pair : pairs)
      EXPECT_TRUE((pair == EventPair{w1, r2} || pair == EventPair{r2, w1})) << name;
  }
  EXPECT_TRUE(find_model("rc11").flagged(b.graph(), "no-such-flag").empty());
  EXPECT_TRUE(find_model("sc").flagged(b.graph(), "data-race").empty());
}

TEST(C11Calls, HaveARowForEveryModelButTheKernels) {
  for (const std::string_view name : model_names())
    EXPECT_EQ(c11_calls(find_model(name)) == nullptr, name == "lkmm") << name;
}

struct CompareRow {
  const char* model;
  MemoryOrder success, failure;
  TagSet read, write, fail;
};

// On machines, one instruction reads whether or not it succeeds.
TEST(C11Calls, CompareExchangeHasTheOrderOfEither) {
  using enum MemoryOrder;
  const TagSet once{Tag::once};
  const TagSet acq{Tag::acquire};
  const TagSet rel{Tag::release};
  const CompareRow rows[] = {
      {"rc11", acquire, relaxed, acq, once, once},
      {"rc11", release, acquire, once, rel, acq},
      {"rc11", seq_cst, relaxed, {Tag::seq_cst}, {Tag::seq_cst}, once},
      {"armv8", relaxed, acquire, acq, once, acq},
      {"armv8", release, acquire, acq, rel, acq},
      {"armv8", release, relaxed, once, rel, once},
      {"riscv", acq_rel, relaxed, once | TagSet{Tag::exclusive} | TagSet{Tag::aq},
       once | TagSet{Tag::exclusive} | TagSet{Tag::rl},
       once | TagSet{Tag::exclusive} | TagSet{Tag::aq}},
      {"x86-tso", seq_cst, seq_cst, once, once, once},
  };
  for (const CompareRow& row : rows) {
    const C11Update update =
        compare_exchange_as(*c11_calls(find_model(row.model)), row.success, row.failure);
    EXPECT_EQ(update.read, row.read) << row.model;
    EXPECT_EQ(update.write, row.write) << row.model;
    EXPECT_EQ(update.fail, row.fail) << row.model;
  }
}

}  // namespace
}  // namespace ringcheck
