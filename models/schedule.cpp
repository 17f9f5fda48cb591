// Specialises a plan to the values that are empty, or full.
// Tested by tests/models/evaluator_test.cpp.
#include "models/schedule.hpp"

#include <algorithm>

namespace ringcheck {
namespace {

using cat::Node;
using cat::NodeId;
using cat::Op;

class Scheduler {
 public:
  Scheduler(const PreparedPlan& prepared, const Keys& keys)
      : prepared_(prepared),
        empty_key_(prepared.plan.nodes.size()),
        full_key_(prepared.plan.nodes.size()),
        live_(prepared.plan.nodes.size()),
        seen_(prepared.plan.nodes.size()),
        wanted_(prepared.plan.nodes.size()),
        empty_group_(prepared.plan.groups.size()) {
    schedule_.keys = keys;
    schedule_.source = prepared.own_source;
    for (std::size_t k = 0; k < prepared.key_nodes.size(); ++k) {
      const NodeId n = prepared.key_nodes[k];
      const auto bit = [k](const auto& bits) {
        return k < Keys::kMost && ((bits[k / 64] >> (k % 64)) & 1U) != 0;
      };
      empty_key_[index(n)] = bit(keys.empty);
      full_key_[index(n)] = bit(keys.full);
      wanted_[index(n)] = true;  // is computed already
    }
  }

  Schedule run() {
    for (const Axiom& axiom : prepared_.axioms) {
      for (NodeId n : axiom.needs) simplify(n);
      if (!is_empty(axiom.node)) add(axiom);
    }
    std::ranges::sort(schedule_.once);
    return std::move(schedule_);
  }

 private:
  static std::size_t index(NodeId n) { return static_cast<std::size_t>(n); }
  [[nodiscard]] const Node& node(NodeId n) const { return prepared_.plan.nodes[index(n)]; }
  [[nodiscard]] NodeId& source(NodeId n) { return schedule_.source[index(n)]; }
  [[nodiscard]] bool is_empty(NodeId n) {
    return source(n) == prepared_.empty_set || source(n) == prepared_.empty_relation;
  }

  // Finds out whether a node is empty or equal to an operand, and whether rf and co can change it.
  void simplify(NodeId n) {
    if (seen_[index(n)]) return;
    seen_[index(n)] = true;
    const Node& m = node(n);
    if (m.op == Op::fixpoint && m.b == 0) find_empty_group(m.a);
    if (empty_key_[index(n)] || is_empty_operation(m)) {
      source(n) = m.type == cat::Type::set ? prepared_.empty_set : prepared_.empty_relation;
      return;
    }
    if (const NodeId same = equal_operand(m); same != cat::kNoNode) {
      source(n) = source(same);
      return;
    }
    bool live = m.dynamic && m.op <= Op::final_writes;
    if (m.op == Op::fixpoint || m.op == Op::different_values) live = m.dynamic;
    for_each_operand(m, [&](NodeId operand) { live = live || live_[index(source(operand))]; });
    live_[index(n)] = live;
    if (m.op == Op::fixpoint) live_[index(source(n))] = live;  // its users ask its unknown
  }

  // A `let rec` is empty if its definitions are empty while its unknowns are. Its nodes then show
  // an empty value; else they keep their own values.
  void find_empty_group(int g) {
    const cat::Group& group = prepared_.plan.groups[index(g)];
    const auto assume_empty = [&](NodeId n) {
      source(n) = node(n).type == cat::Type::set ? prepared_.empty_set : prepared_.empty_relation;
    };
    for (NodeId v : group.variables) assume_empty(v);
    for (NodeId n : group.order) {
      if (is_empty_operation(node(n)))
        assume_empty(n);
      else if (const NodeId same = equal_operand(node(n)); same != cat::kNoNode)
        source(n) = source(same);
    }
    empty_group_[index(g)] =
        std::ranges::all_of(group.bodies, [&](NodeId body) { return is_empty(body); });
    for (NodeId n : group.order) source(n) = prepared_.own_source[index(n)];
    for (NodeId v : group.variables) source(v) = prepared_.own_source[index(v)];
  }

  bool is_empty_operation(const Node& m) {
    switch (m.op) {
      case Op::fixpoint:
        return empty_group_[index(m.a)];
      case Op::unite:
      case Op::set_union:
        return is_empty(m.a) && is_empty(m.b);
      case Op::intersect:
      case Op::set_intersection:
      case Op::sequence:
      case Op::product:
      case Op::nested_pairs:
      case Op::restrict_domain:
      case Op::restrict_range:
        return is_empty(m.a) || is_empty(m.b);
      case Op::subtract:
      case Op::set_difference:
      case Op::inverse:
      case Op::plus:
      case Op::domain:
      case Op::range:
      case Op::identity_on:
      case Op::different_values:
        return is_empty(m.a);
      default:
        return false;
    }
  }

  NodeId equal_operand(const Node& m) {
    switch (m.op) {
      case Op::unite:
      case Op::set_union:
        return is_empty(m.a) ? m.b : is_empty(m.b) ? m.a : cat::kNoNode;
      case Op::subtract:
      case Op::set_difference:
        // Values may have to leave out more than what is removed now.
        return is_empty(m.b) && node(m.b).stability == cat::Stability::rigid ? m.a : cat::kNoNode;
      case Op::restrict_domain:
      case Op::restrict_range:
        return full_key_[index(m.a)] ? m.b : cat::kNoNode;
      default:
        return cat::kNoNode;
    }
  }

  void want(NodeId n) { wanted_[index(source(n))] = true; }

  // Schedules what `axiom` needs and no axiom before it needed.
  void add(const Axiom& axiom) {
    const auto start = static_cast<std::ptrdiff_t>(schedule_.each.size());
    std::vector<bool> done = wanted_;
    want(axiom.node);
    for (std::size_t i = axiom.needs.size(); i-- > 0;) {
      const NodeId n = axiom.needs[i];
      const Node& m = node(n);
      if (m.op == Op::fixpoint && is_empty(n)) continue;
      const NodeId shown = m.op == Op::fixpoint ? source(n) : n;
      if (!wanted_[index(shown)] || done[index(shown)]) continue;
      if (m.op == Op::rf || m.op == Op::co || m.op == Op::fr || m.op == Op::po) continue;
      (live_[index(n)] ? schedule_.each : schedule_.once).push_back(n);
      for_each_operand(m, [&](NodeId operand) { want(operand); });
      if (m.op != Op::fixpoint) continue;
      want(n - m.b);  // the first result runs the group
      if (m.b == 0)
        for (NodeId need : prepared_.group_needs[index(m.a)]) want(need);
    }
    std::reverse(schedule_.each.begin() + start, schedule_.each.end());
    if (live_[index(source(axiom.node))])
      schedule_.stages.push_back({&axiom, schedule_.each.size()});
    else
      schedule_.once_axioms.push_back(&axiom);
  }

  const PreparedPlan& prepared_;
  std::vector<bool> empty_key_;
  std::vector<bool> full_key_;
  std::vector<bool> live_;  // rf or co change its value
  std::vector<bool> seen_;
  std::vector<bool> wanted_;
  std::vector<bool> empty_group_;  // by group: its unknowns are empty
  Schedule schedule_;
};

}  // namespace

Schedule make_schedule(const PreparedPlan& prepared, const Keys& keys) {
  return Scheduler(prepared, keys).run();
}

}  // namespace ringcheck
