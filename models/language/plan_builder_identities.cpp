// How plans simplify relations that contain identities.
//
// This is the simplification that pays. It reads every relation as [S] | rest, where S may be
// absent, some set, or (for r? and r*) all events. Then
//   ([S] | r) ; ([T] | q)  =  [S & T]  |  [S] ; q  |  r ; [T]  |  r ; q
// turns compositions with [S], r? and r* into row and column filters, and composes only relations
// with real edges.
//
// Tested by tests/models/evaluator_test.cpp (simplified and literal plan give the same values).
#include "models/language/plan_builder.hpp"

#include <utility>

namespace ringcheck::cat {
namespace {

bool is_symmetric(Op op) {
  return op == Op::identity || op == Op::loc || op == Op::ext || op == Op::internal ||
         op == Op::si || op == Op::identity_on || op == Op::empty_relation;
}

}  // namespace

PlanBuilder::Split PlanBuilder::split(NodeId r) {
  const Node n = node(r);
  switch (n.op) {
    case Op::identity:
      return {universe_, empty_relation_};
    case Op::identity_on:
      return {n.a, empty_relation_};
    case Op::optional:
      return {universe_, n.a};
    case Op::unite:
      // invariant: join() keeps at most one identity part, as operand of the outermost union.
      if (is(Op::identity_on, n.a)) return {node(n.a).a, n.b};
      if (is(Op::identity_on, n.b)) return {node(n.b).a, n.a};
      return {kNoNode, r};
    default:
      return {kNoNode, r};
  }
}

NodeId PlanBuilder::join(Split parts) {
  if (parts.set == kNoNode || is_empty(parts.set)) return parts.rest;
  if (is_empty(parts.rest)) return identity_on(parts.set);
  if (parts.set == universe_) return make(Op::optional, Type::relation, parts.rest);
  return make(Op::unite, Type::relation, identity_on(parts.set), parts.rest);
}

NodeId PlanBuilder::identity_on(NodeId set) {
  set = as(Type::set, set);
  if (optimised() && is_empty(set)) return empty_relation_;
  if (optimised() && set == universe_) return make(Op::identity, Type::relation);
  return make(Op::identity_on, Type::relation, set);
}

NodeId PlanBuilder::restrict_domain(NodeId set, NodeId r) {
  if (is_empty(set) || is_empty(r)) return empty_relation_;
  if (set == universe_) return r;
  const Split s = split(r);
  if (s.set != kNoNode) return join({intersect(set, s.set), restrict_domain(set, s.rest)});
  if (is(Op::restrict_domain, r)) return restrict_domain(intersect(set, node(r).a), node(r).b);
  return make(Op::restrict_domain, Type::relation, set, r);
}

NodeId PlanBuilder::restrict_range(NodeId set, NodeId r) {
  if (is_empty(set) || is_empty(r)) return empty_relation_;
  if (set == universe_) return r;
  const Split s = split(r);
  if (s.set != kNoNode) return join({intersect(set, s.set), restrict_range(set, s.rest)});
  if (is(Op::restrict_range, r)) return restrict_range(intersect(set, node(r).a), node(r).b);
  return make(Op::restrict_range, Type::relation, set, r);
}

NodeId PlanBuilder::compose(NodeId a, NodeId b) {
  if (is(Op::identity, b)) return a;
  if (is(Op::identity, a)) return b;
  if (!optimised()) return make(Op::sequence, Type::relation, a, b);
  const Split x = split(a);
  const Split y = split(b);
  NodeId rest = empty_relation_;
  if (!is_empty(x.rest) && !is_empty(y.rest)) {
    const bool from_reads =
        is(Op::inverse, x.rest) && is(Op::rf, node(x.rest).a) && is(Op::co, y.rest);
    rest = from_reads ? make(Op::fr, Type::relation)
                      : make(Op::sequence, Type::relation, x.rest, y.rest);
  }
  if (x.set != kNoNode) rest = unite(rest, restrict_domain(x.set, y.rest));
  if (y.set != kNoNode) rest = unite(rest, restrict_range(y.set, x.rest));
  if (x.set == kNoNode || y.set == kNoNode) return rest;
  return join({intersect(x.set, y.set), rest});
}

NodeId PlanBuilder::sequence(std::span<const NodeId> operands) {
  std::vector<NodeId> chain;
  for (NodeId n : operands) chain.push_back(as(Type::relation, n));
  if (optimised()) {
    // Static neighbours first, so that their composition is computed once a graph.
    std::vector<NodeId> runs;
    for (NodeId n : chain) {
      if (!runs.empty() && !node(runs.back()).dynamic && !node(n).dynamic)
        runs.back() = compose(runs.back(), n);
      else
        runs.push_back(n);
    }
    chain = std::move(runs);
  }
  NodeId result = chain.front();
  for (std::size_t i = 1; i < chain.size(); ++i) result = compose(result, chain[i]);
  return result;
}

NodeId PlanBuilder::inverse(NodeId a) {
  a = as(Type::relation, a);
  if (optimised()) {
    if (is_symmetric(node(a).op)) return a;
    if (is(Op::inverse, a)) return node(a).a;
    const Split s = split(a);
    if (s.set != kNoNode) return join({s.set, inverse(s.rest)});
  }
  return make(Op::inverse, Type::relation, a);
}

NodeId PlanBuilder::plus(NodeId a) {
  a = as(Type::relation, a);
  if (optimised()) {
    const Split s = split(a);
    if (s.set != kNoNode) return join({s.set, plus(s.rest)});
    if (is_empty(a) || is(Op::plus, a) || is(Op::po, a) || is(Op::co, a)) return a;
  }
  return make(Op::plus, Type::relation, a);
}

NodeId PlanBuilder::star(NodeId a) {
  if (optimised()) return optional(plus(a));
  return make(Op::star, Type::relation, as(Type::relation, a));
}

NodeId PlanBuilder::optional(NodeId a) {
  a = as(Type::relation, a);
  if (optimised()) return join({universe_, split(a).rest});
  return make(Op::optional, Type::relation, a);
}

}  // namespace ringcheck::cat
