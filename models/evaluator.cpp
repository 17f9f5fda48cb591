// The hot loop: scheduling and testing of axioms.
// Tested by tests/models/evaluator_test.cpp.
#include "models/evaluator.hpp"

#include <algorithm>

namespace ringcheck {

using cat::Node;
using cat::NodeId;
using cat::Op;

template <int W>
Evaluator<W>::Evaluator(const PreparedPlan& program, Growth growth)
    : program_(program),
      values_(program.plan, growth),
      live_(program.plan.nodes.size()),
      marks_(program.plan.nodes.size()) {}

template <int W>
void Evaluator<W>::prepare(const ExecutionGraph& graph) {
  if (!values_.load(graph)) return;  // same events: same static values, same schedule
  for (NodeId n : program_.static_needs) simplify(n);
  static_axioms_hold_ =
      std::ranges::all_of(program_.static_axioms, [&](const Axiom& a) { return holds(a); });

  std::fill(marks_.begin(), marks_.end(), Mark::none);
  schedule_.clear();
  stages_.clear();
  for (const Axiom& axiom : program_.axioms) {
    for (NodeId n : axiom.needs)
      if (marks_[index(n)] == Mark::none) simplify(n);
    if (values_.shows_empty(axiom.node)) continue;
    schedule(axiom);
    stages_.push_back({&axiom, schedule_.size()});
  }
}

// Finds out whether a dynamic node is empty, or equal to an operand, whatever rf and co will be;
// and computes it at once if on this graph it does not depend on them, which is so when the parts
// that do are empty.
template <int W>
void Evaluator<W>::simplify(NodeId n) {
  const Node& m = node(n);
  values_.show_own(n);
  live_[index(n)] = m.dynamic;
  if (m.op == Op::rf || m.op == Op::co || m.op == Op::fr) return;
  if (m.op == Op::fixpoint) {
    if (!m.dynamic) values_.compute(n);
    return;
  }
  const auto empty = [&](NodeId operand) { return values_.shows_empty(operand); };
  switch (m.op) {
    case Op::unite:
    case Op::set_union:
      if (empty(m.a))
        values_.show(n, m.b);
      else if (empty(m.b))
        values_.show(n, m.a);
      break;
    case Op::intersect:
    case Op::set_intersection:
    case Op::sequence:
    case Op::product:
    case Op::restrict_domain:
    case Op::restrict_range:
      if (empty(m.a) || empty(m.b)) values_.show_empty(n);
      break;
    case Op::subtract:
    case Op::set_difference:
      if (empty(m.a))
        values_.show_empty(n);
      else if (empty(m.b) && node(m.b).stability == cat::Stability::rigid)
        values_.show(n, m.a);
      break;
    case Op::inverse:
    case Op::plus:
    case Op::domain:
    case Op::range:
    case Op::identity_on:
      if (empty(m.a)) values_.show_empty(n);
      break;
    default:
      break;
  }
  if (values_.source(n) != n) return;
  bool live = false;
  for_each_operand(m,
                   [&](NodeId operand) { live = live || live_[index(values_.source(operand))]; });
  if (live) return;
  live_[index(n)] = false;
  values_.compute(n);
  if (values_.none(n)) values_.show_empty(n);
}

// Marks what shows the value of `n` as to be scheduled, unless it is already.
template <int W>
void Evaluator<W>::want(NodeId n) {
  const NodeId source = values_.source(n);
  Mark& mark = marks_[index(source)];
  if (live_[index(source)] && mark == Mark::none) mark = Mark::wanted;
}

// Appends to the schedule what `axiom` needs and no axiom before it.
template <int W>
void Evaluator<W>::schedule(const Axiom& axiom) {
  const auto start = static_cast<std::ptrdiff_t>(schedule_.size());
  want(axiom.node);
  for (auto n = axiom.needs.rbegin(); n != axiom.needs.rend(); ++n) {
    if (marks_[index(*n)] != Mark::wanted) continue;
    marks_[index(*n)] = Mark::scheduled;
    const Node& m = node(*n);
    if (m.op == Op::rf || m.op == Op::co || m.op == Op::fr)
      continue;  // kept up to date by the checks
    schedule_.push_back(*n);
    for_each_operand(m, [&](NodeId operand) { want(operand); });
    if (m.op != Op::fixpoint) continue;
    want(*n - m.b);
    if (m.b == 0)
      for (NodeId need : program_.group_needs[index(m.a)]) want(need);
  }
  std::reverse(schedule_.begin() + start, schedule_.end());
}

template <int W>
bool Evaluator<W>::holds(const Axiom& axiom) const {
  switch (axiom.kind) {
    case cat::TestKind::acyclic:
      return acyclic<W>(values_.size(), values_.rows(axiom.node));
    case cat::TestKind::empty:
      return values_.none(axiom.node);
    case cat::TestKind::irreflexive:
      break;
  }
  const Row* rows = values_.rows(axiom.node);
  for (int e = 0; e < values_.size(); ++e)
    if (rows[e].test(e)) return false;
  return true;
}

template <int W>
bool Evaluator<W>::check() {
  if (!static_axioms_hold_) return false;
  std::size_t next = 0;
  for (const Stage& stage : stages_) {
    for (; next < stage.end; ++next) values_.compute(schedule_[next]);
    if (!holds(*stage.axiom)) return false;
  }
  return true;
}

template <int W>
bool Evaluator<W>::admits_read(EventNumber r, EventNumber w) {
  Row* rf = values_.rf();
  Row* fr = values_.fr();
  rf[w].set(r);
  fr[r] = values_.co()[w];
  const bool admitted = check();
  rf[w].reset(r);
  fr[r].clear();
  return admitted;
}

template <int W>
bool Evaluator<W>::admits_write(const ExecutionGraph& graph, EventNumber w, EventNumber behind) {
  Row* rf = values_.rf();
  Row* co = values_.co();
  Row* fr = values_.fr();
  co[w] = co[behind];
  for (EventNumber p = behind; p != kNoEvent; p = graph[p].co_prev) {
    co[p].set(w);
    for_each(rf[p], [&](int r) { fr[r].set(w); });
  }
  const bool admitted = check();
  for (EventNumber p = behind; p != kNoEvent; p = graph[p].co_prev) {
    co[p].reset(w);
    for_each(rf[p], [&](int r) { fr[r].reset(w); });
  }
  co[w].clear();
  return admitted;
}

template class Evaluator<1>;
template class Evaluator<2>;
template class Evaluator<4>;

}  // namespace ringcheck
