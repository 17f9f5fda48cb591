#pragma once
// States of a thread's code at the accesses that it may be stopped at. A stopped run is taken up
// again from a copy of its stack (explore/resumable_run.hpp), which does not have what the state
// holds in memory of its own: that is kept here.
//
// States are kept by how many such accesses the run has made before. One place each is enough: what
// is taken up again stands on the way from the root to where the search is, and runs that went on
// further have kept theirs in later places. A run that begins anew keeps the same ones again.

#include <cstddef>
#include <cstdint>
#include <deque>

#include "source/thread_state.hpp"

namespace ringcheck::source {

/// The state of the code of one thread, and those that it had before accesses.
class KeptStates {
 public:
  /// The state that the code has.
  [[nodiscard]] ThreadState& current() { return current_; }
  /// Keeps the current state as that before access `number`; the numbers of a run count from 0.
  /// Returns a stamp of it.
  std::uint64_t keep(std::size_t number);
  /// After access `number`, which may have been answered before: the current state is again the one
  /// that keep() gave `stamp`.
  void take_up(std::size_t number, std::uint64_t stamp);

 private:
  ThreadState current_;
  std::deque<ThreadState> kept_;
  std::uint64_t stamp_ = 0;  ///< of the state that the current one still is
};

}  // namespace ringcheck::source
