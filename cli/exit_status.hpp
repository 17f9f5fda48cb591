#pragma once
// How the command ends.

namespace ringcheck {

/// Exit statuses of the command. The larger of two is what a run of several parts ends with, bad
/// input apart: that ends a run at once.
enum class ExitStatus : int {
  holds = 0,
  violated =
      1,  ///< a property is violated, a witness no longer shows what it did, a test disagrees
  bad_input = 2,      ///< one line on standard error says where and what was expected
  bound_reached = 3,  ///< nothing violated, but not everything was explored
  internal = 4,       ///< ringcheck itself is wrong
};

}  // namespace ringcheck
