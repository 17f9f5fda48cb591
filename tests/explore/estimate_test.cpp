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

TEST(Estimate, OfASmallTreeIsExact) {
  for (const char* model : {"sc", "x86-tso", "rc11", "armv8", "lkmm"}) {
    for (const Program& program : {ring(2, 3), ring(2, 4), cas_lock(3), fetch_adds(5)}) {
      const ExploreCounts counts = explore_all(program, model).counts;
      const SizeEstimate estimate = estimate_size(program, find_model(model), 400, 1);
      EXPECT_EQ(estimate.executions, static_cast<double>(counts.complete + counts.blocked))
          << program.name << " under " << model;
      EXPECT_EQ(estimate.error, 0) << program.name << " under " << model;
      EXPECT_EQ(estimate.probes, 400);
    }
  }
}

TEST(Estimate, OfALargeTreeIsNearTheNumber) {
  for (const char* model : {"sc", "x86-tso", "rc11", "armv8", "lkmm"}) {
    for (const Program& program : {ring(2, 5), fetch_adds(6)}) {
      const ExploreCounts counts = explore_all(program, model).counts;
      const SizeEstimate estimate = estimate_size(program, find_model(model), 40, 1);
      const auto all = static_cast<double>(counts.complete + counts.blocked);
      EXPECT_GT(all, 16 * 40) << program.name << " under " << model << ": it was walked";
      EXPECT_LE(std::abs(estimate.executions - all), 4 * estimate.error + 1e-6)
          << program.name << " under " << model << ": " << estimate.executions << " ± "
          << estimate.error << ", is " << all;
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

TEST(Estimate, SeesALargeSubtreeThatIsFarDown) {
  const Program program = comb(12, 2000);
  const ExploreCounts counts = explore_all(program, "sc").counts;
  EXPECT_EQ(counts.complete, 2012U);
  // One in 4096 descents with equal odds would come to the 2000. The estimate tells descents that
  // go on from those that have stopped.
  const SizeEstimate estimate = estimate_size(program, find_model("sc"), 40, 1);
  EXPECT_GT(2012, 16 * 40) << "it was walked";
  EXPECT_EQ(estimate.executions, 2012);
}

TEST(Estimate, IsUnbiasedAlsoWhereUnlikeStatesStandForOneAnother) {
  // Eight probes keep one state of a level: the one with 150 executions after it, or one with two.
  constexpr int kSeeds = 2000;
  Program program = comb(0, 0);
  program.threads[0].body = [](ThreadRun& run) { run.choose(run.choose(8) == 1 ? 150 : 2); };
  double sum = 0;
  double squares = 0;
  for (int seed = 1; seed <= kSeeds; ++seed) {
    const double one =
        estimate_size(program, find_model("sc"), 8, static_cast<std::uint64_t>(seed)).executions;
    sum += one;
    squares += one * one;
  }
  const double mean = sum / kSeeds;
  const double error = std::sqrt((squares / kSeeds - mean * mean) / kSeeds);
  EXPECT_GT(error, 0);
  EXPECT_NEAR(mean, 164, 4 * error);
}

TEST(Estimate, IsTheSameForTheSameSeed) {
  const Model model = find_model("x86-tso");
  const SizeEstimate a = estimate_size(ring(2, 5), model, 50, 11);
  const SizeEstimate b = estimate_size(ring(2, 5), model, 50, 11);
  const SizeEstimate c = estimate_size(ring(2, 5), model, 50, 12);
  EXPECT_EQ(a.executions, b.executions);
  EXPECT_EQ(a.error, b.error);
  EXPECT_NE(a.executions, c.executions);
}

}  // namespace
}  // namespace ringcheck
