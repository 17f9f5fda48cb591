#pragma once
// How the command ends.

namespace ringcheck {

/// Exit statuses of the command. When its parts end in different ways: bad input outranks a
/// violation, a violation outranks a bound.
enum class ExitStatus : int {
  holds = 0,
  violated = 1,       ///< a property is violated, or a replayed witness shows that it is
  bad_input = 2,      ///< one line on standard error says what was seen and what was expected
  bound_reached = 3,  ///< nothing violated, but not everything was explored
  internal = 4,       ///< ringcheck itself is wrong
};

}  // namespace ringcheck
