#pragma once
// How many executions a program has, without visiting them all.

#include <cstdint>

#include "explore/explore.hpp"

namespace ringcheck {

/// An estimate of a number of executions.
struct SizeEstimate {
  double executions = 0;
  double error = 0;  ///< standard error: the true number is within twice of it most of the time
  int probes = 0;    ///< the effort
};

/// Estimates how many executions explore() would visit, including blocked ones and those that a
/// bound cuts. A tree of no more than 50 states and 16 executions for each of `probes` is walked:
/// the number is exact, and its error 0. A larger one is surveyed eight times. A survey goes down
/// in levels and keeps at most probes / 8 states of each, which stand for others that are alike
/// (strata.hpp); its result is unbiased. The same seed gives the same estimate.
/// Source: Chen, "Heuristic sampling: a method for predicting the performance of tree searching
/// programs", SIAM Journal on Computing 21 (1992). Errors: as for explore().
SizeEstimate estimate_size(const Program& program, const Model& model, int probes,
                           std::uint64_t seed);

}  // namespace ringcheck
