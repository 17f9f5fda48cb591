// Read-modify-writes that are deferred in vain are recognised: exploring the programs here meets no
// dead end.
#include "explore/lost_in_order.hpp"

#include <gtest/gtest.h>

#include <cstdint>

#include "explore/explore.hpp"
#include "models/model.hpp"
#include "tests/explore/programs.hpp"

namespace ringcheck {
namespace {

void exchange(ThreadRun& run, std::uint64_t expected, std::uint64_t next) {
  run.read_modify_write(RmwOperation::compare_exchange, address_of(0), next, {}, expected);
}

/// Threads that each replace the previous thread's number with their own.
Program steps(int threads) {
  std::vector<Thread> all;
  for (int t = 0; t < threads; ++t) {
    const auto number = static_cast<std::uint64_t>(t);
    all.push_back(thread({0}, [number](ThreadRun& run) { exchange(run, number, number + 1); }));
  }
  return program(1, std::move(all));
}

struct Case {
  const char* name;
  Program program;
  std::uint64_t executions;
};

void PrintTo(const Case& row, std::ostream* out) {
  *out << row.name;
}

class DeferredInVain : public ::testing::TestWithParam<Case> {};

TEST_P(DeferredInVain, MeetsNoDeadEnd) {
  for (const char* model : {"sc", "x86-tso", "rc11"}) {
    const ExploreCounts counts =
        explore(GetParam().program, find_model(model), {}, [](const Execution&) { return true; });
    EXPECT_EQ(counts.complete, GetParam().executions) << model;
    EXPECT_EQ(counts.dead + counts.discarded, 0U) << model;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Each, DeferredInVain,
    ::testing::Values(
        // If all succeed, 1. If threads 0 … k - 1 do and k does not, k reads one of the k values
        // before its own, and each of the 4 - k after it one of all k + 1: 8 + 18 + 12 + 4.
        Case{"of_five_steps", steps(5), 43},
        // The first thread stores at its beginning, and is no help after that. The exchange succeeds or
        // not, there are two orders of the stores to the second location, and it reads one of three.
        Case{"behind_a_store_at_the_beginning",
             program(2, {thread({0},
                                [](ThreadRun& run) {
                                  put(run, 0, 1);
                                  get(run, 1);
                                }),
                         thread({0, 1},
                                [](ThreadRun& run) {
                                  exchange(run, 1, 2);
                                  put(run, 1, 1);
                                }),
                         thread({1}, [](ThreadRun& run) { put(run, 1, 2); })}),
             12}),
    [](const auto& row) { return std::string(row.param.name); });

}  // namespace
}  // namespace ringcheck
