#pragma once
// A search through the interleavings of a program for what goes wrong in one of them.
//
// Every model here allows what one memory and threads that take turns can do, so that an error of an
// interleaving is one under each of them. States with equal futures are visited once, which reaches
// errors that lie deep among many executions; what a state does not remember of the past is lost,
// so that finding nothing says nothing.

#include <cstdint>
#include <functional>
#include <vector>

#include "explore/explore.hpp"

namespace ringcheck {

/// Threads that can go on for ever, each taking its turn, from a state that comes again and again.
struct Round {
  /// Where they go round: what they declared on the way (ThreadRun::declare_state), in the order of
  /// threads, each once. Threads that are not in it have ended, or can do nothing at some place.
  std::vector<const char*> places;
};

/// How far a search goes.
struct InterleavingLimits {
  ExploreLimits limits;     ///< but for `executions`, which are not counted
  std::uint64_t steps = 0;  ///< between states
  int depth = 0;            ///< steps from the start to any state
};

/// What a search is to hand on. Each returns false to end it.
struct InterleavingVisitors {
  /// Called for the end of an interleaving, when no thread can go on.
  ExecutionVisitor end;
  /// Called for each round; null: none are looked for. With it an interleaving ends as soon as a
  /// thread does what no program may, whatever the others have still to do.
  std::function<bool(const Round&)> round;
};

/// Searches the interleavings of `program`, depth first and always in the same order. Returns what
/// ended it: EndedBy::executions for the steps and the depth. Errors: as for explore().
EndedBy search_interleavings(const Program& program, const InterleavingLimits& limits,
                             const InterleavingVisitors& visit);

}  // namespace ringcheck
