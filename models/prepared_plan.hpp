#pragma once
// A plan made ready for evaluation: what to compute for which axiom, and in which order to test.

#include <vector>

#include "models/language/plan.hpp"

namespace ringcheck {

/// An axiom with the dynamic nodes that its value needs, operands first, itself last.
struct Axiom {
  cat::TestKind kind = cat::TestKind::acyclic;
  cat::NodeId node = cat::kNoNode;
  std::vector<cat::NodeId> needs;
};

/// invariant: refers to no other object but `plan`, so that it can be moved together with it.
struct PreparedPlan {
  cat::Plan plan;
  std::vector<cat::NodeId> static_needs;  ///< static nodes that axioms need, operands first
  std::vector<Axiom> static_axioms;
  std::vector<Axiom> axioms;  ///< the others, cheapest first, without those that others imply
  /// Nodes that a fixpoint node needs from outside of its group, by group.
  std::vector<std::vector<cat::NodeId>> group_needs;

  PreparedPlan() = default;
  explicit PreparedPlan(cat::Plan compiled);
};

/// Calls `visit` for each operand of `node` that is a node.
template <class Visit>
void for_each_operand(const cat::Node& node, Visit&& visit) {
  if (node.op <= cat::Op::final_writes || node.op == cat::Op::variable ||
      node.op == cat::Op::fixpoint)
    return;
  if (node.a != cat::kNoNode) visit(node.a);
  if (node.b != cat::kNoNode) visit(node.b);
}

/// Nodes outside of all groups that the definitions of group `group`, and of groups within it, use.
std::vector<cat::NodeId> outside_needs(const cat::Plan& plan, int group);

/// All nodes that `root` needs, in an order in which they can be computed. Nodes inside of a `let
/// rec` are left to its fixpoint node.
std::vector<cat::NodeId> needs_of(const cat::Plan& plan, cat::NodeId root);

}  // namespace ringcheck
