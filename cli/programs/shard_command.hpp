#pragma once
// `ringcheck shard`, `work` and `gather`: one exploration on many machines (docs/cluster.md).

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "cli/commands.hpp"
#include "cli/exit_status.hpp"
#include "shards/gather.hpp"

namespace CLI {
class App;
}

namespace ringcheck {

/// Divides `explorations` into shards in a new folder. `into` is a number of shards and the folder;
/// `programs`, by digest, go there with the shards. Errors: InputError, also when the folder
/// already has a round.
ExitStatus shard_into(std::vector<shards::Exploration> explorations,
                      const std::vector<std::string>& into,
                      const std::map<std::string, std::string>& programs = {});

/// `ringcheck work`.
struct WorkOptions {
  std::string file;          ///< of the shard
  double seconds = 0;        ///< 0: no limit
  std::uint64_t memory = 0;  ///< MiB; 0: no limit
  unsigned jobs = 1;         ///< workers; 0: one a core
  double write_every = 30;   ///< seconds between two writes of the result
};
/// Explores what is left of a shard, and keeps what is known in its result. Status: holds when the
/// shard is done, whatever was found, bound_reached when something is left. Errors: InputError.
ExitStatus work(const WorkOptions& options);

/// `ringcheck gather`.
struct GatherOptions {
  std::string folder;
  VerifyOptions verify;        ///< what is printed and written in the end
  bool again = false;          ///< divide what is left into a new round
  std::uint64_t shards = 0;    ///< of the new round; 0: by what the last one measured
  double shard_seconds = 600;  ///< that a shard of it should take, if it is measured
};
/// Adds up what the workers know. When nothing is left: prints and ends as one process would.
/// Status: bound_reached when something is left. Errors: InputError.
ExitStatus gather(const GatherOptions& options);

/// What the workers of a round did, for people: shards, executions, processor time, speed-up.
std::string accounting(const shards::Round& round, const shards::Gathered& gathered);

/// How many shards a new round should have, from what the last one measured.
std::size_t shards_of_next_round(const shards::Gathered& gathered, const GatherOptions& options);

namespace options {
/// Adds the folder, what is written about it, and the shards of a new round.
void add_gather(CLI::App& command, GatherOptions& options);
}  // namespace options

}  // namespace ringcheck
