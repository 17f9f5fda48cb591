#pragma once
// Where a thread that waits may still write.

#include <unordered_map>

#include "explore/state.hpp"
#include "explore/value_history.hpp"

namespace ringcheck {

/// Looks at the ways on of threads that wait. What a thread does is a function of the
/// values that it has got and of the outcomes that are speculated, so that few are ever looked at.
/// Source: docs/exploration.md, "Ways on". Tested by tests/explore/ways_on_test.cpp.
class LaterWrites {
 public:
  explicit LaterWrites(const Program& program) : program_(program) {}

  /// False if thread `t` of `state`, which waits without order, issues no write to `location` any
  /// more, whatever it gets. Writes that it has issued already do not count.
  bool may_come_to(const State& state, std::size_t t, LocId location);
  /// The same for one that waits in order and has got the values of `history`. The write of the
  /// read-modify-write that it waits at does not count.
  bool may_come_to(const State& state, const ValueHistory& history, std::size_t t, LocId location);

 private:
  [[nodiscard]] LocationSet find(const State& state, ThreadId t) const;

  const Program& program_;
  std::unordered_map<ValueHistory, LocationSet, ValueHistoryHash> known_;
};

}  // namespace ringcheck
