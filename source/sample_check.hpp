#pragma once
// Random executions of a program, judged, where there are too many for all.

#include "explore/sample.hpp"
#include "source/check_program.hpp"

namespace ringcheck::source {

/// Judges random executions of `code` under `asked`, as that is for programs, until one has an error, or the walks have been
/// made: the verdict is then `sampled`, unless the program has one execution only. A walk that
/// finds out what has to be known about the program first is made again. Errors: InputError for
/// what is not modelled.
CheckResult sample_check(std::shared_ptr<const Code> code, const Model& asked,
                         const CheckOptions& options, const SampleOptions& how,
                         const ExploreLimits& limits);

}  // namespace ringcheck::source
