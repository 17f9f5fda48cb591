// Reads that are resolved, what a comparison makes of them, and back.
#include "graph/execution_graph.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <ostream>
#include <string>

#include "tests/graph/graphs.hpp"

namespace ringcheck {
namespace {

using ringcheck::tests::event;
using ringcheck::tests::two_locations;

constexpr TagSet kNow{Tag::once};
constexpr TagSet kOther{Tag::acquire};

/// A read of location 1, whose initial value is 5, and what it becomes.
struct Reading {
  const char* name;
  Compare compare = Compare::none;
  std::uint64_t expected = 0;
  bool full = false;
  bool expected_known = true;
  // Once it has read from the initial write:
  TagSet tags = kNow;
  Claim claim = Claim::maybe;
  bool fence = false;
};

void PrintTo(const Reading& row, std::ostream* out) {
  *out << row.name;
}

class ResolvedReads : public ::testing::TestWithParam<Reading> {
 protected:
  /// Adds the row's read in slot 1 of thread 0, the slot before it left empty.
  static EventNumber add_read(ExecutionGraph& graph) {
    Event read = event({0, 1}, EventKind::read, 1);
    read.tags = kNow;
    read.other_tags = kOther;
    read.level = 2;
    read.compare = GetParam().compare;
    read.expected = GetParam().expected;
    read.expected_known = GetParam().expected_known;
    read.full = GetParam().full;
    read.claim = Claim::maybe;
    graph.reserve_slots(0, 2);
    return graph.add(read);
  }

  static void expect_settled(const ExecutionGraph& graph, EventNumber r) {
    const Reading& row = GetParam();
    EXPECT_EQ(graph[r].tags, row.tags);
    EXPECT_EQ(graph[r].claim, row.claim);
    const EventNumber fence = graph.at(0, 0);
    EXPECT_EQ(fence != kNoEvent, row.fence);
    if (!row.fence || fence == kNoEvent) return;
    EXPECT_EQ(graph[fence].kind, EventKind::fence);
    EXPECT_EQ(graph[fence].tags, (TagSet{Tag::mb, Tag::of_full_rmw}));
    EXPECT_EQ(graph[fence].level, 2);
    EXPECT_TRUE(graph[fence].materialised);
    EXPECT_TRUE(graph.po_before(fence, r));
  }
};

TEST_P(ResolvedReads, SettleAndComeBack) {
  const auto graph = two_locations();
  const EventNumber r = add_read(*graph);
  const std::string before = graph->canonical();
  graph->resolve_read(r, 1);
  EXPECT_EQ((*graph)[r].rf, 1);
  EXPECT_EQ((*graph)[r].value, 5U);
  EXPECT_TRUE((*graph)[r].value_known);
  EXPECT_TRUE((*graph)[r].materialised);
  expect_settled(*graph, r);

  graph->unresolve_read(r);
  EXPECT_EQ(graph->canonical(), before);
  EXPECT_EQ((*graph)[r].rf, kNoEvent);
  EXPECT_FALSE((*graph)[r].value_known);
  EXPECT_FALSE((*graph)[r].materialised);
  EXPECT_EQ((*graph)[r].tags, kNow);
  EXPECT_EQ((*graph)[r].other_tags, kOther);
  EXPECT_EQ((*graph)[r].claim, Claim::maybe);
  EXPECT_EQ(graph->at(0, 0), kNoEvent);

  graph->resolve_read(r, 1);
  expect_settled(*graph, r);
}

constexpr Compare kIf = Compare::succeed_if_equal;
constexpr Compare kUnless = Compare::succeed_unless_equal;
constexpr Compare kAwait = Compare::await_equal;

INSTANTIATE_TEST_SUITE_P(
    ExecutionGraph, ResolvedReads,
    ::testing::Values(
        Reading{.name = "compares_nothing"},
        Reading{
            .name = "equal", .compare = kIf, .expected = 5, .tags = kOther, .claim = Claim::sure},
        Reading{.name = "not_equal", .compare = kIf, .expected = 4},
        Reading{.name = "unless_equal", .compare = kUnless, .expected = 5},
        Reading{.name = "unless_not_equal",
                .compare = kUnless,
                .expected = 4,
                .tags = kOther,
                .claim = Claim::sure},
        Reading{.name = "full_equal",
                .compare = kIf,
                .expected = 5,
                .full = true,
                .tags = kOther,
                .claim = Claim::sure,
                .fence = true},
        Reading{.name = "full_not_equal", .compare = kIf, .expected = 4, .full = true},
        Reading{.name = "full_unless_not_equal",
                .compare = kUnless,
                .expected = 4,
                .full = true,
                .tags = kOther,
                .claim = Claim::sure,
                .fence = true},
        Reading{.name = "await_keeps_its_tags", .compare = kAwait, .expected = 5},
        // What it is compared with is not known yet: nothing is settled.
        Reading{.name = "expected_unknown",
                .compare = kIf,
                .expected = 5,
                .full = true,
                .expected_known = false}),
    ::testing::PrintToStringParamName());

TEST(ExecutionGraph, SettlesACompareWhenItLearnsWhatIsExpected) {
  for (const std::uint64_t expected : {4U, 5U}) {
    const auto graph = two_locations();
    Event read = event({0, 1}, EventKind::read, 1);
    read.tags = kNow;
    read.other_tags = kOther;
    read.compare = kIf;
    read.expected_known = false;
    read.full = true;
    read.claim = Claim::maybe;
    const EventNumber r = graph->add(read);
    graph->resolve_read(r, 1);
    graph->event(r).expected = expected;
    graph->event(r).expected_known = true;
    graph->settle_compare(r);
    const bool succeeds = expected == 5;
    EXPECT_EQ(graph->succeeds(r), succeeds);
    EXPECT_EQ((*graph)[r].tags, succeeds ? kOther : kNow);
    EXPECT_EQ((*graph)[r].claim, succeeds ? Claim::sure : Claim::maybe);
    EXPECT_EQ(graph->at(0, 0) != kNoEvent, succeeds);
  }
}

}  // namespace
}  // namespace ringcheck
