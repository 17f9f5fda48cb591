// Values of plan nodes: what the base names mean on a graph, and the operations.
//
// An event that is issued but not materialised is a member of its sets, of po and of dependencies,
// and has neither rf nor co. A *gap* is an event of which more will be known: an access whose
// address is unknown, or a read that may get the write of its read-modify-write. What a difference
// or complement removes may depend on gaps (its right side has a Stability other than rigid); such
// a result keeps only pairs of which no later knowledge can take any away, so that a partial graph
// is never refused for an edge that a completion lacks.
//
// Tested by tests/models/evaluator_test.cpp against sets of pairs.
#include "models/values.hpp"

#include <algorithm>
#include <bit>

namespace ringcheck {

using cat::Node;
using cat::NodeId;
using cat::Op;
using cat::Stability;

template <int W>
Values<W>::Values(const cat::Plan& plan, Growth growth) : plan_(plan), growth_(growth) {
  constexpr std::size_t kRows = Row::kBits;
  std::size_t relations = 0;
  for (const Node& n : plan.nodes)
    if (n.type == cat::Type::relation) ++relations;
  arena_.resize(relations * kRows);
  base_.resize(plan.nodes.size(), nullptr);
  sets_.resize(plan.nodes.size());
  source_.resize(plan.nodes.size());
  for (auto* matrix : {&rf_, &co_, &fr_, &thread_mask_, &po_, &gap_from_}) matrix->resize(kRows);
  location_mask_.resize(kMaxLocations);
  RC_CHECK(plan.sets.size() <= 64, "a vocabulary of more than 64 sets");
  named_.resize(plan.sets.size());
  facts_.resize(kRows);
  for (const Node& n : plan.nodes) {
    if (growth == Growth::final) break;
    const bool difference = n.op == Op::subtract || n.op == Op::set_difference;
    const bool complement = n.op == Op::complement || n.op == Op::set_complement;
    if (!difference && !complement) continue;
    if (plan.nodes[index(difference ? n.b : n.a)].stability != Stability::rigid) uses_gaps_ = true;
  }
  std::size_t next = 0;
  for (std::size_t i = 0; i < plan.nodes.size(); ++i) {
    const Node& n = plan.nodes[i];
    source_[i] = static_cast<NodeId>(i);
    if (n.op == Op::empty_set) empty_set_ = static_cast<NodeId>(i);
    if (n.op == Op::empty_relation) empty_relation_ = static_cast<NodeId>(i);
    if (n.type != cat::Type::relation) continue;
    base_[i] = n.op == Op::rf   ? rf_.data()
               : n.op == Op::co ? co_.data()
               : n.op == Op::fr ? fr_.data()
               : n.op == Op::po ? po_.data()
                                : arena_.data() + kRows * next++;
  }
}

template <int W>
bool Values<W>::load(const ExecutionGraph& graph) {
  RC_CHECK(graph.size() <= Row::kBits, "graph too large for the width of its evaluator");
  graph_ = &graph;
  size_ = graph.size();
  const bool changed = remember(graph);
  if (changed) load_events(graph);
  load_execution(graph);
  return changed;
}

// Compares the events with those remembered, and remembers these; false iff they are the same.
// While an exploration resolves reads and places writes of code without branches, they mostly are.
template <int W>
bool Values<W>::remember(const ExecutionGraph& graph) {
  const bool dependencies = graph.tracks_dependencies();
  bool changed =
      size_ != remembered_ || graph.locations() != locations_ || dependencies != tracked_;
  for (int e = 0; e < size_; ++e) {
    const Event& event = graph[static_cast<EventNumber>(e)];
    Facts& known = facts_[index(e)];
    const bool same = known.id == event.id && known.kind == event.kind &&
                      known.location == event.location && known.tags == event.tags &&
                      known.rmw == event.rmw && known.atomic == event.atomic &&
                      (!uses_gaps_ || known.materialised == event.materialised);
    if (!same) {
      changed = true;
      known = {event.id,       event.kind, event.atomic, event.materialised,
               event.location, event.rmw,  event.tags,   {}};
    }
    if (!dependencies) continue;
    const Dependencies& sources = graph.dependencies(static_cast<EventNumber>(e));
    Dependencies& before = known.dependencies;
    if (before.address == sources.address && before.data == sources.data &&
        before.control == sources.control)
      continue;
    changed = true;
    before = sources;
  }
  remembered_ = size_;
  locations_ = graph.locations();
  tracked_ = dependencies;
  return changed;
}

template <int W>
void Values<W>::load_events(const ExecutionGraph& graph) {
  visible_ = reads_ = writes_ = fences_ = rmw_events_ = gaps_ = Row{};
  initial_ = Row::prefix(graph.locations());
  std::fill_n(location_mask_.begin(), graph.locations(), Row{});
  std::fill_n(po_.begin(), size_, Row{});
  std::fill_n(thread_mask_.begin(), size_, Row{});
  std::fill(named_.begin(), named_.end(), Row{});
  for (int e = 0; e < size_; ++e) {
    const Event& event = graph[static_cast<EventNumber>(e)];
    if (event.kind == EventKind::choice) continue;
    visible_.set(e);
    for (std::uint64_t sets = memberships(event, initial_.test(e)); sets != 0; sets &= sets - 1)
      named_[index(std::countr_zero(sets))].set(e);
    if (event.kind == EventKind::fence) {
      fences_.set(e);
      continue;
    }
    (event.kind == EventKind::read ? reads_ : writes_).set(e);
    if (event.location != kNoLocation) location_mask_[event.location].set(e);
    if (event.rmw != kNoEvent && event.atomic) rmw_events_.set(e);
    const bool may_get_write = event.kind == EventKind::read && event.rmw == kNoEvent &&
                               (event.atomic || !event.materialised) &&
                               graph.at(event.id.thread, event.id.index + 1) == kNoEvent;
    if (event.location == kNoLocation || may_get_write) gaps_.set(e);
  }
  for (int t = 0; t < graph.threads(); ++t) {
    Row later;
    Row after_gap;
    for (int i = graph.slots(static_cast<ThreadId>(t)) - 1; i >= 0; --i) {
      const EventNumber e = graph.at(static_cast<ThreadId>(t), i);
      if (e == kNoEvent || !visible_.test(e)) continue;
      po_[e] = later;
      later.set(e);
      if (gaps_.test(e)) after_gap = later;
      gap_from_[e] = after_gap;
    }
    for_each(later, [&](int e) { thread_mask_[index(e)] = later; });
  }
  for (int e = 0; e < graph.locations(); ++e) gap_from_[index(e)] = Row{};
}

// The named sets that an event is in, as bits. Graphs have few kinds of events: remembered for
// each.
template <int W>
std::uint64_t Values<W>::memberships(const Event& event, bool initial) {
  for (const Membership& known : memberships_)
    if (known.kind == event.kind && known.tags == event.tags && known.initial == initial)
      return known.sets;
  Membership fresh{event.kind, event.tags, initial, 0};
  for (std::size_t s = 0; s < plan_.sets.size(); ++s)
    if (plan_.sets[s].contains(event, initial)) fresh.sets |= std::uint64_t{1} << s;
  memberships_.push_back(fresh);
  return fresh.sets;
}

template <int W>
void Values<W>::load_execution(const ExecutionGraph& graph) {
  std::fill_n(rf_.begin(), size_, Row{});
  std::fill_n(co_.begin(), size_, Row{});
  std::fill_n(fr_.begin(), size_, Row{});
  final_writes_ = Row{};
  for (int l = 0; l < graph.locations(); ++l) {
    const EventNumber last = graph.co_last(static_cast<LocId>(l));
    final_writes_.set(last);
    Row after;
    for (EventNumber w = last; w != kNoEvent; w = graph[w].co_prev) {
      co_[w] = after;
      after.set(w);
    }
  }
  for_each(reads_, [&](int r) {
    const EventNumber w = graph[static_cast<EventNumber>(r)].rf;
    if (w == kNoEvent) return;
    rf_[w].set(r);
    fr_[index(r)] = co_[w];
  });
}

template <int W>
void Values<W>::compute(NodeId n) {
  const Node& node = plan_.nodes[index(n)];
  if (node.op == Op::fixpoint) {
    if (node.b == 0) fixpoint(node.a);
    show(n, plan_.groups[index(node.a)].variables[index(node.b)]);
    return;
  }
  show_own(n);
  if (node.type == cat::Type::set)
    compute_set(node, sets_[index(n)]);
  else
    compute_relation(node, relation_of(n));
}

template <int W>
void Values<W>::compute_set(const Node& node, Row& out) {
  switch (node.op) {
    case Op::empty_set:
      out = Row{};
      break;
    case Op::universe:
      out = visible_;
      break;
    case Op::reads:
      out = reads_;
      break;
    case Op::writes:
      out = writes_;
      break;
    case Op::fences:
      out = fences_;
      break;
    case Op::initial_writes:
      out = initial_;
      break;
    case Op::final_writes:
      out = final_writes_;
      break;
    case Op::rmw_events:
      out = rmw_events_;
      break;
    case Op::named_set:
      out = named_[index(node.a)];
      break;
    case Op::set_union:
      out = set(node.a) | set(node.b);
      break;
    case Op::set_intersection:
      out = set(node.a) & set(node.b);
      break;
    case Op::set_difference:
      out = without_gaps(plan_.nodes[index(node.b)], set(node.a) - set(node.b), -1);
      break;
    case Op::set_complement:
      out = without_gaps(plan_.nodes[index(node.a)], visible_ - set(node.a), -1);
      break;
    case Op::domain: {
      Row members;
      const Row* a = rows(node.a);
      for (int e = 0; e < size_; ++e)
        if (a[e].any()) members.set(e);
      out = members;
      break;
    }
    case Op::range: {
      Row members;
      const Row* a = rows(node.a);
      for (int e = 0; e < size_; ++e) members |= a[e];
      out = members;
      break;
    }
    default:
      RC_CHECK(false, "not an operation that gives a set");
  }
}

// What remains of a row of a difference, or of a set (`from` < 0), once pairs are dropped that may
// yet be removed.
template <int W>
BitRow<W> Values<W>::without_gaps(const Node& refused, Row row, int from) const {
  if (growth_ == Growth::final || refused.stability == Stability::rigid) return row;
  if (refused.stability == Stability::global) return Row{};
  if (gaps_.none()) return row;
  if (from >= 0 && gaps_.test(from)) return Row{};
  row -= gaps_;
  return refused.stability == Stability::endpoints ? row : row - gap_from_[index(from)];
}

template <int W>
void Values<W>::compute_relation(const Node& node, Row* out) {
  using Word = std::uint64_t;
  switch (node.op) {
    case Op::unite:
      combine_words<W>(size_, out, rows(node.a), rows(node.b),
                       [](Word a, Word b) { return a | b; });
      break;
    case Op::intersect:
      combine_words<W>(size_, out, rows(node.a), rows(node.b),
                       [](Word a, Word b) { return a & b; });
      break;
    case Op::subtract: {
      combine_words<W>(size_, out, rows(node.a), rows(node.b),
                       [](Word a, Word b) { return a & ~b; });
      const Node& refused = plan_.nodes[index(node.b)];
      if (growth_ == Growth::final || refused.stability == Stability::rigid) break;
      for (int e = 0; e < size_; ++e) out[e] = without_gaps(refused, out[e], e);
      break;
    }
    case Op::complement: {
      const Row* a = rows(node.a);
      const Node& refused = plan_.nodes[index(node.a)];
      for (int e = 0; e < size_; ++e)
        out[e] = visible_.test(e) ? without_gaps(refused, visible_ - a[e], e) : Row{};
      break;
    }
    case Op::sequence:
      compose<W>(size_, out, rows(node.a), rows(node.b));
      break;
    case Op::inverse:
      transpose<W>(size_, out, rows(node.a));
      break;
    case Op::plus:
      closure<W>(size_, out, rows(node.a));
      break;
    case Op::star:
      closure<W>(size_, out, rows(node.a));
      for_each(visible_, [&](int e) { out[e].set(e); });
      break;
    case Op::optional:
      std::copy_n(rows(node.a), size_, out);
      for_each(visible_, [&](int e) { out[e].set(e); });
      break;
    case Op::product: {
      const Row from = set(node.a);
      const Row to = set(node.b);
      for (int e = 0; e < size_; ++e) out[e] = from.test(e) ? to : Row{};
      break;
    }
    case Op::identity_on: {
      const Row members = set(node.a);
      std::fill_n(out, size_, Row{});
      for_each(members, [&](int e) { out[e].set(e); });
      break;
    }
    case Op::restrict_domain: {
      const Row members = set(node.a);
      const Row* b = rows(node.b);
      for (int e = 0; e < size_; ++e) out[e] = members.test(e) ? b[e] : Row{};
      break;
    }
    case Op::restrict_range: {
      const Row members = set(node.a);
      const Row* b = rows(node.b);
      for (int e = 0; e < size_; ++e) out[e] = b[e] & members;
      break;
    }
    default:
      compute_leaf(node, out);
  }
}

template <int W>
void Values<W>::compute_leaf(const Node& node, Row* out) {
  const auto each = [&](auto row_of) {
    for (int e = 0; e < size_; ++e) out[e] = visible_.test(e) ? row_of(e) : Row{};
  };
  switch (node.op) {
    case Op::empty_relation:
      std::fill_n(out, size_, Row{});
      break;
    case Op::po:
    case Op::rf:
    case Op::co:
    case Op::fr:
      break;  // load() has filled these
    case Op::identity:
      each([](int e) {
        Row self;
        self.set(e);
        return self;
      });
      break;
    case Op::internal:
      each([&](int e) { return thread_mask_[index(e)]; });
      break;
    case Op::ext:
      each([&](int e) { return visible_ - thread_mask_[index(e)]; });
      break;
    case Op::loc:
      each([&](int e) {
        const LocId l = (*graph_)[static_cast<EventNumber>(e)].location;
        return l == kNoLocation ? Row{} : location_mask_[l];
      });
      break;
    case Op::rmw:
      each([&](int e) {
        Row row;
        if (rmw_events_.test(e) && reads_.test(e))
          row.set((*graph_)[static_cast<EventNumber>(e)].rmw);
        return row;
      });
      break;
    case Op::addr:
    case Op::data:
    case Op::ctrl:
      dependencies(node.op, out);
      break;
    default:
      RC_CHECK(false, "not an operation that gives a relation");
  }
}

template <int W>
void Values<W>::dependencies(Op op, Row* out) const {
  std::fill_n(out, size_, Row{});
  if (!graph_->tracks_dependencies()) return;
  for_each(visible_ - initial_, [&](int e) {
    const Dependencies& all = graph_->dependencies(static_cast<EventNumber>(e));
    const EventSet& sources = op == Op::addr   ? all.address
                              : op == Op::data ? all.data
                                               : all.control;
    for_each(sources, [&](int s) {
      if (visible_.test(s)) out[s].set(e);
    });
  });
}

// Rounds of all definitions at once, from empty unknowns, until nothing changes. For definitions
// that are monotone this is the least fixpoint; for others, such as the kernel's matching of RCU
// sections, it is what herd7 computes, and must end.
template <int W>
void Values<W>::fixpoint(int group) {
  const cat::Group& g = plan_.groups[index(group)];
  for (NodeId v : g.variables) {
    show_own(v);
    if (is_set(v))
      sets_[index(v)] = Row{};
    else
      std::fill_n(relation_of(v), size_, Row{});
  }
  for (int round = 0;; ++round) {
    RC_CHECK(round <= size_ * size_ * static_cast<int>(g.variables.size()) + 2,
             "'let rec' without a fixpoint");
    for (NodeId n : g.order) compute(n);
    bool changed = false;
    for (std::size_t i = 0; i < g.variables.size(); ++i) {
      const NodeId v = g.variables[i];
      if (is_set(v)) {
        changed = changed || sets_[index(v)] != set(g.bodies[i]);
        continue;
      }
      changed = changed || !std::equal(relation_of(v), relation_of(v) + size_, rows(g.bodies[i]));
    }
    if (!changed) return;
    for (std::size_t i = 0; i < g.variables.size(); ++i) {
      const NodeId v = g.variables[i];
      if (is_set(v))
        sets_[index(v)] = set(g.bodies[i]);
      else
        std::copy_n(rows(g.bodies[i]), size_, relation_of(v));
    }
  }
}

template class Values<1>;
template class Values<2>;
template class Values<4>;

}  // namespace ringcheck
