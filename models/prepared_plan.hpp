#pragma once
// A plan made ready for evaluation: what to compute for which axiom, and in which order to test.

#include <vector>

#include "models/language/plan.hpp"

namespace ringcheck {

/// An axiom with all nodes that its value needs, operands first, itself last. Also a flag.
struct Axiom {
  int test = 0;  ///< its place among the tests of the plan
  cat::TestKind kind = cat::TestKind::acyclic;
  cat::NodeId node = cat::kNoNode;
  std::vector<cat::NodeId> needs;
};

/// Which tests of a plan are to be evaluated.
enum class Tests : std::uint8_t {
  axioms,      ///< those that say something about graphs that may grow
  all_axioms,  ///< also those that say something about complete graphs only
  flags
};

/// invariant: refers to no other object but `plan`, so that it can be moved together with it.
struct PreparedPlan {
  cat::Plan plan;
  std::vector<Axiom> axioms;  ///< the tests, cheapest first; axioms without those that others imply
  /// Static nodes that are cheap to compute and, if empty, make much else empty: sets made of sets,
  /// dependencies, rmw. Operands first.
  std::vector<cat::NodeId> key_nodes;
  /// By node: the node that has its value; itself except for the results of a `let rec`.
  std::vector<cat::NodeId> own_source;
  cat::NodeId empty_set = cat::kNoNode;
  cat::NodeId empty_relation = cat::kNoNode;
  /// By group: the nodes that a fixpoint node needs from outside its group.
  std::vector<std::vector<cat::NodeId>> group_needs;

  PreparedPlan() = default;
  PreparedPlan(cat::Plan compiled, Tests which);

 private:
  void choose_keys(const std::vector<Axiom>& needing);
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

/// PreparedPlan::own_source of any plan.
std::vector<cat::NodeId> own_sources(const cat::Plan& plan);

/// Nodes outside of all groups that the definitions of group `group`, and of groups within it, use.
std::vector<cat::NodeId> outside_needs(const cat::Plan& plan, int group);

/// For each definition of group `group`, the nodes to evaluate before its unknown takes its value.
std::vector<std::vector<cat::NodeId>> steps_of(const cat::Plan& plan, int group);

/// All nodes that `root` needs, in an order in which they can be computed. Nodes inside of a `let
/// rec` are left to its fixpoint node.
std::vector<cat::NodeId> needs_of(const cat::Plan& plan, cat::NodeId root);

}  // namespace ringcheck
