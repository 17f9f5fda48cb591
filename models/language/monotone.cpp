// Tested by tests/models/monotone_test.cpp.
#include "models/language/monotone.hpp"

#include <string>
#include <vector>

#include "models/prepared_plan.hpp"

namespace ringcheck::cat {
namespace {

const Node& node_of(const Plan& plan, NodeId n) {
  return plan.nodes[static_cast<std::size_t>(n)];
}

// All nodes below the axioms, those inside of a `let rec` included.
std::vector<bool> nodes_of_axioms(const Plan& plan) {
  std::vector<bool> reached(plan.nodes.size());
  for (const Test& test : plan.axioms) reached[static_cast<std::size_t>(test.node)] = true;
  for (std::size_t n = plan.nodes.size(); n-- > 0;) {
    if (!reached[n]) continue;
    const auto reach = [&](NodeId operand) { reached[static_cast<std::size_t>(operand)] = true; };
    for_each_operand(plan.nodes[n], reach);
    if (plan.nodes[n].op != Op::fixpoint) continue;
    for (NodeId body : plan.groups[static_cast<std::size_t>(plan.nodes[n].a)].bodies) reach(body);
  }
  return reached;
}

}  // namespace

Exactness require_monotone(const Plan& plan) {
  Exactness exactness = Exactness::all_graphs;
  const std::vector<bool> reached = nodes_of_axioms(plan);
  for (std::size_t n = 0; n < plan.nodes.size(); ++n) {
    if (!reached[n]) continue;
    const Node& node = plan.nodes[n];
    if (node.op == Op::final_writes)
      fail(node.at,
           "saw FW in an axiom, expected it in flags only: a write is the last one of its location "
           "only until "
           "the next is added");
    if (node.op == Op::different_values)
      fail(node.at,
           "saw different-values in an axiom, expected it in flags only: values are known of "
           "complete executions only");
    const bool difference = node.op == Op::subtract || node.op == Op::set_difference;
    const bool complement = node.op == Op::complement || node.op == Op::set_complement;
    if (!difference && !complement) continue;
    const Node& removed = node_of(plan, difference ? node.b : node.a);
    if (removed.dynamic)
      fail(node.at,
           std::string("saw '") + (difference ? "\\" : "~") +
               "' in an axiom remove what depends on rf or co, expected that in flags only: an "
               "execution could "
               "be consistent although a part of it is not, and exploration would miss it");
    if (removed.stability == Stability::global) exactness = Exactness::complete_graphs_only;
  }
  return exactness;
}

}  // namespace ringcheck::cat
