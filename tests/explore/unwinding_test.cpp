// Threads whose locals have destructors: an unfinished run is unwound.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "explore/state_search.hpp"
#include "models/model.hpp"
#include "tests/explore/families.hpp"
#include "tests/explore/programs.hpp"
#include "tests/explore/subjects.hpp"

namespace ringcheck {
namespace {

class UnwoundRunsUnder : public ::testing::TestWithParam<const char*> {};

std::string name_of_model(const ::testing::TestParamInfo<const char*>& row) {
  return identifier(row.param);
}

/// How many of these are alive, on all threads of a program.
struct Guard {
  explicit Guard(int* alive) : alive_(alive) { ++*alive_; }
  Guard(const Guard&) = delete;
  Guard& operator=(const Guard&) = delete;
  ~Guard() { --*alive_; }

 private:
  int* alive_;
};

/// The program with a guard, and memory of its own, in each run of each thread.
Program guarded(Program program, int* alive) {
  for (Thread& thread : program.threads) {
    thread.unwinds = true;
    thread.body = [alive, body = thread.body](ThreadRun& run) {
      const Guard guard(alive);
      const std::vector<int> memory(100);
      body(run);
    };
  }
  return program;
}

TEST_P(UnwoundRunsUnder, FindTheSameExecutionsAndLeaveNothing) {
  for (const Program& program : {cas_lock(3), ticket_lock(3), ring(2, 3), fetch_adds(3)}) {
    int alive = 0;
    EXPECT_EQ(explore_all(guarded(program, &alive), GetParam()).sequence,
              explore_all(program, GetParam()).sequence);
    EXPECT_EQ(alive, 0);
  }
}

TEST_P(UnwoundRunsUnder, EndAlsoWhenTheCodeCatchesEverything) {
  Thread stubborn = thread({0}, [](ThreadRun& run) {
    try {
      run.assume(get(run, 1) == Word(1));
      put(run, 0, 1);
    } catch (...) {
      return;
    }
  });
  stubborn.unwinds = true;
  const Thread other = thread({1}, [](ThreadRun& run) { put(run, 1, 1); });
  const ExploreCounts counts = explore_all(program(2, {stubborn, other}), GetParam()).counts;
  EXPECT_EQ(counts.complete, 1U);
  EXPECT_EQ(counts.blocked, 1U);
}

TEST_P(UnwoundRunsUnder, AreUnwoundAtFaultsAndBoundsToo) {
  int alive = 0;
  const Thread faulty = thread({}, [](ThreadRun& run) { run.fail("a fault"); });
  const Thread endless = thread({}, [](ThreadRun& run) { run.reach_bound("a bound"); });
  const Found found = explore_all(guarded(program(1, {faulty, endless}), &alive), GetParam());
  EXPECT_EQ(found.counts.faults, 1U);
  EXPECT_EQ(alive, 0);
}

TEST(UnwoundRuns, AreTakenByTheSearchThroughStates) {
  for (const char* model : {"sc", "x86-tso", "rc11"}) {
    int alive = 0;
    const auto ends = [&](const Program& program) {
      return search_states(program, find_model(model), {}, {},
                           [](const Execution&, auto /*words*/) { return true; })
          .complete;
    };
    EXPECT_EQ(ends(guarded(cas_lock(3), &alive)), ends(cas_lock(3))) << model;
    EXPECT_EQ(alive, 0);
  }
}

INSTANTIATE_TEST_SUITE_P(Models, UnwoundRunsUnder, ::testing::ValuesIn(kModelNames), name_of_model);

}  // namespace
}  // namespace ringcheck
