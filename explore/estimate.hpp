#pragma once
// How many executions a program has, without visiting them all.

#include <cstdint>

#include "explore/explore.hpp"

namespace ringcheck {

/// An estimate of a number of executions.
struct SizeEstimate {
  double executions = 0;
  double error = 0;  ///< standard error: the true number is within twice of it most of the time
  int probes = 0;
};

/// Estimates how many executions explore() would visit, blocked ones and those that a bound cuts
/// included. Each of `probes` goes from the root to a leaf and takes at each state one option at
/// random; one over the product of their probabilities, or 0 at a dead end, is unbiased. The first
/// half of the probes only learn which options lead to many executions. The same seed gives the
/// same estimate. Source: Knuth, "Estimating the efficiency of backtrack programs", Mathematics of
/// Computation 29 (1975), sections 3 and 5. Errors: as for explore().
SizeEstimate estimate_size(const Program& program, const Model& model, int probes,
                           std::uint64_t seed);

}  // namespace ringcheck
