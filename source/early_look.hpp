#pragma once
// A short look at a program before all of it is explored: where something is wrong, that mostly shows
// soon somewhere, but not always where an exploration begins.

#include <optional>

#include "source/check_program.hpp"

namespace ringcheck::source {

/// Executions that a look takes in, from the first one on in the order of an exploration.
inline constexpr std::uint64_t kFirstExecutions = 500;
/// Random walks that it makes after that.
inline constexpr std::uint64_t kEarlyWalks = 200;

/// What a look came to.
struct EarlyLook {
  /// How often something was learnt, and the look began again.
  std::uint64_t learnt = 0;
  /// An error, or the whole program if it has no more executions than were looked at; none: all is
  /// left.
  std::optional<CheckResult> result;
};

/// Takes in the first executions of `subject` under its model, some at random, and of a program that has
/// more of them interleavings (explore/interleavings.hpp); where termination is asked for, looks for
/// threads that go round for ever. What has to be known about the program, it learns. The result is
/// that of one worker, and always the same unless
/// `limits` end it. Errors: InputError for what is not modelled.
EarlyLook look_early(Subject& subject, const CheckOptions& options, const ExploreLimits& limits);

}  // namespace ringcheck::source
