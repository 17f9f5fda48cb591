#pragma once
// Programs written as code against ThreadRun, and what their executions say.

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "explore/explore.hpp"

namespace ringcheck {

/// READ_ONCE and WRITE_ONCE of a location.
inline Word get(ThreadRun& run, LocId l) {
  return run.load(address_of(l), {Tag::once});
}
inline void put(ThreadRun& run, LocId l, const Word& value) {
  run.store(address_of(l), value, {Tag::once});
}

/// A thread that runs `body` and may write `writes`.
Thread thread(const std::vector<int>& writes, std::function<void(ThreadRun&)> body);

/// The program of `threads` over `locations` locations that are 0 at first.
Program program(int locations, std::vector<Thread> threads);

/// What an exploration found: the canonical texts in the order of the visits, blocked executions
/// included.
struct Found {
  std::vector<std::string> sequence;
  ExploreCounts counts;

  /// True iff no execution was visited twice.
  [[nodiscard]] bool each_once() const;
};

/// Explores `program` under the model of this name.
Found explore_all(const Program& program, const std::string& model);

/// The values that the reads of these names return, over all complete executions under `model`.
std::set<std::vector<std::uint64_t>> outcomes(const Program& program, const std::string& model,
                                              const std::vector<EventId>& reads);

}  // namespace ringcheck
