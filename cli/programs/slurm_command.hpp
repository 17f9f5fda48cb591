#pragma once
// `ringcheck slurm`: rounds of shards as job arrays of a Slurm cluster (docs/cluster.md).

#include <functional>
#include <string>
#include <vector>

#include "cli/exit_status.hpp"
#include "cli/programs/shard_command.hpp"

namespace CLI {
class App;
}

namespace ringcheck {

/// `ringcheck slurm submit`.
struct SlurmSubmitOptions {
  std::string folder;
  double seconds = 3600;       ///< after which Slurm ends a job; what is left is submitted again
  double write_every = 30;     ///< as WorkOptions
  unsigned rounds = 10;        ///< that follow each other by themselves
  double shard_seconds = 600;  ///< as GatherOptions
  std::vector<std::string> sbatch;  ///< more arguments for sbatch, such as --partition=P
};

/// Submits what is left of the round in a folder as job arrays. A job after them gathers, and
/// submits the next round while something is left. Status: holds. Errors: InputError, with what
/// sbatch says.
ExitStatus slurm_submit(const SlurmSubmitOptions& options);

/// Prints how many tasks of the last submission are in which state, by squeue; what sacct tells of
/// all submissions, where there is accounting; how far the shards are; and what the workers
/// themselves measured. Status: holds when all are done, bound_reached when something is left.
ExitStatus slurm_status(const std::string& folder);

/// Like gather(), with what sacct tells on standard error. If something is left, and no job of the
/// last submission is in the queue or `options.again` says not to wait for those jobs: cancels
/// them, divides what is left and submits it.
ExitStatus slurm_gather(const GatherOptions& options);

}  // namespace ringcheck
