#pragma once
// States of a thread's code at the accesses that it may be stopped at. A stopped run is taken up
// again from a copy of its stack (explore/resumable_run.hpp), which does not have what the state
// holds in memory of its own: that is kept here.
//
// States are kept by how many such accesses the run has made before. One place each is enough: what
// is taken up again stands on the way from the root to where the search is, and runs that went on
// further have kept theirs in later places. A run that begins anew keeps the same ones again.
//
// A search may stand still while another one goes on in the same place, as an estimate of its size
// does. Each has its own program, and so its own states.

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
  /// The state that the code has.
  [[nodiscard]] ThreadState& current() { return current_; }
  /// Whose states these are: another number after renew().
  [[nodiscard]] std::uint64_t owner() const { return owner_; }
  /// From here on these are the states of another program's thread.
  void renew() { ++owner_; }
  /// Keeps the current state as that before access `number`; the numbers of a run count from 0.
  /// Returns a stamp of it.
  std::uint64_t keep(std::size_t number);
  /// After access `number`, which may have been answered before: the current state is again the one
  /// that keep() gave `stamp`. Errors: std::logic_error if these are no longer the states of `owner`.
  void take_up(std::size_t number, std::uint64_t stamp, std::uint64_t owner);

 private:
  ThreadState current_;
  std::deque<ThreadState> kept_;
  std::uint64_t stamp_ = 0;  ///< of the state that the current one still is
  std::uint64_t owner_ = 0;
};

/// The states of the threads of the programs that are explored on one thread of this process: of
/// the last few, since a search within another one is the most that there is.
class StatesOfPrograms {
 public:
  /// Those of thread `thread` of `program`. What it gives stays in its place.
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
