#pragma once
// `ringcheck shard plan`: what a cluster would do with an exploration, from what was measured.

#include <string>

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
};

/// Simulates 1 to 10,000 workers on what the results in a folder say of its shards, and prints for
/// each number of them the number of shards that is done first, and where workers' time goes.
/// Status: holds. Errors: InputError when no shard is done.
ExitStatus plan_shards(const ShardPlanOptions& options);

}  // namespace ringcheck
