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

/// Where states are cheap, an exploration goes through so many states in which something is picked,
/// and executions, before a deeper look. Most programs have no more.
inline constexpr std::uint64_t kStatesBeforeDeeperLook = 25'000;
inline constexpr std::uint64_t kExecutionsBeforeDeeperLook = 30'000;

/// The result of a look.
struct EarlyLook {
  /// How often something was learnt, and the look began again.
  std::uint64_t learnt = 0;
  /// An error, or the result for the whole program if the look saw all its executions; none: all is
  /// left.
  std::optional<CheckResult> result;
  bool goes_deeper = false;  ///< a deeper look may find more
};

/// Takes in the first executions of `subject` under its model and, if there are more, some random
/// ones. If `options` ask for termination, looks for threads that go round for ever. Learns what
/// has to be known about the program. The result is that of one worker, and always the same unless
/// `limits` end it. Errors: InputError for what is not modelled.
EarlyLook look_early(Subject& subject, const CheckOptions& options, const ExploreLimits& limits);

/// True iff states of `subject` are cheap, so that it is worth while to explore some before a deeper
/// look.
bool has_cheap_states(const Subject& subject);

/// Takes in interleavings (explore/interleavings.hpp), unless an estimate says that a program with
/// cheap states is explored soon. Otherwise as look_early().
EarlyLook look_deeper(Subject& subject, const CheckOptions& options, const ExploreLimits& limits);

}  // namespace ringcheck::source
