// Tested by tests/shards/rounds_test.cpp.
#include "shards/gather.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "check/checksum.hpp"
#include "graph/diagnostic.hpp"
#include "shards/seal.hpp"

namespace ringcheck::shards {

namespace {

using Json = nlohmann::ordered_json;

/// Begin and end of all work, in seconds since 1970.
struct Span {
  double began = 0, ended = 0;
  void take(const Work& work) {
    began = began == 0 ? work.began : std::min(began, work.began);
    ended = std::max(ended, work.ended);
  }
};

}  // namespace

Gathering::Gathering(const Round& round, const Origin& origin)
    : round_(round), origin_(origin), best_(round.shards.size()) {
  for (std::size_t i = 0; i < round.shards.size(); ++i) number_.emplace(shard_name(round, i), i);
}

void Gathering::take(const std::string& text, const std::string& file) try {
  Json json = unsealed("result", text, file);
  const auto shard = number_.find(json.at("shard").get<std::string>());
  if (shard == number_.end()) {
    if (json.at("round") == round_.number)
      notices_.push_back(fmt::format("{}: is the result of another shard: not counted", file));
    else
      notices_.push_back(fmt::format("{}: is of round {}, not of round {}: not counted", file,
                                     json.at("round").dump(), round_.number));
    return;
  }
  Best& best = best_[shard->second];
  const bool done = json.at("done").get<bool>();
  const std::uint64_t executions = json.at("executions").get<std::uint64_t>();
  if (done && ++best.times > 1)
    notices_.push_back(
        fmt::format("{}: shard {} was done twice: counted once", file, shard->second));
  if (!best.result.is_null() && (best.done || !done)) {
    if (best.done || executions <= best.executions) return;
  }
  best = {std::move(json), done, executions, file, best.times};
} catch (const InputError& error) {
  notices_.push_back(fmt::format("{}: not counted", error.what()));
} catch (const nlohmann::json::exception& error) {
  notices_.push_back(fmt::format("{}: {}: not counted", file, error.what()));
}

Gathered Gathering::finish() {
  Gathered all;
  all.shards = round_.shards.size();
  for (const Exploration& known : round_.known) {
    all.explorations.push_back(known.part({}));
    all.explorations.back().append(Exploration(known.to_json(), origin_));
  }
  Span span;
  for (std::size_t i = 0; i < best_.size(); ++i) {
    const Shard& shard = round_.shards[i];
    Exploration& whole = all.explorations[shard.exploration];
    Best& best = best_[i];
    if (!best.result.is_null()) {
      try {
        Work work = work_of(best.result, best.file, origin_);
        best.result = nullptr;
        const bool done = work.exploration.done();
        ++(done ? all.done : all.begun);
        if (done) all.seconds_of_done.push_back(work.processor_seconds);
        all.executions += work.exploration.executions();
        all.processor_seconds += work.processor_seconds;
        all.longest = std::max(all.longest, work.processor_seconds);
        const auto seen = static_cast<double>(work.exploration.executions());
        if (!done) all.size_left += std::max(1.0, shard.size - seen);
        span.take(work);
        whole.append(std::move(work.exploration));
        continue;
      } catch (const InputError& error) {
        notices_.push_back(fmt::format("{}: not counted", error.what()));
      }
    }
    all.size_left += shard.size;
    whole.append(whole.part(shard.paths));
  }
  for (std::size_t e = 0; e < all.explorations.size(); ++e) {
    std::string learnt = all.explorations[e].settle();
    if (learnt.empty()) continue;
    notices_.push_back(std::move(learnt));
    for (const Shard& shard : round_.shards)
      if (shard.exploration == e) all.size_left += shard.size;
  }
  all.seconds = span.ended - span.began;
  all.notices = std::move(notices_);
  return all;
}

}  // namespace ringcheck::shards
