#pragma once
// Random executions of a program, judged, where there are too many for all.

#include "explore/sample.hpp"
#include "source/check_program.hpp"

namespace ringcheck::source {

/// Judges random executions of `code` under for_programs(asked), until one has an error or all
/// walks have been made. In the latter case the verdict is `sampled`, unless the program has only
/// one execution. A walk that finds something that has to be known about the program first is made
/// again. Errors: InputError for what is not modelled.
CheckResult sample_check(std::shared_ptr<const Code> code, const Model& asked,
                         const CheckOptions& options, const SampleOptions& how,
                         const ExploreLimits& limits);

}  // namespace ringcheck::source
