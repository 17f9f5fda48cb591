#pragma once
// `ringcheck shard plan`: what a cluster would do with an exploration, judging by measurements.

#include <cstddef>
#include <string>
#include <vector>

#include "cli/exit_status.hpp"

namespace ringcheck {

/// `ringcheck shard plan`.
struct ShardPlanOptions {
  std::string folder;
  double hours = 0;          ///< of one processor, that the exploration takes; 0: as measured
  double failures = 0.01;    ///< of one worker, per hour
  double slow_share = 0.02;  ///< of workers that are slow
  double slow_factor = 2;    ///< how much longer those take
  double start = 1;          ///< seconds to start a shard on a worker
  double divide = 0.05;      ///< seconds to divide off one shard
  double gather = 0.001;     ///< seconds to add up one result
  double processors = 0;     ///< that the workers share; 0: each has one of its own
  bool as_divided = false;   ///< simulate the shards as they are, and look for no others
  std::vector<std::size_t> workers{1, 2, 4, 8, 16, 100, 1000, 10000};
};

/// Simulates workers on what the results in a folder say about its shards. Prints, for each number
/// of workers, the number of shards that is done first, and where workers' time goes.
/// Status: holds. Errors: InputError when no shard is done.
ExitStatus plan_shards(const ShardPlanOptions& options);

}  // namespace ringcheck
