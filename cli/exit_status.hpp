#pragma once
// How the command ends.

#include <initializer_list>

namespace ringcheck {

/// Exit statuses of the command. When its parts end in different ways, bad input outranks a
/// violation, a violation outranks a bound, and a bound outranks vacuous.
enum class ExitStatus : int {
  holds = 0,
  violated = 1,       ///< a property is violated, or a replayed witness shows that it is
  bad_input = 2,      ///< one line on standard error says what was seen and what was expected
  bound_reached = 3,  ///< nothing violated, but not everything was explored
  internal = 4,       ///< ringcheck itself is wrong
  vacuous = 5,        ///< nothing violated, but a property was never seen to say anything
};

/// How a command ends if one of its parts ends with `a` and another with `b`.
constexpr ExitStatus worse(ExitStatus a, ExitStatus b) {
  for (const ExitStatus worst : {ExitStatus::internal, ExitStatus::bad_input, ExitStatus::violated,
                                 ExitStatus::bound_reached, ExitStatus::vacuous})
    if (a == worst || b == worst) return worst;
  return ExitStatus::holds;
}

}  // namespace ringcheck
