#pragma once
// A simulated cluster: how long an exploration would take on many workers, and where time goes.

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ringcheck::shards {

/// What is simulated. All times in seconds.
struct Cluster {
  std::size_t workers = 1;
  double processors = 0;    ///< that the workers share; 0: each has one of its own
  double divide = 0.01;     ///< to divide and write one shard, one after the other, before any work
  double gather = 0.001;    ///< to add up one result, one after the other, after all work
  double start = 0.1;       ///< from when a worker is free until it works on its next shard
  double write_every = 30;  ///< between two writes of a result
  double write = 0.002;     ///< one such write
  double failures = 0;      ///< of one worker, per hour of its work
  double restart = 60;      ///< from a failure until its shard is taken up again
  double slow_share = 0;    ///< of workers that are slow
  double slow_factor = 1;   ///< how much longer such a worker takes
  std::uint64_t seed = 1;
};

/// The result of a simulation, in seconds; the shares of workers' time add up to workers * seconds.
struct Simulated {
  double seconds = 0;   ///< from the first step to the last
  double work = 0;      ///< on shards, once for each, on workers that are not slow
  double slow = 0;      ///< that slow workers took more
  double lost = 0;      ///< work that failures threw away, and the wait after them
  double starting = 0;  ///< starts of shards, and writes of results
  double serial = 0;    ///< in which workers wait for the division and for the sum
  double sharing = 0;   ///< that workers wait for a processor that others have
  double idle = 0;      ///< of workers that find no shard, while others work on theirs
  [[nodiscard]] double efficiency(std::size_t workers) const {
    return work / (static_cast<double>(workers) * seconds);
  }
  [[nodiscard]] double speed_up() const { return work / seconds; }
};

/// Shards that take `shards` seconds, given out in their order to whichever worker is free first.
Simulated simulate(const std::vector<double>& shards, const Cluster& cluster);

/// Puts `measured` seconds of subtrees, in their order, together into `count` shards of neighbours
/// that are about equal by what was measured; at most as many shards as subtrees.
std::vector<double> put_together(const std::vector<double>& measured, std::size_t count);

/// An exploration of `seconds` seconds with subtrees like the `measured` ones, drawn from these
/// again and again. Pre: the sum of `measured` is above 0.
std::vector<double> enlarge(const std::vector<double>& measured, double seconds,
                            std::uint64_t seed = 1);

/// A number of shards, and the simulation with it.
struct ShardChoice {
  std::size_t shards = 0;
  Simulated simulated;
};

/// The number of shards, out of 1, 2, 4, 8 … for each worker, with which `subtrees` are done
/// soonest.
ShardChoice best_shards(const std::vector<double>& subtrees, const Cluster& cluster);

}  // namespace ringcheck::shards
