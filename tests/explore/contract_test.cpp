// What explore() promises besides finding every execution: an order, and that it refuses what it
// cannot explore.
#include <gtest/gtest.h>

#include <memory>
#include <ostream>
#include <string>

#include "explore/decisions.hpp"
#include "graph/diagnostic.hpp"
#include "tests/explore/families.hpp"
#include "tests/explore/lowering.hpp"
#include "tests/explore/programs.hpp"
#include "tests/explore/subjects.hpp"
#include "tests/oracle/random_program.hpp"

namespace ringcheck {
namespace {

class UnderEachModel : public ::testing::TestWithParam<const char*> {};

std::string name_of_model(const ::testing::TestParamInfo<const char*>& row) {
  return identifier(row.param);
}

TEST_P(UnderEachModel, TheSameProgramGivesTheSameSequence) {
  for (const Program& program : {cas_lock(3), ticket_lock(3), ring(2, 3)})
    EXPECT_EQ(explore_all(program, GetParam()).sequence, explore_all(program, GetParam()).sequence);
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    const oracle::TestProgram text = oracle::random_program(seed, 25);
    // Lowered anew, so that nothing left over from a first exploration takes part.
    EXPECT_EQ(explore_all(lower(text), GetParam()).sequence,
              explore_all(lower(text), GetParam()).sequence)
        << oracle::to_text(text);
  }
}

TEST_P(UnderEachModel, AVisitorEndsTheExploration) {
  int visits = 0;
  const ExploreCounts counts = explore(fetch_adds(3), find_model(GetParam()), {},
                                       [&](const Execution&) { return ++visits < 4; });
  EXPECT_EQ(visits, 4);
  EXPECT_EQ(counts.ended_by, EndedBy::visitor);
  EXPECT_FALSE(counts.limit_reached());
}

TEST_P(UnderEachModel, ALimitEndsTheExploration) {
  const ExploreCounts counts =
      explore(fetch_adds(3), find_model(GetParam()), {.executions = 4}, {});
  EXPECT_EQ(counts.complete, 4U);
  EXPECT_EQ(counts.ended_by, EndedBy::executions);
  EXPECT_TRUE(counts.limit_reached());
}

// What was issued after the fault, while the address was unknown, never gets a value.
TEST_P(UnderEachModel, AFaultIsFoundAlsoWhenLaterStoresDependOnIt) {
  const Program wild = program(2, {thread({1}, [](ThreadRun& run) {
                                 const Word pointer = get(run, 0);
                                 put(run, 1, run.load(pointer, {Tag::once}));
                               })});
  std::string found;
  const ExploreCounts counts = explore(wild, find_model(GetParam()), {}, [&](const Execution& its) {
    found = its.text;
    const Dependence dependence = find_model(GetParam()).dependence();
    const ExecutionGraph again = rebuild(wild, decisions_of(its.graph), dependence);
    EXPECT_EQ(again.canonical(), its.graph.canonical());
    return true;
  });
  EXPECT_EQ(counts.faults, 1U);
  EXPECT_EQ(counts.dead, 0U);
  EXPECT_EQ(found, "an access through a value that is no address");
}

INSTANTIATE_TEST_SUITE_P(Models, UnderEachModel, ::testing::ValuesIn(kModelNames), name_of_model);

struct Refused {
  const char* name;
  Program program;
  const char* says;  ///< part of the message
};

/// The test's name.
void PrintTo(const Refused& row, std::ostream* out) {
  *out << row.name;
}

/// A program of one thread, which may write locations 0 and 1 of three.
Program one_thread(std::function<void(ThreadRun&)> body) {
  return program(3, {thread({0, 1}, std::move(body)), thread({0, 1}, [](ThreadRun&) {})});
}

/// A thread that does one thing in every other run, and another in the runs between.
Program fickle(void (*one)(ThreadRun&), void (*other)(ThreadRun&)) {
  return one_thread([one, other, runs = std::make_shared<int>(0)](ThreadRun& run) {
    ((*runs)++ % 2 == 0 ? one : other)(run);
    run.assume(get(run, 1) == Word(0));
  });
}

/// A store to x where every one is declared to be a release.
Program store_that_should_be_a_release() {
  Thread writer = thread({0}, [](ThreadRun& run) { put(run, 0, 1); });
  writer.least_tags = {{Tag::release}};
  return program(1, {writer});
}

/// A store to x after something else than the fence that is declared to be there.
Program store_that_should_have_a_fence(void (*before)(ThreadRun&)) {
  Thread writer = thread({0}, [before](ThreadRun& run) {
    before(run);
    put(run, 0, 1);
  });
  writer.least_fences = {{Tag::mb}};
  return program(1, {writer});
}

class Explore : public ::testing::TestWithParam<Refused> {};

TEST_P(Explore, Refuses) {
  for (const char* model : kModelNames) {
    SCOPED_TRACE(model);
    try {
      explore_all(GetParam().program, model);
      ADD_FAILURE() << "explored";
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find(GetParam().says), std::string::npos) << error.what();
    }
  }
}

// 3 initial writes beside the events of the thread.
const Refused kRefused[] = {
    {"too_many_events", one_thread([](ThreadRun& run) {
       for (int i = 0; i < kMaxEvents - 2; ++i) put(run, 0, 1);
     }),
     "more than 65000 events"},
    {"a_store_that_is_not_declared", one_thread([](ThreadRun& run) { put(run, 2, 1); }),
     "a store to l2, which the thread does not declare to write"},
    {"a_read_modify_write_that_is_not_declared", one_thread([](ThreadRun& run) {
       run.read_modify_write(RmwOperation::add, address_of(2), 1, {});
     }),
     "a store to l2"},
    {"a_seq_cst_access_that_is_not_declared",
     one_thread([](ThreadRun& run) { run.load(address_of(0), {Tag::seq_cst}); }), "seq_cst"},
    {"a_store_with_less_order_than_declared", store_that_should_be_a_release(), "less order"},
    {"a_store_without_the_declared_fence",
     store_that_should_have_a_fence([](ThreadRun& run) { run.fence({Tag::wmb}); }), "the fence"},
    {"a_store_not_right_after_the_declared_fence",
     store_that_should_have_a_fence([](ThreadRun& run) {
       run.fence({Tag::mb});
       get(run, 0);
     }),
     "the fence"},
    {"another_kind_of_event",
     fickle([](ThreadRun& run) { get(run, 0); }, [](ThreadRun& run) { run.fence({Tag::mb}); }),
     "not deterministic"},
    {"another_level",
     fickle([](ThreadRun& run) { get(run, 0); },
            [](ThreadRun& run) {
              run.set_level(1);
              get(run, 0);
            }),
     "not deterministic"},
};

INSTANTIATE_TEST_SUITE_P(Programs, Explore, ::testing::ValuesIn(kRefused),
                         ::testing::PrintToStringParamName());

/// Beyond what a byte counts, what sets keep inside themselves, and what fixed-width rows hold.
TEST(Capacities, GrowWithTheProgram) {
  const Program many_events = one_thread([](ThreadRun& run) {
    for (int i = 0; i < 4'200; ++i) run.fence({Tag::mb});
  });
  const Program many_loads = one_thread([](ThreadRun& run) {
    for (int i = 0; i < 300; ++i) get(run, 2);
  });
  for (const char* model : kModelNames) {
    EXPECT_EQ(explore_all(many_events, model).counts.complete, 1U) << model;
    EXPECT_EQ(explore_all(many_loads, model).counts.complete, 1U) << model;
  }
}

/// A store of the sum of all loads depends on them all, to the last one.
TEST(Capacities, TellManyLoadsApart) {
  Thread first = thread({1}, [](ThreadRun& run) {
    Word sum = 0;
    for (int i = 0; i < 200; ++i) sum = sum + get(run, 0);
    run.store(address_of(1), sum, {Tag::once});
  });
  const Program all = program(2, {first});
  EXPECT_EQ(explore_all(all, "lkmm").counts.complete, 1U);
  ExecutionGraph graph;
  explore(all, find_model("lkmm"), {}, [&](const Execution& execution) {
    graph = execution.graph;
    return true;
  });
  const EventNumber store = graph.at(0, 200);
  EXPECT_EQ(graph.dependencies(store).data.count(), 200);
}

}  // namespace
}  // namespace ringcheck
