#pragma once
// A search through the interleavings of a program for one in which something goes wrong.
//
// Every model here allows what threads that take turns on one memory can do: an error in an
// interleaving is an error under each model. States with equal futures are visited once, which
// reaches errors that lie deep among many executions. What a state does not remember of the past is
// lost: finding nothing says nothing.

#include <cstdint>
#include <functional>
#include <vector>

#include "explore/explore.hpp"

namespace ringcheck {

/// Threads that can go on for ever, each taking its turn, from a state that keeps coming back.
struct Round {
  /// Where they go round: what each of them declared on the way (ThreadRun::declare_state), in the
  /// order of threads, what it declared last on the way first. Threads without places here have
  /// ended, or can do nothing at some point.
  std::vector<std::vector<const char*>> places;
};

/// How far a search goes.
struct InterleavingLimits {
  ExploreLimits limits;     ///< except `executions`, which are not counted
  std::uint64_t steps = 0;  ///< between states
  int depth = 0;            ///< steps from the start to any state
};

/// Whom a search calls. Each returns false to end it.
struct InterleavingVisitors {
  /// Called for the end of an interleaving, when no thread can go on.
  ExecutionVisitor end;
  /// Called for each round; null: do not look for rounds. With it an interleaving ends as soon as a
  /// thread does what no program may, whatever the others still have to do.
  std::function<bool(const Round&)> round;
};

/// Searches the interleavings of `program`, depth first and always in the same order. Returns what
/// ended it; EndedBy::executions means the limit on steps or depth. Errors: as for explore().
EndedBy search_interleavings(const Program& program, const InterleavingLimits& limits,
                             const InterleavingVisitors& visit);

}  // namespace ringcheck
