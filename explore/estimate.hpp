#pragma once
// How many executions a program has, without visiting them all.

#include <cstdint>

#include "explore/explore.hpp"

namespace ringcheck {

/// An estimate of a number of executions.
struct SizeEstimate {
  double executions = 0;
  double error = 0;  ///< standard error: the true number is within twice of it most of the time
  int probes = 0;    ///< the effort that was made
};

/// Estimates how many executions explore() would visit, blocked ones and those that a bound cuts
/// included. A tree of no more than 50 states and 16 executions for each of `probes` is walked: the
/// number is exact, and its error 0. A larger one is surveyed eight times. A survey goes down in
/// levels and keeps probes / 8 states of each at most, which stand for others that are alike
/// (strata.hpp); what it comes to is unbiased. The same seed gives the same estimate.
/// Source: Chen, "Heuristic sampling: a method for predicting the performance of tree searching
/// programs", SIAM Journal on Computing 21 (1992). Errors: as for explore().
SizeEstimate estimate_size(const Program& program, const Model& model, int probes,
                           std::uint64_t seed);

}  // namespace ringcheck
