// A simulated cluster does what can be worked out by hand, and loses none of the workers' time.
#include "shards/simulation.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace ringcheck::shards {
namespace {

/// A cluster that costs nothing.
Cluster ideal(std::size_t workers) {
  Cluster cluster;
  cluster.workers = workers;
  cluster.divide = cluster.gather = cluster.start = cluster.write = 0;
  return cluster;
}

double sum(const std::vector<double>& all) {
  return std::accumulate(all.begin(), all.end(), 0.0);
}

TEST(Simulation, OfWhatIsEasilyWorkedOut) {
  struct Row {
    const char* name;
    std::vector<double> shards;
    Cluster cluster;
    double seconds;
  };
  Cluster costly = ideal(2);
  costly.divide = 1;
  costly.gather = 0.5;
  costly.start = 2;
  Cluster slow = ideal(2);
  slow.slow_share = 0.5;
  slow.slow_factor = 3;
  Cluster shared = ideal(4);
  shared.processors = 2;
  Cluster one_processor = costly;
  one_processor.processors = 1;
  for (const Row& row :
       {Row{"one worker", {1, 2, 3}, ideal(1), 6}, Row{"even shards", {2, 2, 2, 2}, ideal(2), 4},
        Row{"four workers share two processors", {1, 1, 1, 1}, shared, 2},
        // Until 1.5, three share two processors.
        Row{"a large shard is alone at last", {1, 1, 2}, shared, 2.5},
        Row{"starting shares as well", {4, 4}, one_processor, 2 + 4 + 8 + 1},
        Row{"a large shard comes last", {1, 1, 10}, ideal(2), 11},
        Row{"more workers than shards", {4, 5}, ideal(9), 5},
        Row{"what each shard costs", {4, 4}, costly, 2 + 2 + 4 + 1},
        Row{"a slow worker", {3, 3}, slow, 9}}) {
    SCOPED_TRACE(row.name);
    EXPECT_DOUBLE_EQ(simulate(row.shards, row.cluster).seconds, row.seconds);
  }
}

TEST(Simulation, AccountsForAllTimeOfAllWorkers) {
  Cluster cluster;
  cluster.failures = 3;
  cluster.slow_share = 0.1;
  cluster.slow_factor = 2;
  const std::vector<double> shards(2000, 40.0);
  for (const double processors : {0.0, 1.0, 7.0})
    for (const std::size_t workers : {1U, 10U, 100U, 1000U}) {
      cluster.workers = workers;
      cluster.processors = processors;
      const Simulated s = simulate(shards, cluster);
      EXPECT_NEAR(s.work, sum(shards), 1e-6);
      EXPECT_GE(s.idle, -1e-6 * s.seconds);
      EXPECT_GT(s.lost, 0);
      const bool shared = processors > 0 && static_cast<double>(workers) > processors;
      EXPECT_EQ(s.sharing > 1e-3, shared) << s.sharing;
      EXPECT_NEAR(s.work + s.slow + s.lost + s.starting + s.sharing + s.serial + s.idle,
                  static_cast<double>(workers) * s.seconds, 1e-3);
      EXPECT_LT(s.efficiency(workers), 1);
      EXPECT_GE(s.seconds, shared ? sum(shards) / processors : 0);
    }
}

TEST(Simulation, OfTheSameIsTheSame) {
  Cluster cluster;
  cluster.workers = 7;
  cluster.failures = 10;
  const std::vector<double> shards(100, 100.0);
  EXPECT_EQ(simulate(shards, cluster).seconds, simulate(shards, cluster).seconds);
}

TEST(Simulation, ShardsOfNeighboursKeepAllWork) {
  const std::vector<double> measured{5, 0, 1, 1, 1, 9, 3, 2, 2, 4};
  for (const std::size_t count : {1U, 2U, 3U, 10U, 99U}) {
    const std::vector<double> shards = put_together(measured, count);
    EXPECT_LE(shards.size(), std::min<std::size_t>(count, measured.size()));
    EXPECT_DOUBLE_EQ(sum(shards), sum(measured));
  }
}

TEST(Simulation, AnEnlargedExplorationHasTheSizeAskedFor) {
  EXPECT_NEAR(sum(enlarge({0.5, 2, 7}, 10000)), 10000, 1e-6);
}

TEST(Simulation, BestShardsAreSmallWhereWorkersDifferAndLargeWhereShardsCost) {
  const std::vector<double> subtrees(4096, 1.0);
  Cluster cheap = ideal(16);
  cheap.slow_share = 0.25;
  cheap.slow_factor = 3;
  Cluster costly = cheap;
  costly.divide = 5;
  EXPECT_EQ(best_shards(subtrees, costly).shards, 32U);
  EXPECT_GT(best_shards(subtrees, cheap).shards, 100U);
}

}  // namespace
}  // namespace ringcheck::shards
