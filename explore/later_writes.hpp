#pragma once
// Where a waiting thread may still write.

#include <unordered_map>

#include "explore/state.hpp"
#include "explore/value_history.hpp"

namespace ringcheck {

/// Looks at the ways on of waiting threads. What a thread does is a function of the values that it
/// has got and of the speculated outcomes, so few ways are ever looked at. Source:
/// docs/exploration.md, "Ways on". Tested by tests/explore/ways_on_test.cpp.
class LaterWrites {
 public:
  explicit LaterWrites(const Program& program) : program_(program) {}

  /// False if thread `t` of `state`, which waits without order, will issue no more writes to
  /// `location`, whatever it gets. Writes already issued do not count.
  bool may_come_to(const State& state, std::size_t t, LocId location);
  /// The same for a thread that waits in order and has got the values of `history`. If it waits at
  /// a read-modify-write, the write of that does not count. A thread that has issued many events
  /// counts as writing all that it ever may.
  bool may_come_to(const State& state, const ValueHistory& history, std::size_t t, LocId location);

 private:
  bool look_up(const State& state, const ValueHistory& history, std::size_t t, LocId location);
  [[nodiscard]] LocationSet find(const State& state, ThreadId t) const;

  const Program& program_;
  std::unordered_map<ValueHistory, LocationSet, ValueHistoryHash> known_;
};

}  // namespace ringcheck
