#pragma once
// Exploration of many small programs, one after the other.

#include "explore/explore.hpp"

namespace ringcheck {

/// Like explore(), with the checker that the last such call of this thread left (KeptChecker):
/// small programs cost little. Pre: no access of the program is a piece of a larger one.
/// Tested by tests/explore/explore_many_test.cpp.
ExploreCounts explore_one_of_many(const Program& program, const Model& model,
                                  const ExploreLimits& limits, const ExecutionVisitor& visit);

}  // namespace ringcheck
