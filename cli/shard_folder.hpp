#pragma once
// The folder of a divided exploration: the round, a file for each shard, results beside them.

#include <string>

#include "shards/gather.hpp"
#include "shards/round.hpp"

namespace ringcheck {

/// Where shard `i` of round `round` lies in `folder`: ROUND-NUMBER.shard.
std::string shard_path(const std::string& folder, unsigned round, std::size_t i);

/// Where the result of the shard in file `shard` lies: beside it. Errors: InputError for a name
/// that does not end in .shard.
std::string result_path(const std::string& shard);

/// Where the explorations of `folder` find what they are of.
shards::Origin origin_of(const std::string& folder);

/// The round in `folder`. Errors: InputError.
shards::Round read_round(const std::string& folder);

/// Makes `round` that of `folder`: its shards first, the round itself last, so that the one before
/// stays until this one is whole; the files of the one before are then removed. Errors: InputError.
void write_round(const std::string& folder, const shards::Round& round);

/// What the results in `folder` say about `round`.
shards::Gathered gather_folder(const std::string& folder, const shards::Round& round);

/// The shards of `round` that have no result in `folder` that says that they are done.
std::vector<std::size_t> open_shards(const std::string& folder, const shards::Round& round);

}  // namespace ringcheck
