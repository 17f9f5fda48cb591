#pragma once
// Every execution of the kernel's text, and of the specification, under a model.

#include <memory>

#include "check/check.hpp"
#include "explore/parallel.hpp"
#include "kernel/explored/shared_words.hpp"
#include "source/check_program.hpp"

namespace ringcheck {

/// What exploring the text has found.
struct TextExploration {
  /// With the first error, in the order of one worker, and numbers of all executions.
  source::CheckResult result;
  SharedExecutions executions;  ///< the complete ones
};

/// Explores `code`, a program of kernel_program(), under `model`, past errors too. Errors:
/// InputError for what is not modelled.
TextExploration explore_text(std::shared_ptr<const source::Code> code, const Model& model,
                             const ParallelOptions& how);

/// The executions of the specification's program for `check`, which has a model.
SharedExecutions specification_executions(const Check& check, const ParallelOptions& how);

}  // namespace ringcheck
