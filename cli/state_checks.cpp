// The checks of `verify --verdict-only`: each is one search on one worker.
// Tested by tests/cli/command_test.cpp.
#include "cli/state_checks.hpp"

#include "check/check_states.hpp"
#include "check/ordered_tasks.hpp"
#include "cli/session_time.hpp"
#include "graph/diagnostic.hpp"

namespace ringcheck {

void require_state_checks(const std::vector<Check>& runs, const VerifyOptions& options) {
  const auto refuse = [](const char* option) {
    throw InputError({std::string(option), 0, 0,
                      "saw it with --verdict-only, which counts no executions; expected one of "
                      "them"});
  };
  if (options.session.limit_executions != 0) refuse("--limit-executions");
  if (!options.session.checkpoint.empty()) refuse("--checkpoint");
  if (!options.session.resume.empty()) refuse("--resume");
  if (!options.report.empty()) refuse("--report");
  for (const Check& run : runs) require_state_check(run);
}

void run_state_checks(const std::vector<Check>& runs, const SessionOptions& options,
                      const std::function<void(const Check&, CheckResult)>& take) {
  const SessionTime time(options);
  const auto check = [&](std::size_t i) {
    StateSearchOptions how;
    how.limits = time.next().limits;
    return check_states(runs[i], how);
  };
  std::size_t next = 0;
  run_ordered(runs.size(), options.jobs, check,
              [&](CheckResult result) { take(runs[next++], std::move(result)); });
}

}  // namespace ringcheck
