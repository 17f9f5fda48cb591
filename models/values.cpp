// Values of plan nodes: the operations.
//
// What a difference or complement removes may depend on gaps (graph_view.cpp): its right side then
// has a Stability other than rigid. Such a result keeps only pairs that nothing learnt later can
// take away: a partial graph is never refused for an edge that a completion lacks.
//
// Tested by tests/models/evaluator_test.cpp against sets of pairs.
#include "models/values.hpp"

#include <algorithm>

#include "graph/check.hpp"
#include "models/prepared_plan.hpp"

namespace ringcheck {

using cat::Node;
using cat::NodeId;
using cat::Op;
using cat::Stability;

template <int W>
Values<W>::Values(const cat::Plan& plan, Growth growth, int room)
    : plan_(plan),
      growth_(growth),
      room_(index(room)),
      view_(plan.sets, plan.backward ? Direction::backward : Direction::forward, room),
      own_source_(own_sources(plan)) {
  std::size_t relations = 0;
  for (const Node& n : plan.nodes)
    if (n.type == cat::Type::relation) ++relations;
  arena_.resize(relations * room_);
  base_.resize(plan.nodes.size(), nullptr);
  sets_.resize(plan.nodes.size());
  for (std::size_t g = 0; g < plan.groups.size(); ++g)
    steps_.push_back(steps_of(plan, static_cast<int>(g)));
  std::size_t next = 0;
  for (std::size_t i = 0; i < plan.nodes.size(); ++i) {
    const Node& n = plan.nodes[i];
    if (n.type != cat::Type::relation) continue;
    Row* const read = rows_of_view(n.op);
    base_[i] = read != nullptr ? read : arena_.data() + room_ * next++;
  }
}

template <int W>
void Values<W>::clear(int events) {
  for (std::size_t i = 0; i < arena_.size(); i += room_)
    std::fill_n(arena_.begin() + static_cast<std::ptrdiff_t>(i), events, Row{});
  std::ranges::fill(sets_, Row{});
}

template <int W>
bool Values<W>::load(const ExecutionGraph& graph) {
  return view_.load(graph);
}

template <int W>
void Values<W>::compute(NodeId n) {
  const Node& node = plan_.nodes[index(n)];
  if (node.op == Op::fixpoint) {
    if (node.b == 0) fixpoint(node.a);
    return;
  }
  if (node.type == cat::Type::set)
    compute_set(node, sets_[index(n)]);
  else
    compute_relation(node, rows_of(n));
}

// Membership in a set made of sets is decided event by event, so it is computed twice: as if all
// undecided operations failed, and as if they succeeded.
template <int W>
void Values<W>::compute_sets(const std::vector<NodeId>& nodes) {
  both_outcomes_ = true;
  for (NodeId n : nodes) compute(n);
  both_outcomes_ = false;
  if (growth_ == Growth::final || view_.undecided.none()) return;
  first_sets_ = sets_;
  both_outcomes_ = on_success_ = true;
  for (NodeId n : nodes)
    if (is_set(n)) compute(n);
  both_outcomes_ = on_success_ = false;
  for (NodeId n : nodes) sets_[index(n)] &= first_sets_[index(n)];
}

template <int W>
void Values<W>::compute_set(const Node& node, Row& out) {
  switch (node.op) {
    case Op::empty_set:
      out = Row{};
      break;
    case Op::universe:
      out = view_.visible;
      break;
    case Op::reads:
      out = view_.reads;
      break;
    case Op::writes:
      out = view_.writes;
      break;
    case Op::fences:
      out = view_.fences;
      break;
    case Op::initial_writes:
      out = view_.initial;
      break;
    case Op::final_writes:
      out = view_.final_writes;
      break;
    case Op::rmw_events:
      out = view_.rmw_events;
      break;
    case Op::named_set:
      out = (on_success_ ? view_.named_on_success : view_.named)[index(node.a)];
      break;
    case Op::set_union:
      out = set(node.a) | set(node.b);
      break;
    case Op::set_intersection:
      out = set(node.a) & set(node.b);
      break;
    case Op::set_difference:
      out = without_gaps(plan_.nodes[index(node.b)].stability, set(node.a) - set(node.b), -1);
      break;
    case Op::set_complement:
      out = without_gaps(plan_.nodes[index(node.a)].stability, view_.visible - set(node.a), -1);
      break;
    case Op::domain: {
      Row members;
      const Row* a = rows(node.a);
      for (int e = 0; e < view_.size; ++e)
        if (a[e].any()) members.set(e);
      out = members;
      break;
    }
    case Op::range: {
      Row members;
      const Row* a = rows(node.a);
      for (int e = 0; e < view_.size; ++e) members |= a[e];
      out = members;
      break;
    }
    default:
      RC_CHECK(false, "not an operation that gives a set");
  }
}

template <int W>
BitRow<W> Values<W>::without_gaps(Stability removed, Row row, int from) const {
  if (growth_ == Growth::final || removed == Stability::rigid) return row;
  if (removed == Stability::global) return Row{};
  if (view_.gaps.none()) return row;
  if (both_outcomes_ && removed == Stability::tags) return row;
  const Row& open = removed == Stability::tags ? view_.undecided : view_.gaps;
  if (from >= 0 && open.test(from)) return Row{};
  row -= open;
  return removed == Stability::interval ? row - view_.gap_from[index(from)] : row;
}

template <int W>
void Values<W>::compute_relation(const Node& node, Row* out) {
  using Word = std::uint64_t;
  switch (node.op) {
    case Op::unite:
      combine_words<W>(view_.size, out, rows(node.a), rows(node.b),
                       [](Word a, Word b) { return a | b; });
      break;
    case Op::intersect:
      combine_words<W>(view_.size, out, rows(node.a), rows(node.b),
                       [](Word a, Word b) { return a & b; });
      break;
    case Op::subtract: {
      combine_words<W>(view_.size, out, rows(node.a), rows(node.b),
                       [](Word a, Word b) { return a & ~b; });
      const Stability removed = plan_.nodes[index(node.b)].stability;
      if (growth_ == Growth::final || removed == Stability::rigid) break;
      for (int e = 0; e < view_.size; ++e) out[e] = without_gaps(removed, out[e], e);
      break;
    }
    case Op::complement: {
      const Row* a = rows(node.a);
      const Stability removed = plan_.nodes[index(node.a)].stability;
      for (int e = 0; e < view_.size; ++e)
        out[e] = view_.visible.test(e) ? without_gaps(removed, view_.visible - a[e], e) : Row{};
      break;
    }
    case Op::sequence:
      compose<W>(view_.size, out, rows(node.a), rows(node.b));
      break;
    case Op::inverse:
      transpose<W>(view_.size, out, rows(node.a));
      break;
    case Op::plus:
      closure<W>(view_.size, out, rows(node.a));
      break;
    case Op::star:
      closure<W>(view_.size, out, rows(node.a));
      for_each(view_.visible, [&](int e) { out[e].set(e); });
      break;
    case Op::optional:
      std::copy_n(rows(node.a), view_.size, out);
      for_each(view_.visible, [&](int e) { out[e].set(e); });
      break;
    case Op::nested_pairs:
      nested_pairs(set(node.a), set(node.b), out);
      break;
    case Op::different_values: {
      const auto value = [&](int e) { return (*view_.graph)[static_cast<EventNumber>(e)].value; };
      const Row* a = rows(node.a);
      for (int e = 0; e < view_.size; ++e) {
        out[e] = a[e];
        for_each(a[e], [&](int to) {
          if (value(e) == value(to)) out[e].reset(to);
        });
      }
      break;
    }
    default:
      compute_selection(node, out);
  }
}

// Relations restricted by a set, and those without operands.
template <int W>
void Values<W>::compute_selection(const Node& node, Row* out) {
  switch (node.op) {
    case Op::product: {
      const Row from = set(node.a);
      const Row to = set(node.b);
      for (int e = 0; e < view_.size; ++e) out[e] = from.test(e) ? to : Row{};
      break;
    }
    case Op::identity_on: {
      const Row members = set(node.a);
      std::fill_n(out, view_.size, Row{});
      for_each(members, [&](int e) { out[e].set(e); });
      break;
    }
    case Op::restrict_domain: {
      const Row members = set(node.a);
      const Row* b = rows(node.b);
      for (int e = 0; e < view_.size; ++e) out[e] = members.test(e) ? b[e] : Row{};
      break;
    }
    case Op::restrict_range: {
      const Row members = set(node.a);
      const Row* b = rows(node.b);
      for (int e = 0; e < view_.size; ++e) out[e] = b[e] & members;
      break;
    }
    default:
      compute_leaf(node, out);
  }
}

// Rounds of all definitions, from empty unknowns, until nothing changes. Each definition sees the
// values that those before it got in the same round. For monotone definitions this is the least
// fixpoint, whatever the order. For others, such as the kernel's matching of RCU sections, it is
// what herd7 computes, and must end.
template <int W>
void Values<W>::fixpoint(int group) {
  const cat::Group& g = plan_.groups[index(group)];
  for (NodeId v : g.variables) {
    if (is_set(v))
      sets_[index(v)] = Row{};
    else
      std::fill_n(rows_of(v), view_.size, Row{});
  }
  bool changed = true;
  for (int round = 0; changed; ++round) {
    if (round > view_.size * view_.size * static_cast<int>(g.variables.size()) + 2)
      cat::fail(plan_.nodes[index(g.bodies.front())].at,
                "saw a 'let rec' whose value never settles, expected definitions that do");
    changed = false;
    for (std::size_t i = 0; i < g.variables.size(); ++i) {
      for (NodeId n : steps_[index(group)][i]) compute(n);
      const NodeId v = g.variables[i];
      if (is_set(v)) {
        changed = changed || sets_[index(v)] != set(g.bodies[i]);
        sets_[index(v)] = set(g.bodies[i]);
        continue;
      }
      const Row* body = rows(g.bodies[i]);
      changed = changed || !std::equal(rows_of(v), rows_of(v) + view_.size, body);
      std::copy_n(body, view_.size, rows_of(v));
    }
  }
}

template class Values<1>;
template class Values<2>;
template class Values<4>;
template class Values<kGrowing>;

}  // namespace ringcheck
