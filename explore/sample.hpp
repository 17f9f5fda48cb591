#pragma once
// Random executions of a program that has too many to visit them all.

#include <cstdint>

#include "explore/explore.hpp"

namespace ringcheck {

/// How executions are drawn.
struct SampleOptions {
  std::uint64_t walks = 0;  ///< from the beginning of the program to its end
  std::uint64_t seed = 1;
};

/// Walks `walks` times at random from the root of what explore() would visit to a leaf, and calls
/// `visit` for each execution found there; the same one may come up again. Walks that end in no
/// execution count as `dead`. The same options give the same executions.
///
/// Three walks out of four give each thread a priority, and go on as if threads of higher priority
/// had run before: they read the last write of these, and wait for what these may still write. At
/// up to three random places of such a walk, an option is taken at random and the thread comes last
/// from there on. So an execution in which one thread does everything before another begins is as
/// likely as any; a walk with equal odds hardly ever finds it. The fourth walk takes any option
/// with equal odds, so that every execution can come up.
/// Source: the idea is that of Burckhardt, Kothari, Musuvathi and Nagarakatte, "A randomized
/// scheduler with probabilistic guarantees of finding bugs", ASPLOS 2010. *Deviation*: here a walk
/// chooses what reads read and where writes stand, not which thread takes a step, so their bound on
/// the probability does not carry over.
ExploreCounts sample(const Program& program, const Model& model, const SampleOptions& options,
                     const ExploreLimits& limits, const ExecutionVisitor& visit);

}  // namespace ringcheck
