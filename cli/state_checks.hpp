#pragma once
// The checks of `verify --verdict-only`.

#include <functional>
#include <vector>

#include "cli/check_runs.hpp"

namespace ringcheck {

/// Refuses what does not go with --verdict-only. Errors: InputError that names the option, or the
/// model or property of the run that cannot be judged this way.
void require_state_checks(const std::vector<Check>& runs, const VerifyOptions& options);

/// Searches states for the verdicts of all runs, several at a time, and hands the results on in
/// order. Time, memory and Ctrl-C end a check with what is known so far. Errors: as for
/// check_states.
void run_state_checks(const std::vector<Check>& runs, const SessionOptions& options,
                      const std::function<void(const Check&, CheckResult)>& take);

}  // namespace ringcheck
