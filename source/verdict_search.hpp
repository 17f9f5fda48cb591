#pragma once
// The verdict on a program under a model with load buffering, without a visit of each execution.

#include <optional>

#include "source/check_program.hpp"

namespace ringcheck::source {

/// Looks for all ends that threads of `subject` can come to (explore/reachable_ends.hpp). The result says
/// that the program holds, or that a loop reaches its bound; it counts no executions. Nothing: an error
/// is reachable, or the question cannot be answered so: only errors of threads are looked for, not of
/// executions (data races, waits that never end, objects of the heap), or it takes too long. The same
/// whatever happened before. Pre: under the model, dependencies are syntactic.
std::optional<CheckResult> search_verdict(const Subject& subject, const CheckOptions& options,
                                          const ExploreLimits& limits);

}  // namespace ringcheck::source
