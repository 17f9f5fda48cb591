#pragma once
// The checks of one call of `verify`: shared workers, limits, progress, and checkpoints.

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "cli/check_runs.hpp"
#include "cli/output.hpp"

namespace ringcheck {

/// Runs checks. A limit, or Ctrl-C, ends them with what is known so far; the verdict is then that a
/// bound was reached. The checkpoint is written at that moment, and every half minute.
class CheckSession {
 public:
  /// Errors: InputError for a file to resume from that is not about the same checks, and for a
  /// checkpoint that cannot be written.
  CheckSession(std::vector<Check> runs, const SessionOptions& options);

  /// Goes on with `checks` from where they are. Errors: InputError for a checkpoint that cannot be
  /// written. Pre: nothing to resume from.
  CheckSession(std::vector<ResumableCheck> checks, const SessionOptions& options);

  /// Runs all checks and hands on their results in order. Errors: as for ResumableCheck::run.
  void run(const std::function<void(const Check&, CheckResult)>& take);

  /// The checks, from where they are, for somebody else to run.
  [[nodiscard]] std::vector<ResumableCheck> take_checks() { return std::move(checks_); }

  /// The file from which checks that a limit ended can go on; empty when a limit ended none, or
  /// nothing was written.
  [[nodiscard]] std::string left_in() const;

 private:
  struct State;
  CheckResult check(State& state, std::size_t i);
  [[nodiscard]] std::string checkpoint_text(State& state) const;

  std::vector<Check> runs_;
  SessionOptions options_;
  std::vector<ResumableCheck> checks_;
};

}  // namespace ringcheck
