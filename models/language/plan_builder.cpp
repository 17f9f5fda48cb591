// Hash-consing and simplification of plan nodes.
// Tested by tests/models/evaluator_test.cpp (simplified and literal plan give the same values).
#include "models/language/plan_builder.hpp"

#include <algorithm>
#include <utility>

namespace ringcheck::cat {
namespace {

constexpr std::size_t kMaxNodes = 20000;
constexpr std::size_t kMaxGroups = 64;

bool is_commutative(Op op) {
  return op == Op::unite || op == Op::intersect || op == Op::set_union ||
         op == Op::set_intersection;
}

std::string type_name(Type type) {
  return type == Type::set ? "a set" : "a relation";
}

bool stays_within_po(Op op, const Node* a, const Node* b) {
  switch (op) {
    case Op::po:
    case Op::addr:
    case Op::data:
    case Op::ctrl:
    case Op::identity:
    case Op::identity_on:
    case Op::empty_relation:
    case Op::rmw:
    case Op::nested_pairs:
      return true;
    case Op::sequence:
    case Op::unite:
      return a->within_po && b->within_po;
    case Op::intersect:
      return a->within_po || b->within_po;
    case Op::plus:
    case Op::star:
    case Op::optional:
    case Op::subtract:
    case Op::different_values:
      return a->within_po;
    case Op::restrict_domain:
    case Op::restrict_range:
      return b->within_po;
    default:
      return false;
  }
}

// `n` already knows whether it stays within program order.
Stability stability_of(const Node& n, const Node* a, const Node* b) {
  const auto worst = [&](Stability least) {
    if (a != nullptr) least = std::max(least, a->stability);
    if (b != nullptr) least = std::max(least, b->stability);
    return least;
  };
  switch (n.op) {
    case Op::named_set:
      return Stability::tags;
    case Op::rmw:
    case Op::loc:
    case Op::rmw_events:
      return Stability::endpoints;
    case Op::sequence:
    case Op::plus:
    case Op::star:
      return worst(n.within_po ? Stability::interval : Stability::global);
    case Op::inverse:
      // Values looks for gaps between two events in the direction of po only.
      return a->stability == Stability::interval ? Stability::global : a->stability;
    case Op::domain:
    case Op::range:
      return a->op == Op::rmw ? Stability::endpoints : Stability::global;
    case Op::nested_pairs:
    case Op::different_values:
    case Op::variable:
    case Op::fixpoint:
    case Op::final_writes:
    case Op::rf:
    case Op::co:
    case Op::fr:
      return Stability::global;
    default:
      return worst(Stability::rigid);
  }
}

}  // namespace

PlanBuilder::PlanBuilder(Style style) : style_(style) {
  empty_set_ = leaf(Op::empty_set, Type::set);
  empty_relation_ = leaf(Op::empty_relation, Type::relation);
  universe_ = leaf(Op::universe, Type::set);
}

NodeId PlanBuilder::leaf(Op op, Type type, NodeId a, NodeId b) {
  return make(op, type, a, b);
}

NodeId PlanBuilder::named_set(const NamedSet& set) {
  plan_.sets.push_back(set);
  return make(Op::named_set, Type::set, static_cast<NodeId>(plan_.sets.size()) - 1);
}

NodeId PlanBuilder::make(Op op, Type type, NodeId a, NodeId b) {
  if (is_commutative(op) && optimised() && a > b) std::swap(a, b);
  const auto [place, fresh] =
      known_.try_emplace(Key{op, type, a, b}, static_cast<NodeId>(plan_.nodes.size()));
  if (!fresh) return place->second;
  if (plan_.nodes.size() >= kMaxNodes)
    fail(at_,
         "saw a model of more than " + std::to_string(kMaxNodes) + " operations, expected fewer");
  Node n;
  n.op = op;
  n.type = type;
  n.a = a;
  n.b = b;
  n.at = at_;
  classify(n);
  plan_.nodes.push_back(n);
  return place->second;
}

void PlanBuilder::classify(Node& n) const {
  const bool is_leaf = n.op <= Op::final_writes || n.op == Op::variable || n.op == Op::fixpoint;
  const Node* a = !is_leaf && n.a != kNoNode ? &node(n.a) : nullptr;
  const Node* b = !is_leaf && n.b != kNoNode ? &node(n.b) : nullptr;
  n.dynamic = (n.op >= Op::rf && n.op <= Op::final_writes) || n.op == Op::different_values ||
              (a != nullptr && a->dynamic) || (b != nullptr && b->dynamic);
  n.groups = (a != nullptr ? a->groups : 0) | (b != nullptr ? b->groups : 0);
  n.within_po = stays_within_po(n.op, a, b);
  n.stability = stability_of(n, a, b);
}

void PlanBuilder::set_name(NodeId n, std::string_view name) {
  Node& target = plan_.nodes[static_cast<std::size_t>(n)];
  if (target.name != 0) return;
  target.name = static_cast<std::uint32_t>(plan_.names.size());
  plan_.names.emplace_back(name);
}

NodeId PlanBuilder::as(Type type, NodeId n) {
  if (node(n).type == type) return n;
  if (is_empty(n)) return type == Type::set ? empty_set_ : empty_relation_;
  fail(at_, "saw " + type_name(node(n).type) + ", expected " + type_name(type));
}

NodeId PlanBuilder::binary(Op set_op, Op relation_op, NodeId a, NodeId b) {
  if (is_empty(a) && is_empty(b)) return a;  // still a set as well as a relation
  const Type type = is_empty(a) ? node(b).type : node(a).type;
  return make(type == Type::set ? set_op : relation_op, type, as(type, a), as(type, b));
}

NodeId PlanBuilder::unite(NodeId a, NodeId b) {
  if (!optimised()) return binary(Op::set_union, Op::unite, a, b);
  if (is_empty(a)) return b;
  b = as(node(a).type, b);
  if (is_empty(b) || a == b) return a;
  if (node(a).type == Type::set) return unite_sets(a, b);
  const Split x = split(a);
  const Split y = split(b);
  if (x.set == kNoNode && y.set == kNoNode) return make(Op::unite, Type::relation, a, b);
  Split sum;
  sum.set = x.set == kNoNode ? y.set : y.set == kNoNode ? x.set : unite_sets(x.set, y.set);
  sum.rest = unite(x.rest, y.rest);
  return join(sum);
}

NodeId PlanBuilder::unite_sets(NodeId a, NodeId b) {
  if (is_empty(a) || a == b || b == universe_) return b;
  if (is_empty(b) || a == universe_) return a;
  return make(Op::set_union, Type::set, a, b);
}

NodeId PlanBuilder::intersect(NodeId a, NodeId b) {
  if (!optimised()) return binary(Op::set_intersection, Op::intersect, a, b);
  const Type type = is_empty(a) ? node(b).type : node(a).type;
  a = as(type, a);
  b = as(type, b);
  if (a == b || is_empty(a) || b == universe_) return a;
  if (is_empty(b) || a == universe_) return b;
  return binary(Op::set_intersection, Op::intersect, a, b);
}

NodeId PlanBuilder::subtract(NodeId a, NodeId b) {
  if (!optimised()) return binary(Op::set_difference, Op::subtract, a, b);
  const Type type = is_empty(a) ? node(b).type : node(a).type;
  a = as(type, a);
  b = as(type, b);
  if (is_empty(a) || is_empty(b)) return a;
  if (a == b) return type == Type::set ? empty_set_ : empty_relation_;
  if (is(Op::identity, b)) a = split(a).rest;
  if (is_empty(a)) return a;
  return binary(Op::set_difference, Op::subtract, a, b);
}

NodeId PlanBuilder::complement(NodeId a) {
  return make(node(a).type == Type::set ? Op::set_complement : Op::complement, node(a).type, a);
}

NodeId PlanBuilder::product(NodeId a, NodeId b) {
  a = as(Type::set, a);
  b = as(Type::set, b);
  if (optimised() && (is_empty(a) || is_empty(b))) return empty_relation_;
  return make(Op::product, Type::relation, a, b);
}

NodeId PlanBuilder::nested_pairs(NodeId a, NodeId b) {
  a = as(Type::set, a);
  b = as(Type::set, b);
  if (optimised() && (is_empty(a) || is_empty(b))) return empty_relation_;
  return make(Op::nested_pairs, Type::relation, a, b);
}

NodeId PlanBuilder::different_values(NodeId a) {
  return make(Op::different_values, Type::relation, as(Type::relation, a));
}

NodeId PlanBuilder::domain(NodeId a) {
  a = as(Type::relation, a);
  if (optimised() && is_empty(a)) return empty_set_;
  return make(Op::domain, Type::set, a);
}

NodeId PlanBuilder::range(NodeId a) {
  a = as(Type::relation, a);
  if (optimised() && is_empty(a)) return empty_set_;
  return make(Op::range, Type::set, a);
}

int PlanBuilder::open_group(std::span<const Type> types) {
  const int g = static_cast<int>(plan_.groups.size());
  if (plan_.groups.size() >= kMaxGroups) fail(at_, "saw more than 64 'let rec', expected fewer");
  plan_.groups.emplace_back();
  for (std::size_t i = 0; i < types.size(); ++i) {
    const NodeId v = make(Op::variable, types[i], g, static_cast<NodeId>(i));
    plan_.nodes[static_cast<std::size_t>(v)].groups = std::uint64_t{1} << g;
    plan_.groups.back().variables.push_back(v);
  }
  return g;
}

std::vector<NodeId> PlanBuilder::close_group(int group, std::span<const NodeId> bodies) {
  Group& g = plan_.groups[static_cast<std::size_t>(group)];
  g.bodies.assign(bodies.begin(), bodies.end());
  const std::uint64_t own = std::uint64_t{1} << group;
  bool dynamic = false;
  std::uint64_t outer = 0;
  for (NodeId body : bodies) {
    dynamic = dynamic || node(body).dynamic;
    outer |= node(body).groups & ~own;
  }
  // Each round computes what depends on these unknowns, but not on those of a group within this
  // one.
  for (std::size_t n = 0; n < plan_.nodes.size(); ++n) {
    Node& candidate = plan_.nodes[n];
    if ((candidate.groups & own) != 0) candidate.dynamic = candidate.dynamic || dynamic;
    const bool innermost = (candidate.groups & own) != 0 && candidate.groups < 2 * own;
    if (innermost && candidate.op != Op::variable) g.order.push_back(static_cast<NodeId>(n));
  }
  std::vector<NodeId> results;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const NodeId r = make(Op::fixpoint, node(bodies[i]).type, group, static_cast<NodeId>(i));
    Node& result = plan_.nodes[static_cast<std::size_t>(r)];
    result.dynamic = dynamic;
    result.groups = outer;
    results.push_back(r);
  }
  return results;
}

}  // namespace ringcheck::cat
