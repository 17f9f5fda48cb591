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
Keys Evaluator<W>::compute_keys() {
  Keys keys;
  values_.show_own();
  values_.compute_sets(program_.key_nodes);
  for (std::size_t k = 0; k < std::min(program_.key_nodes.size(), Keys::kMost); ++k) {
    const NodeId n = program_.key_nodes[k];
    const std::uint64_t bit = std::uint64_t{1} << (k % 64);
    if (values_.none(n))
      keys.empty[k / 64] |= bit;
    else if (values_.is_set(n) && values_.set(n) == values_.universe())
      keys.full[k / 64] |= bit;
  }
  return keys;
}

template <int W>
const Schedule& Evaluator<W>::schedule_for(const Keys& keys) {
  if (schedule_ != nullptr && schedule_->keys == keys) return *schedule_;
  const auto known = std::ranges::find(schedules_, keys, &Schedule::keys);
  if (known != schedules_.end()) return *known;
  constexpr std::size_t kMostSchedules = 256;
  if (schedules_.size() >= kMostSchedules) schedules_.clear();
  return schedules_.emplace_back(make_schedule(program_, keys));
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
void Evaluator<W>::results(std::vector<bool>& holding) {
  // What has no stage is empty: it holds, whatever it is tested for.
  holding.assign(program_.axioms.size(), true);
  for (const Axiom* axiom : schedule_->once_axioms) holding[index(axiom->test)] = holds(*axiom);
  std::size_t next = 0;
  for (const Schedule::Stage& stage : schedule_->stages) {
    for (; next < stage.end; ++next) values_.compute(schedule_->each[next]);
    holding[index(stage.axiom->test)] = holds(*stage.axiom);
  }
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
