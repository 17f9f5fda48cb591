#pragma once
// Exploring without judging: every execution of a program under a model, once.

#include <cstdint>
#include <functional>

#include "ringcheck/check.hpp"

namespace ringcheck {

/// The result of an exploration.
struct exploration {
  std::uint64_t executions = 0;  ///< complete ones
  std::uint64_t blocked = 0;
  std::uint64_t cut = 0;
  bool finished = true;  ///< false: a limit or the visitor ended it
};

/// Calls `visit` once for each execution in which every thread runs to its end or waits for ever,
/// always in the same order, until `visit` returns false. Of the options, only the limits and
/// `accesses` apply. Errors: error.
exploration explore(const program& its, const model& under,
                    const std::function<bool(const execution&)>& visit,
                    const check_options& options = {});

}  // namespace ringcheck
