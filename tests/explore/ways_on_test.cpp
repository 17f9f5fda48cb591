// The ways on for a thread while the values of its loads are unknown, and what a search makes of
// them.
#include "explore/ways_on.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "explore/later_writes.hpp"
#include "tests/explore/programs.hpp"

namespace ringcheck {
namespace {

constexpr LocId kX = 0;
constexpr LocId kY = 1;
constexpr LocId kZ = 2;

/// The state without order in which nothing has happened.
State before_all(const Program& program) {
  State state;
  state.in_order = false;
  state.graph.reset(program.initial_values(), static_cast<int>(program.threads.size()), true);
  state.threads.assign(program.threads.size(), {});
  state.waiting_for.assign(program.threads.size(), {});
  return state;
}

/// The first thread runs `body` and may write y and z; another one may write x.
Program program_of(const std::function<void(ThreadRun&)>& body) {
  return program(4, {thread({kY, kZ}, body), thread({kX}, [](ThreadRun&) {})});
}

/// What happens on a way: where it writes, and `*` if it goes on.
std::string writes_of(const WayOn& way) {
  std::string writes;
  for (int slot = 0; slot < way.graph.slots(0); ++slot) {
    const EventNumber e = way.graph.at(0, slot);
    if (e == kNoEvent || way.graph[e].kind != EventKind::write) continue;
    const LocId location = way.graph[e].location;
    writes += location == kNoLocation ? "?" : std::string(1, "xyzc"[location]);
  }
  return writes + (way.goes_on() ? "*" : "");
}

void repeats_until_x(ThreadRun& run) {
  while (!run.branch(get(run, kX) == Word(1))) continue;
  put(run, kY, 1);
}

void comes_round(ThreadRun& run) {
  while (!run.branch(get(run, kX) == Word(1)))
    if (run.follows_way()) run.come_to({1, 1});
  put(run, kY, 1);
}

struct WaysRow {
  const char* name;
  std::function<void(ThreadRun&)> body;
  std::size_t most;
  std::multiset<std::string> expected;
};

TEST(WaysOn, AreThoseThatTheCodeMayTake) {
  const WaysRow rows[] = {
      {"no unknown value", [](ThreadRun& run) { put(run, kY, 1); }, 8, {"y"}},
      {"a branch",
       [](ThreadRun& run) { put(run, run.branch(get(run, kX) == Word(1)) ? kY : kZ, 1); },
       8,
       {"y", "z"}},
      {"an assumption, which may end it",
       [](ThreadRun& run) {
         put(run, kZ, 1);
         run.assume(get(run, kX) == Word(1));
         put(run, kY, 1);
       },
       8,
       {"z", "zy"}},
      {"an assumption before a branch on the same value",
       [](ThreadRun& run) {
         const Word x = get(run, kX);
         run.assume(x == Word(1));
         if (run.branch(x == Word(1))) put(run, kY, 1);
       },
       8,
       {"", "", "y"}},
      {"a choice among three",
       [](ThreadRun& run) {
         for (std::uint64_t n = run.choose(3); n > 0; --n) put(run, kY, 1);
       },
       8,
       {"", "y", "yy"}},
      {"a loop, as far as there is room", repeats_until_x, 3, {"y", "y", "*"}},
      {"no room at all", repeats_until_x, 1, {"*"}},
      {"a loop that comes to the state that it was in", comes_round, 8, {"y", "y", ""}},
      {"a question that more is done after if it is answered by yes",
       [](ThreadRun& run) {
         if (run.presume(get(run, kX) == Word(1))) put(run, kY, 1);
       },
       8,
       {"y"}},
      {"an address that is unknown",
       [](ThreadRun& run) { run.store(address_of(kY) + get(run, kX), 1, {Tag::once}); },
       8,
       {"?"}},
      {"an address from where nobody writes",
       [](ThreadRun& run) { run.store(address_of(kY) + get(run, 3), 1, {Tag::once}); },
       8,
       {"y"}},
      {"an address from where the thread has written, while a write elsewhere waits",
       [](ThreadRun& run) {
         put(run, kZ, 0);
         put(run, kY, get(run, kX));
         run.store(address_of(kY) + get(run, kZ), 1, {Tag::once});
       },
       8,
       {"zyy"}},
      {"an address from where it has written what is unknown",
       [](ThreadRun& run) {
         put(run, kZ, get(run, kX));
         run.store(address_of(kY) + get(run, kZ), 1, {Tag::once});
       },
       8,
       {"z?"}},
      {"an address from where it may have written",
       [](ThreadRun& run) {
         put(run, kZ, 0);
         run.read_modify_write(RmwOperation::compare_exchange, address_of(kZ), 1, {}, get(run, kX));
         run.store(address_of(kY) + get(run, kZ), 1, {Tag::once});
       },
       8,
       {"z?"}},
      {"a wait for what nobody writes",
       [](ThreadRun& run) {
         run.await_equal(address_of(3), 1, {Tag::once});
         put(run, kY, 1);
       },
       8,
       {"y"}},
      {"a full fence, where there is room for one branch more",
       [](ThreadRun& run) {
         if (run.branch(get(run, kX) == Word(1))) run.fence({Tag::mb});
         if (run.branch(get(run, kX) == Word(1))) put(run, kY, 1);
       },
       3,
       {"y", "", "*"}},
  };
  for (const WaysRow& row : rows) {
    const Program program = program_of(row.body);
    std::multiset<std::string> found;
    for (const WayOn& way : ways_on(program, before_all(program), 0, row.most))
      found.insert(writes_of(way));
    EXPECT_EQ(found, row.expected) << row.name;
  }
}

// Where the code asks whether a compare-exchange has stored, the ways that follow know.
TEST(WaysOn, KnowWhetherACompareExchangeHasStored) {
  for (const bool full : {false, true}) {
    const Program program = program_of([full](ThreadRun& run) {
      RmwOrder order;
      order.read_tags = {Tag::acquire};
      order.full = full;
      const Word old =
          run.read_modify_write(RmwOperation::compare_exchange, address_of(kX), 1, order);
      const bool has_stored = run.branch(old == Word(0));
      if (run.follows_way()) run.settle_on_way(0, has_stored);
      put(run, has_stored ? kY : kZ, 1);
    });
    std::set<std::string> found;
    for (const WayOn& way : ways_on(program, before_all(program), 0, 8)) {
      const Event& read = way.graph[way.graph.at(0, full ? 1 : 0)];
      found.insert(writes_of(way) + (read.claim == Claim::sure ? " stored" : " not stored") +
                   (read.tags.has(Tag::acquire) ? ", acquires" : ""));
    }
    EXPECT_EQ(found, (std::set<std::string>{"y stored, acquires", "z not stored"})) << full;
  }
}

struct LaterRow {
  const char* name;
  std::function<void(ThreadRun&)> body;
  bool to_y, to_z;
};

TEST(LaterWrites, AreThoseOfSomeWay) {
  const LaterRow rows[] = {
      {"one branch",
       [](ThreadRun& run) {
         if (run.branch(get(run, kX) == Word(1))) put(run, kY, 1);
       },
       true, false},
      {"both branches",
       [](ThreadRun& run) { put(run, run.branch(get(run, kX) == Word(1)) ? kY : kZ, 1); }, true,
       true},
      {"a loop without end",
       [](ThreadRun& run) {
         while (!run.branch(get(run, kX) == Word(1))) continue;
       },
       true, true},
      {"an unknown address",
       [](ThreadRun& run) { run.store(address_of(kY) + get(run, kX), 1, {Tag::once}); }, true,
       true},
      {"an unknown address that is that of y",
       [](ThreadRun& run) {
         run.set_targets(1);
         run.store(address_of(kY) + get(run, kX), 1, {Tag::once});
       },
       true, false},
      {"a read-modify-write that may fail",
       [](ThreadRun& run) {
         get(run, kX);
         run.read_modify_write(RmwOperation::compare_exchange, address_of(kZ), 1, {}, 0);
       },
       false, true},
  };
  for (const LaterRow& row : rows) {
    Program program = program_of(row.body);
    program.targets.resize(1);
    program.targets[0].set(kY);
    const State state = before_all(program);
    LaterWrites later(program);
    EXPECT_EQ(later.may_come_to(state, 0, kY), row.to_y) << row.name;
    EXPECT_EQ(later.may_come_to(state, 0, kZ), row.to_z) << row.name;
  }
}

TEST(LaterWrites, HangOnTheValuesThatTheThreadHasGot) {
  const Program program = program_of([](ThreadRun& run) {
    const Word x = get(run, kX);
    get(run, kX);
    if (run.branch(x == Word(1))) put(run, kY, 1);
  });
  State state = before_all(program);
  ThreadRun(program, state.graph, 0, Dependence::syntactic).run();
  LaterWrites later(program);
  EXPECT_TRUE(later.may_come_to(state, 0, kY));
  const EventNumber first = state.graph.at(0, 0);
  state.graph.resolve_read(first, kX);
  EXPECT_FALSE(later.may_come_to(state, 0, kY)) << "x is 0";
  state.graph.unresolve_read(first);
  state.speculations[0] = {0, 0, false};
  state.speculation_count = 1;
  EXPECT_FALSE(later.may_come_to(state, 0, kY)) << "the branch is not taken";
}

TEST(LaterWrites, AreAllThatALargeThreadMayWriteWhereItWaitsInOrder) {
  struct Row {
    const char* name;
    int loads;
    bool in_order, without_order;
  };
  for (const Row& row : {Row{"few events", 20, false, false}, Row{"many", 80, true, false}}) {
    const Program program = program_of([&](ThreadRun& run) {
      for (int i = 0; i < row.loads; ++i) get(run, kX);
      put(run, kY, 1);
    });
    State state = before_all(program);
    ThreadRun(program, state.graph, 0, Dependence::syntactic).run();
    LaterWrites later(program);
    EXPECT_EQ(later.may_come_to(state, 0, kZ), row.without_order) << row.name;
    EXPECT_EQ(later.may_come_to(state, ValueHistory::of_thread(0), 0, kZ), row.in_order)
        << row.name;
  }
}

/// Loads `from`, and stores to `to` after a branch, or an assumption, and a fence.
Thread fenced(LocId from, LocId to, bool assumes) {
  return thread({static_cast<int>(to)}, [=](ThreadRun& run) {
    run.scope([&] {
      const Word value = get(run, from);
      if (assumes)
        run.assume(value == Word(0));
      else
        run.branch(value == Word(1));
    });
    get(run, kZ);
    run.fence({Tag::mb});
    put(run, to, 1);
  });
}

// The fences come after what is unknown. They keep each load before its thread's store, so the
// search never leaves order.
TEST(WaysOn, ShowFencesBeyondBranchesAndAssumptions) {
  for (const bool assumes : {false, true}) {
    const Program both = program(3, {fenced(kX, kY, assumes), fenced(kY, kX, assumes)});
    const Found found = explore_all(both, "lkmm");
    EXPECT_TRUE(found.each_once());
    EXPECT_EQ(found.counts.complete, assumes ? 1U : 3U);
    EXPECT_EQ(found.counts.blocked, assumes ? 2U : 0U);
    EXPECT_EQ(found.counts.dead + found.counts.discarded, 0U);
  }
}

/// Loads `from`, and stores to `to` after a fence, which comes after two branches on most ways, and
/// after five more on others.
Thread fenced_late(LocId from, LocId to) {
  Thread late = thread({static_cast<int>(to)}, [=](ThreadRun& run) {
    const Word value = get(run, from);
    const bool is_two = run.branch(value == Word(2));
    const bool is_three = run.branch(value == Word(3));
    const bool is_early = is_two || is_three;
    if (is_early) run.fence({Tag::mb});
    for (std::uint64_t other = 4; other < 9; ++other) run.branch(value == Word(other));
    if (!is_early) run.fence({Tag::mb});
    put(run, to, 1);
  });
  late.least_tags.assign(2, {Tag::once});
  return late;
}

// What comes after a fence takes no room from ways on which it is still to come.
TEST(WaysOn, ShowFencesThatComeLate) {
  const Program both = program(2, {fenced_late(kX, kY), fenced_late(kY, kX)});
  const Found found = explore_all(both, "lkmm");
  EXPECT_TRUE(found.each_once());
  EXPECT_EQ(found.counts.complete, 3U);
  EXPECT_EQ(found.counts.dead + found.counts.discarded, 0U);
}

}  // namespace
}  // namespace ringcheck
