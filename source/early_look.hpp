#pragma once
// A short look at a program before all of it is explored: an error mostly shows soon somewhere, but
// not always where an exploration begins.

#include <optional>

#include "source/check_program.hpp"

namespace ringcheck::source {

/// Executions that a look takes in, from the first one in the order of an exploration.
inline constexpr std::uint64_t kFirstExecutions = 500;
/// Random walks that it makes after that.
inline constexpr std::uint64_t kEarlyWalks = 200;

/// The result of a look.
struct EarlyLook {
  /// How often something was learnt, and the look began again.
  std::uint64_t learnt = 0;
  /// An error, or the result for the whole program if the look saw all its executions; none: all is
  /// left.
  std::optional<CheckResult> result;
};

/// Takes in the first executions of `subject` under its model, some random ones and, if there are
/// more, interleavings (explore/interleavings.hpp). If `options` ask for termination, looks for
/// threads that go round for ever. Learns what has to be known about the program. The result is
/// that of one worker, and always the same unless `limits` end it. Errors: InputError for what is
/// not modelled.
EarlyLook look_early(Subject& subject, const CheckOptions& options, const ExploreLimits& limits);

}  // namespace ringcheck::source
