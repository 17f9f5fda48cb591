#pragma once
// States of a thread's code at the accesses at which it may be stopped. A stopped run is taken up
// again from a copy of its stack (explore/resumable_run.hpp). The copy lacks what the state holds
// in memory of its own; this file keeps that.
//
// States are kept by the number of such accesses that the run has made before. One place for each
// number is enough: a run that is taken up again stands on the way from the root to where the
// search is, and runs that went further have kept their states in later places. A run that begins
// anew keeps the same states again.
//
// A search may stand still while another one runs in the same place, such as an estimate of its
// size. Each has its own program, and so its own states.

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>

#include "explore/program.hpp"
#include "graph/event.hpp"
#include "source/thread_state.hpp"

namespace ringcheck::source {

/// The state of the code of one thread, and those that it had before accesses.
class KeptStates {
 public:
  /// The present state of the code.
  [[nodiscard]] ThreadState& current() { return current_; }
  /// Whose states these are: another number after renew().
  [[nodiscard]] std::uint64_t owner() const { return owner_; }
  /// From here on these are the states of another program's thread.
  void renew() { ++owner_; }
  /// Keeps the current state as that before access `number`; the numbers of a run count from 0.
  /// Returns a stamp of it.
  std::uint64_t keep(std::size_t number);
  /// After access `number`, which may have been answered before: the current state is again the one
  /// that keep() gave `stamp`. Errors: std::logic_error if these are no longer the states of
  /// `owner`.
  void take_up(std::size_t number, std::uint64_t stamp, std::uint64_t owner);

 private:
  ThreadState current_;
  std::deque<ThreadState> kept_;
  std::uint64_t stamp_ = 0;  ///< of the state that the current one still is
  std::uint64_t owner_ = 0;
};

/// The states of the threads of the last few programs that are explored on one thread of this
/// process. A few are enough: at most one search runs within another.
class StatesOfPrograms {
 public:
  /// The states of thread `thread` of `program`. They stay in their place.
  KeptStates& of(const Program& program, ThreadId thread);

 private:
  struct Entry {
    const Program* program = nullptr;
    std::uint64_t used = 0;  ///< when, in calls of of()
    std::deque<KeptStates> by_thread;
  };
  std::array<Entry, 8> entries_;
  std::uint64_t calls_ = 0;
};

}  // namespace ringcheck::source
