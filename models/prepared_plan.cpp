// Orders the axioms of a plan by cost, and leaves out those that others imply.
// Tested by tests/models/evaluator_test.cpp.
#include "models/prepared_plan.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace ringcheck {

using cat::Node;
using cat::NodeId;
using cat::Op;
using cat::Plan;

namespace {

const Node& node_of(const Plan& plan, NodeId n) {
  return plan.nodes[static_cast<std::size_t>(n)];
}

// Relative time to compute a node, measured at 40 events.
int cost(const Plan& plan, NodeId n) {
  switch (node_of(plan, n).op) {
    case Op::rf:
    case Op::co:
    case Op::fr:
      return 0;
    case Op::sequence:
    case Op::inverse:
      return 6;
    case Op::plus:
    case Op::star:
      return 12;
    case Op::fixpoint:
      return 100;
    default:
      return 1;
  }
}

// The operands of nested unions at `n`.
void union_parts(const Plan& plan, NodeId n, std::set<NodeId>& parts) {
  std::vector<NodeId> open{n};
  while (!open.empty()) {
    const NodeId next = open.back();
    open.pop_back();
    const Node& node = node_of(plan, next);
    if (node.op != Op::unite) {
      parts.insert(next);
    } else {
      open.push_back(node.a);
      open.push_back(node.b);
    }
  }
}

// acyclic(a) follows from acyclic(b) if b has all operands of a.
bool implied(const Plan& plan, const cat::Test& a, const cat::Test& b) {
  if (a.kind != cat::TestKind::acyclic || b.kind != cat::TestKind::acyclic || a.node == b.node)
    return false;
  std::set<NodeId> part_of_a;
  std::set<NodeId> part_of_b;
  union_parts(plan, a.node, part_of_a);
  union_parts(plan, b.node, part_of_b);
  return std::ranges::includes(part_of_b, part_of_a);
}

}  // namespace

std::vector<NodeId> outside_needs(const Plan& plan, int group) {
  std::set<NodeId> needs;
  const auto need = [&](NodeId n) {
    if (node_of(plan, n).groups == 0) needs.insert(n);
  };
  std::vector<int> open{group};  // the group and those within it
  while (!open.empty()) {
    const int g = open.back();
    open.pop_back();
    for (const Node& node : plan.nodes) {
      if ((node.groups & (std::uint64_t{1} << g)) == 0) continue;
      for_each_operand(node, need);
      if (node.op == Op::fixpoint && node.b == 0) open.push_back(node.a);
    }
    // A definition may not use the unknowns at all.
    for (NodeId body : plan.groups[static_cast<std::size_t>(g)].bodies) need(body);
  }
  return {needs.begin(), needs.end()};
}

std::vector<std::vector<NodeId>> steps_of(const Plan& plan, int group) {
  const cat::Group& g = plan.groups[static_cast<std::size_t>(group)];
  std::vector<std::vector<NodeId>> steps;
  for (NodeId body : g.bodies) {
    std::vector<bool> wanted(plan.nodes.size());
    wanted[static_cast<std::size_t>(body)] = true;
    std::vector<NodeId> step;
    for (std::size_t i = g.order.size(); i-- > 0;) {
      const NodeId n = g.order[i];
      if (!wanted[static_cast<std::size_t>(n)]) continue;
      step.push_back(n);
      const auto want = [&](NodeId operand) { wanted[static_cast<std::size_t>(operand)] = true; };
      for_each_operand(node_of(plan, n), want);
      // A group within this one may use whatever stands before it.
      if (node_of(plan, n).op == Op::fixpoint) std::fill_n(wanted.begin(), n, true);
    }
    std::ranges::reverse(step);
    steps.push_back(std::move(step));
  }
  return steps;
}

std::vector<NodeId> needs_of(const Plan& plan, NodeId root) {
  std::vector<bool> wanted(plan.nodes.size());
  wanted[static_cast<std::size_t>(root)] = true;
  std::vector<NodeId> needs;
  for (NodeId n = root; n >= 0; --n) {
    if (!wanted[static_cast<std::size_t>(n)]) continue;
    const Node& node = node_of(plan, n);
    needs.push_back(n);
    const auto want = [&](NodeId operand) { wanted[static_cast<std::size_t>(operand)] = true; };
    for_each_operand(node, want);
    if (node.op != Op::fixpoint) continue;
    // The first result of a group runs it; it stands right before the others.
    want(n - node.b);
    if (node.b == 0)
      for (NodeId need : outside_needs(plan, node.a)) want(need);
  }
  std::ranges::reverse(needs);
  return needs;
}

std::vector<NodeId> own_sources(const Plan& plan) {
  std::vector<NodeId> sources(plan.nodes.size());
  for (std::size_t n = 0; n < sources.size(); ++n) {
    const Node& node = plan.nodes[n];
    sources[n] = static_cast<NodeId>(n);
    if (node.op == Op::fixpoint)
      sources[n] =
          plan.groups[static_cast<std::size_t>(node.a)].variables[static_cast<std::size_t>(node.b)];
  }
  return sources;
}

PreparedPlan::PreparedPlan(Plan compiled, Tests which) : plan(std::move(compiled)) {
  own_source = own_sources(plan);
  for (std::size_t g = 0; g < plan.groups.size(); ++g)
    group_needs.push_back(outside_needs(plan, static_cast<int>(g)));

  std::vector<Axiom> waiting;
  const auto& tests = which == Tests::flags ? plan.flags : plan.axioms;
  const auto counts = [&](const cat::Test& test) {
    return which != Tests::axioms || !test.when_complete;
  };
  for (const cat::Test& test : tests) {
    if (!counts(test)) continue;
    const bool redundant = std::ranges::any_of(tests, [&](const cat::Test& other) {
      if (!counts(other)) return false;
      return implied(plan, test, other) ||
             (&other < &test && other.kind == test.kind && other.node == test.node);
    });
    // Each flag is reported, whatever others say.
    if (redundant && which != Tests::flags) continue;
    const auto place = static_cast<int>(&test - tests.data());
    waiting.push_back({place, test.kind, test.node, needs_of(plan, test.node)});
  }
  choose_keys(waiting);

  std::set<NodeId> computed;
  while (!waiting.empty()) {
    const auto price = [&](const Axiom& axiom) {
      int sum = 0;
      for (NodeId n : axiom.needs)
        if (node_of(plan, n).dynamic && !computed.contains(n)) sum += cost(plan, n);
      return sum;
    };
    const auto cheapest = std::ranges::min_element(waiting, {}, price);
    computed.insert(cheapest->needs.begin(), cheapest->needs.end());
    axioms.push_back(std::move(*cheapest));
    waiting.erase(cheapest);
  }
}

void PreparedPlan::choose_keys(const std::vector<Axiom>& needing) {
  std::set<NodeId> needed;
  for (const Axiom& axiom : needing) needed.insert(axiom.needs.begin(), axiom.needs.end());
  std::vector<bool> is_key(plan.nodes.size());
  for (std::size_t i = 0; i < plan.nodes.size(); ++i) {
    const Node& node = plan.nodes[i];
    const auto n = static_cast<NodeId>(i);
    if (node.op == Op::empty_set) empty_set = n;
    if (node.op == Op::empty_relation) empty_relation = n;
    if (node.dynamic || node.groups != 0 || !needed.contains(n)) continue;
    const bool set_of_sets =
        node.op <= Op::rmw_events || (node.op >= Op::set_union && node.op <= Op::set_complement);
    const bool leaf = node.op >= Op::addr && node.op <= Op::rmw;
    bool operands = true;
    for_each_operand(node, [&](NodeId operand) {
      operands = operands && is_key[static_cast<std::size_t>(operand)];
    });
    is_key[i] = (set_of_sets && operands) || leaf;
    if (is_key[i]) key_nodes.push_back(n);
  }
}

}  // namespace ringcheck
