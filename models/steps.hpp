#pragma once
// A schedule as the steps of a propagation.

#include <vector>

#include "models/schedule.hpp"

namespace ringcheck {

/// One node of a schedule, with the nodes that hold its operands' values.
struct Step {
  cat::NodeId node = cat::kNoNode;
  cat::NodeId computed = cat::kNoNode;  ///< itself; the first unknown, if it is a `let rec`
  cat::Op op = cat::Op::empty_set;
  cat::NodeId a = cat::kNoNode;
  cat::NodeId b = cat::kNoNode;  ///< again `a` if there is only one
  bool by_events = false;        ///< new events can change it when no operand changes
  bool external = false;         ///< an intersection of `a` with ext
  cat::Stability removed = cat::Stability::rigid;  ///< of what a difference removes
};

/// The rounds of a `let rec` as steps.
struct GroupSteps {
  std::vector<Step> order;
  std::vector<cat::NodeId> variables;
  std::vector<cat::NodeId> bodies;
  std::vector<cat::NodeId> needs;  ///< what its steps use from outside
  bool monotone = true;            ///< its unknowns grow with themselves and with what it needs
};

/// A schedule as steps: operands first, and steps that rf and co do not change before those that
/// they change.
struct Steps {
  const Schedule* schedule = nullptr;
  std::vector<Step> steps;
  std::size_t once = 0;            ///< how many of them rf and co do not change
  std::vector<GroupSteps> groups;  ///< by group; empty for those that are not in use
  std::vector<bool> computes;      ///< by node: whether a step or a group computes it

  struct Stage {
    const Axiom* axiom;
    cat::NodeId shown;  ///< the node that has its value
    std::size_t end;    ///< `steps` up to here is what its test needs
  };
  std::vector<Stage> stages;  ///< as those of the schedule
};

/// The steps of `schedule`.
Steps make_steps(const PreparedPlan& prepared, const Schedule& schedule);

}  // namespace ringcheck
