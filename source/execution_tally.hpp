#pragma once
// Takes in the executions of a program, one after the other, and adds up what came of them.

#include <array>

#include "explore/sums.hpp"
#include "source/judge.hpp"

namespace ringcheck::source {

/// Judges executions as they come, of one exploration or of a part of it. The first execution that
/// ends it, in the order of one worker, is the same for any number of workers.
class ExecutionTally {
 public:
  /// Pre: all but `options` outlive this.
  ExecutionTally(const Subject& subject, const Program& program, const Model& model,
                 const CheckOptions& options);

  /// Takes in an execution. Returns false when the exploration is to end.
  bool visit(const Execution& execution);
  /// Takes in the tally of the executions that follow.
  void append(ExecutionTally&& later);
  /// The sums over executions that are judged by their ends (is_judged_by_ends).
  [[nodiscard]] Sums sums() { return {.numbers = numbers_, .firsts = firsts_}; }

  /// What has to be known before the exploration can go on; it starts again then.
  [[nodiscard]] const std::optional<Demand>& demand() const { return demand_; }
  /// The number of executions, the bound that first cut one of them, and the error.
  [[nodiscard]] CheckResult take();

 private:
  /// Of numbers_.
  enum : std::uint8_t { kLookedAt, kExecutions, kBlocked, kCut };
  /// Of firsts_.
  enum : std::uint8_t { kBound, kLeak };

  bool look_at(const Execution& execution);

  const Subject& subject_;
  const Program& program_;
  Judge judge_;
  bool termination_;
  CheckResult found_;  ///< without what is in numbers_ and firsts_
  std::array<std::uint64_t, 4> numbers_{};
  std::array<std::uint32_t, 2> firsts_{};  ///< places, and 1
  std::optional<Demand> demand_;
};

/// The error of `kind` at `place` of the program.
ProgramError error_of(const Subject& subject, ErrorKind kind, std::uint32_t place,
                      const std::string& what);

/// Adds what was counted and found in `later` to `whole`, which has no error.
void append(CheckResult& whole, CheckResult&& later);

}  // namespace ringcheck::source
