// The hot loop: scheduling and testing of axioms.
// Tested by tests/models/evaluator_test.cpp.
#include "models/evaluator.hpp"

#include <algorithm>

namespace ringcheck {

using cat::NodeId;

template <int W>
Evaluator<W>::Evaluator(const PreparedPlan& program, Growth growth)
    : program_(program), values_(program.plan, growth) {}

template <int W>
void Evaluator<W>::prepare(const ExecutionGraph& graph) {
  if (!values_.load(graph)) return;  // same events: same static values, same schedule
  schedule_ = &schedule_for(compute_keys());
  values_.show(schedule_->source);
  for (NodeId n : schedule_->once) values_.compute(n);
  once_axioms_hold_ =
      std::ranges::all_of(schedule_->once_axioms, [&](const Axiom* a) { return holds(*a); });
}

template <int W>
EmptyKeys Evaluator<W>::compute_keys() {
  EmptyKeys empty{};
  values_.show_own();
  values_.compute_sets(program_.key_nodes);
  const std::size_t keys = std::min(program_.key_nodes.size(), 64 * empty.size());
  for (std::size_t k = 0; k < keys; ++k)
    if (values_.none(program_.key_nodes[k])) empty[k / 64] |= std::uint64_t{1} << (k % 64);
  return empty;
}

template <int W>
const Schedule& Evaluator<W>::schedule_for(const EmptyKeys& empty) {
  if (schedule_ != nullptr && schedule_->empty == empty) return *schedule_;
  const auto known = std::ranges::find(schedules_, empty, &Schedule::empty);
  if (known != schedules_.end()) return *known;
  constexpr std::size_t kMostSchedules = 256;
  if (schedules_.size() >= kMostSchedules) schedules_.clear();
  return schedules_.emplace_back(make_schedule(program_, empty));
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
  if (!once_axioms_hold_) return false;
  std::size_t next = 0;
  for (const Schedule::Stage& stage : schedule_->stages) {
    for (; next < stage.end; ++next) values_.compute(schedule_->each[next]);
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
