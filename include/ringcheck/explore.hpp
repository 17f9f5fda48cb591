#pragma once
// Exploring without judging: every execution of a program under a model, once.

#include <cstdint>
#include <functional>

#include "ringcheck/check.hpp"

namespace ringcheck {

/// What an exploration came to.
struct exploration {
  std::uint64_t executions = 0;  ///< complete ones
  std::uint64_t blocked = 0;
  std::uint64_t cut = 0;
  bool finished = true;  ///< false: a limit or the visitor ended it
};

/// Calls `visit` for each execution in which every thread runs to its end or waits for ever, each
/// once, always in the same order, until it returns false. Of the options the limits hold.
/// Errors: error.
exploration explore(const program& its, const model& under,
                    const std::function<bool(const execution&)>& visit,
                    const check_options& options = {});

}  // namespace ringcheck
