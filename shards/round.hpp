#pragma once
// A round: explorations that were divided into shards, and what became of them.

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "shards/exploration.hpp"

namespace ringcheck::shards {

/// A part of a round, for one worker.
struct Shard {
  std::size_t exploration = 0;  ///< of which it is a part
  std::vector<Path> paths;      ///< the subtrees to explore, in order
  double size = 0;              ///< about how many executions are there
};

/// What is known of explorations, and the shards that divide what is left of them.
struct Round {
  unsigned number = 1;
  /// What was known before. Nothing is left to explore in these: it is in the shards.
  std::vector<Exploration> known;
  std::vector<Shard> shards;  ///< in the order of their explorations and paths
};

/// Divides what is left of `explorations` into `shards` shards of about equal size, as round
/// `number`: a few more or less if it does not come out even, at least one for each exploration
/// that is not done. Errors: as for ResumableCheck::run.
Round divide_round(std::vector<Exploration> explorations, std::size_t shards, unsigned number);

/// The text of a file that keeps `round`, and back. Errors: InputError that names `file`.
std::string text_of(const Round& round);
Round read_round(const std::string& text, const std::string& file, const Origin& origin);

/// The name of shard `i` of `round`, different from all others: a checksum of its content.
std::string shard_name(const Round& round, std::size_t i);
/// The text of the file of shard `i` of `round`: all that a worker needs.
std::string text_of_shard(const Round& round, std::size_t i);

/// What a worker has done of a shard, and still has to do.
struct Work {
  std::string shard;  ///< shard_name
  unsigned round = 0;
  Exploration exploration;
  double processor_seconds = 0;  ///< that it took until now
  double began = 0;              ///< seconds since 1970, when it was taken up first
  double ended = 0;              ///< ... and when what is known was written
};

/// The work of a shard of which nothing is done. Errors: InputError that names `file`.
Work read_shard(const std::string& text, const std::string& file, const Origin& origin);
/// The text of a file that keeps `work`, a result.
std::string text_of(const Work& work);
/// The work that the content of such a text describes. Errors: InputError that names `file`.
Work work_of(const nlohmann::ordered_json& result, const std::string& file, const Origin& origin);
/// Whether such a text says that the shard of this name is done. Errors: as above.
bool is_done(const std::string& text, const std::string& file, const std::string& shard);
/// The work on `shard` that such a text keeps. Errors: InputError that names `file`, also for the
/// result of another shard.
Work read_result(const std::string& text, const std::string& file, const Work& shard,
                 const Origin& origin);

}  // namespace ringcheck::shards
