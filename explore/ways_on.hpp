#pragma once
// The ways in which a thread's code may go on while the values of its loads are unknown.

#include <optional>
#include <vector>

#include "explore/state.hpp"

namespace ringcheck {

/// A way on, up to where it ends or is followed no further.
struct WayOn {
  ExecutionGraph graph;               ///< graph of a state, with what the thread issues on this way
  std::vector<Speculation> outcomes;  ///< of branches and assumptions whose conditions are unknown
  Stop stop;
  EventSet control_to_come;  ///< loads on which all that comes after depends

  /// True iff the code may do more than what is here.
  [[nodiscard]] bool goes_on() const {
    return stop.reason == StopReason::unresolved || stop.reason == StopReason::choice;
  }
};

/// All ways on of thread `t` from `state`, whatever its unresolved loads return: in each execution
/// that the state stands for, the thread takes one of them. Branches, assumptions and choices are
/// followed every way, up to `most` ways in all. A way that leads to something that is not modelled
/// may go on. Source: docs/exploration.md, "Ways on".
std::vector<WayOn> ways_on(const Program& program, const State& state, ThreadId t,
                           std::size_t most);

/// The same if all of them end; nullopt as soon as one goes on.
std::optional<std::vector<WayOn>> ways_to_ends(const Program& program, const State& state,
                                               ThreadId t, std::size_t most);

}  // namespace ringcheck
