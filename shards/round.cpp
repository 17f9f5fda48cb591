// Rounds, shards and results as text.
// A shard is the exploration of a part of which nothing is known. A result is the same exploration
// later on, with the checksum of its shard to say which one.
// Tested by tests/shards/rounds_test.cpp.
#include "shards/round.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>
#include <utility>

#include "check/checksum.hpp"
#include "graph/diagnostic.hpp"
#include "shards/seal.hpp"

namespace ringcheck::shards {

namespace {

using Json = nlohmann::ordered_json;

/// Pieces of a shard. Estimates of small pieces are rough: in a sum of many, errors cancel out.
constexpr std::size_t kPiecesOfAShard = 8;
/// If an exploration has more pieces than this, a shard gets fewer.
constexpr std::size_t kManyPieces = 20000;

double size_of(const std::vector<Piece>& pieces) {
  return std::accumulate(pieces.begin(), pieces.end(), 0.0,
                         [](double sum, const Piece& piece) { return sum + piece.size; });
}

/// Shards of neighbouring pieces of about equal size, `count` of them if there are as many pieces.
std::vector<Shard> group(std::size_t exploration, std::vector<Piece> pieces, std::size_t count) {
  std::vector<Shard> shards;
  double left = size_of(pieces);
  for (std::size_t i = 0; i < pieces.size();) {
    const std::size_t shards_left =
        std::max<std::size_t>(1, count - std::min(count, shards.size()));
    const double aim = left / static_cast<double>(shards_left);
    Shard shard{exploration, {}, 0};
    do {
      shard.size += pieces[i].size;
      shard.paths.push_back(std::move(pieces[i].path));
      ++i;
      // The next piece is taken too if more than half of it fits in, and others keep one each.
    } while (i < pieces.size() && (shards_left == 1 || shard.size + pieces[i].size / 2 <= aim) &&
             (shards_left == 1 || pieces.size() - i >= shards_left));
    left -= shard.size;
    shards.push_back(std::move(shard));
  }
  return shards;
}

/// The content of a shard, from which its checksum is made.
Json content_of_shard(const Round& round, std::size_t i) {
  const Shard& shard = round.shards.at(i);
  return {{"round", round.number},
          {"number", i},
          {"size", shard.size},
          {"exploration", round.known[shard.exploration].part(shard.paths).to_json()}};
}

/// Runs `read`, which reads a file. If nlohmann's library refuses it, the error is in our words.
template <class Read>
auto in_file(const std::string& file, Read&& read) {
  try {
    return read();
  } catch (const nlohmann::json::exception& error) {
    throw InputError({file, 0, 0, error.what()});
  } catch (const InputError& error) {
    if (error.diagnostic().file == file) throw;
    throw InputError({file, 0, 0, error.diagnostic().message});
  }
}

}  // namespace

Round divide_round(std::vector<Exploration> explorations, std::size_t shards, unsigned number) {
  Round round{number, std::move(explorations), {}};
  std::vector<std::vector<Piece>> pieces(round.known.size());
  // The same first division for all tells how large each exploration is relative to the others.
  const auto open = static_cast<std::size_t>(
      std::ranges::count(round.known, false, [](const Exploration& e) { return e.done(); }));
  if (open == 0) return round;
  const std::size_t most =
      std::max(2 * shards, std::min(kManyPieces, kPiecesOfAShard * shards)) / open + 1;
  double size = 0;
  for (std::size_t e = 0; e < round.known.size(); ++e) {
    pieces[e] = round.known[e].divide(most);
    size += size_of(pieces[e]);
  }
  for (std::size_t e = 0; e < round.known.size(); ++e) {
    if (pieces[e].empty()) continue;
    const double share = size_of(pieces[e]) / size * static_cast<double>(shards);
    const auto count = std::max<std::size_t>(1, static_cast<std::size_t>(std::lround(share)));
    for (Shard& shard : group(e, std::move(pieces[e]), open == 1 ? shards : count))
      round.shards.push_back(std::move(shard));
  }
  return round;
}

std::string text_of(const Round& round) {
  Json json = {{"round", round.number}, {"known", Json::array()}, {"shards", Json::array()}};
  for (const Exploration& known : round.known) json["known"].push_back(known.to_json());
  for (const Shard& shard : round.shards) {
    json["shards"].push_back(
        {{"exploration", shard.exploration}, {"size", shard.size}, {"paths", shard.paths}});
  }
  return sealed("round", json);
}

Round read_round(const std::string& text, const std::string& file, const Origin& origin) {
  return in_file(file, [&] {
    const Json json = unsealed("round", text, file);
    Round round;
    json.at("round").get_to(round.number);
    for (const Json& known : json.at("known")) round.known.emplace_back(known, origin);
    for (const Json& shard : json.at("shards")) {
      round.shards.push_back({shard.at("exploration").get<std::size_t>(),
                              shard.at("paths").get<std::vector<Path>>(),
                              shard.at("size").get<double>()});
      if (round.shards.back().exploration >= round.known.size())
        throw InputError({file, 0, 0, "saw a shard of an exploration that is not there"});
    }
    return round;
  });
}

std::string shard_name(const Round& round, std::size_t i) {
  return checksum(content_of_shard(round, i).dump());
}

std::string text_of_shard(const Round& round, std::size_t i) {
  return sealed("shard", content_of_shard(round, i));
}

Work read_shard(const std::string& text, const std::string& file, const Origin& origin) {
  return in_file(file, [&] {
    const Json json = unsealed("shard", text, file);
    return Work{checksum(json.dump()), json.at("round").get<unsigned>(),
                Exploration(json.at("exploration"), origin)};
  });
}

std::string text_of(const Work& work) {
  return sealed("result", {{"shard", work.shard},
                           {"round", work.round},
                           {"done", work.exploration.done()},
                           {"executions", work.exploration.executions()},
                           {"processor_seconds", work.processor_seconds},
                           {"began", work.began},
                           {"ended", work.ended},
                           {"exploration", work.exploration.to_json()}});
}

Work work_of(const Json& result, const std::string& file, const Origin& origin) {
  return in_file(file, [&] {
    return Work{result.at("shard").get<std::string>(),
                result.at("round").get<unsigned>(),
                Exploration(result.at("exploration"), origin),
                result.at("processor_seconds").get<double>(),
                result.at("began").get<double>(),
                result.at("ended").get<double>()};
  });
}

bool is_done(const std::string& text, const std::string& file, const std::string& shard) {
  return in_file(file, [&] {
    const Json json = unsealed("result", text, file);
    return json.at("shard") == shard && json.at("done").get<bool>();
  });
}

Work read_result(const std::string& text, const std::string& file, const Work& shard,
                 const Origin& origin) {
  Work work = work_of(unsealed("result", text, file), file, origin);
  if (work.shard != shard.shard) throw InputError({file, 0, 0, "is the result of another shard"});
  return work;
}

}  // namespace ringcheck::shards
