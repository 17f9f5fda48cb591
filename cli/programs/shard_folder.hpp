#pragma once
// The folder of a divided exploration: the round, a file for each shard, results beside them.

#include <string>

#include "shards/gather.hpp"
#include "shards/round.hpp"

namespace ringcheck {

/// Where shard `i` of round `round` is in `folder`: ROUND-NUMBER.shard.
std::string shard_path(const std::string& folder, unsigned round, std::size_t i);

/// Where the result of the shard in file `shard` is: beside the shard. Errors: InputError for a
/// name that does not end in .shard.
std::string result_path(const std::string& shard);

/// Where the explorations of `folder` find what they explore.
shards::Origin origin_of(const std::string& folder);

/// The round in `folder`. Errors: InputError.
shards::Round read_round(const std::string& folder);

/// Makes `round` the round of `folder`. Its shards are written first and the round itself last, so
/// the round before stays until this one is whole; then its files are removed. Errors: InputError.
void write_round(const std::string& folder, const shards::Round& round);

/// What the results in `folder` say about `round`.
shards::Gathered gather_folder(const std::string& folder, const shards::Round& round);

/// The shards of `round` for which no result in `folder` says that they are done.
std::vector<std::size_t> open_shards(const std::string& folder, const shards::Round& round);

}  // namespace ringcheck
