#pragma once
// Adds up the results of workers on the shards of a round.

#include <nlohmann/json.hpp>
#include <string>
#include <unordered_map>
#include <vector>

#include "shards/round.hpp"

namespace ringcheck::shards {

/// What is known after a round.
struct Gathered {
  /// Including what is left of shards that are not done.
  std::vector<Exploration> explorations;
  std::size_t shards = 0;
  std::size_t done = 0;          ///< shards that are
  std::size_t begun = 0;         ///< shards that are not done, but of which something is known
  double size_left = 0;          ///< about how many executions are left
  std::uint64_t executions = 0;  ///< visited by the workers of this round
  double processor_seconds = 0;  ///< that they took
  std::vector<double> seconds_of_done{};  ///< ... on each done shard, in the order of shards
  double longest = 0;                     ///< of one shard
  double seconds = 0;                     ///< from the first one's begin to the last one's end
  /// Notices for people: results that are torn, from another build or round, or there twice.
  std::vector<std::string> notices;
};

/// Takes in the results of a round, in any order and with repetitions. Each shard counts once, by
/// the result that has come furthest. What cannot be read gives a notice and counts as nothing.
class Gathering {
 public:
  /// Pre: `round` and `origin` outlive this.
  Gathering(const Round& round, const Origin& origin);

  /// Takes in the text of a result.
  void take(const std::string& text, const std::string& file);
  /// What is known now. May be called once.
  Gathered finish();

 private:
  struct Best {
    nlohmann::ordered_json result;  ///< null: none
    bool done = false;
    std::uint64_t executions = 0;
    std::string file;
    int times = 0;  ///< how many results are done
  };

  const Round& round_;
  const Origin& origin_;
  std::unordered_map<std::string, std::size_t> number_;  ///< of a shard, by its checksum
  std::vector<Best> best_;
  std::vector<std::string> notices_;
};

}  // namespace ringcheck::shards
