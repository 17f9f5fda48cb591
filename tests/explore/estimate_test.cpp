// Estimates of the number of executions come near it, and say how near.
#include "explore/estimate.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "graph/diagnostic.hpp"
#include "models/model.hpp"
#include "tests/explore/families.hpp"
#include "tests/explore/programs.hpp"

namespace ringcheck {
namespace {

TEST(Estimate, IsWithinFourErrorsOfTheNumber) {
  for (const char* model : {"sc", "x86-tso", "rc11", "armv8", "lkmm"}) {
    for (const Program& program : {ring(2, 3), ring(2, 4), cas_lock(3), fetch_adds(5)}) {
      const ExploreCounts counts = explore_all(program, model).counts;
      const SizeEstimate estimate = estimate_size(program, find_model(model), 400, 1);
      const auto all = static_cast<double>(counts.complete + counts.blocked);
      EXPECT_LE(std::abs(estimate.executions - all), 4 * estimate.error + 1e-6)
          << program.name << " under " << model << ": " << estimate.executions << " ± "
          << estimate.error << ", is " << all;
      EXPECT_EQ(estimate.probes, 400);
    }
  }
}

/// A thread that may stop at each of `points` places, as an interrupt may come at each, and chooses
/// among `last` values when it has passed them all.
Program comb(int points, std::uint64_t last) {
  Thread thread;
  thread.name = "P0";
  thread.body = [points, last](ThreadRun& run) {
    for (int i = 0; i < points; ++i)
      if (run.choose(2) == 1) return;
    run.choose(last);
  };
  Program program;
  program.name = "comb";
  program.threads = {thread};
  return program;
}

TEST(Estimate, LearnsWhereTheLargeSubtreesAre) {
  const Program program = comb(12, 200);
  const ExploreCounts counts = explore_all(program, "sc").counts;
  EXPECT_EQ(counts.complete, 212U);
  // One in 4096 probes with equal odds would come to the 200.
  const SizeEstimate estimate = estimate_size(program, find_model("sc"), 2000, 1);
  EXPECT_NEAR(estimate.executions, 212, 4 * estimate.error);
  EXPECT_LT(estimate.error, 20);
}

TEST(Estimate, OfATreeWithoutLuckIsExact) {
  // n! leaves, all by the same numbers of options.
  const SizeEstimate estimate = estimate_size(fetch_adds(4), find_model("sc"), 10, 7);
  EXPECT_EQ(explore_all(fetch_adds(4), "sc").counts.complete, 24U);
  EXPECT_NEAR(estimate.executions, 24, 24);
}

TEST(Estimate, IsTheSameForTheSameSeed) {
  const Model model = find_model("x86-tso");
  const SizeEstimate a = estimate_size(ring(2, 3), model, 50, 11);
  const SizeEstimate b = estimate_size(ring(2, 3), model, 50, 11);
  const SizeEstimate c = estimate_size(ring(2, 3), model, 50, 12);
  EXPECT_EQ(a.executions, b.executions);
  EXPECT_EQ(a.error, b.error);
  EXPECT_NE(a.executions, c.executions);
}

}  // namespace
}  // namespace ringcheck
