// Tested by tests/models/monotone_test.cpp.
#include "models/language/monotone.hpp"

#include <vector>

#include "models/prepared_plan.hpp"

namespace ringcheck::cat {
namespace {

const Node& node_of(const Plan& plan, NodeId n) {
  return plan.nodes[static_cast<std::size_t>(n)];
}

// All nodes below `root`, including those inside a `let rec`.
std::vector<bool> nodes_below(const Plan& plan, NodeId root) {
  std::vector<bool> reached(plan.nodes.size());
  reached[static_cast<std::size_t>(root)] = true;
  for (std::size_t n = plan.nodes.size(); n-- > 0;) {
    if (!reached[n]) continue;
    const auto reach = [&](NodeId operand) { reached[static_cast<std::size_t>(operand)] = true; };
    for_each_operand(plan.nodes[n], reach);
    if (plan.nodes[n].op != Op::fixpoint) continue;
    for (NodeId body : plan.groups[static_cast<std::size_t>(plan.nodes[n].a)].bodies) reach(body);
  }
  return reached;
}

// How much a node says about an unfinished graph.
enum class Reach : std::uint8_t { exact, less_than_the_text, nothing };

Reach reach_of(const Plan& plan, const Node& node) {
  if (node.op == Op::final_writes || node.op == Op::different_values) return Reach::nothing;
  const bool difference = node.op == Op::subtract || node.op == Op::set_difference;
  const bool complement = node.op == Op::complement || node.op == Op::set_complement;
  if (!difference && !complement) return Reach::exact;
  const Node& removed = node_of(plan, difference ? node.b : node.a);
  if (removed.dynamic) return Reach::nothing;
  return removed.stability == Stability::global ? Reach::less_than_the_text : Reach::exact;
}

}  // namespace

Exactness mark_axioms_of_complete_graphs(Plan& plan) {
  Exactness exactness = Exactness::all_graphs;
  for (Test& test : plan.axioms) {
    const std::vector<bool> reached = nodes_below(plan, test.node);
    for (std::size_t n = 0; n < plan.nodes.size(); ++n) {
      if (!reached[n]) continue;
      const Reach reach = reach_of(plan, plan.nodes[n]);
      if (reach == Reach::nothing) test.when_complete = true;
      if (reach != Reach::exact) exactness = Exactness::complete_graphs_only;
    }
    if (test.when_complete) exactness = Exactness::complete_graphs_only;
  }
  return exactness;
}

}  // namespace ringcheck::cat
