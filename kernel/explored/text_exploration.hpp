#pragma once
// Every execution of the kernel's text, and of the specification, under a model.

#include <memory>

#include "check/check.hpp"
#include "check/verdict.hpp"
#include "explore/parallel.hpp"
#include "kernel/explored/shared_words.hpp"
#include "source/check_program.hpp"

namespace ringcheck {

/// What exploring the text has found.
struct TextExploration {
  /// The first error, in the order of one worker, and the numbers of all executions.
  source::CheckResult result;
  bool violated = false;        ///< an execution has an error that is not one of second looks
  SharedExecutions executions;  ///< the complete ones
};

/// What exploring the specification has found.
struct SpecificationExploration {
  Verdict verdict;
  SharedExecutions executions;  ///< the complete ones
};

/// Explores `code`, a program of kernel_program(), under `model`, past errors too. `second_looks`:
/// as Comparison::second_looks. Errors: InputError for what is not modelled.
TextExploration explore_text(std::shared_ptr<const source::Code> code, const Model& model,
                             bool second_looks, const ParallelOptions& how);

/// Explores the specification's program for `check`, which has a model, past violations too.
/// Errors: InputError.
SpecificationExploration explore_specification(const Check& check, bool second_looks,
                                               const ParallelOptions& how);

}  // namespace ringcheck
