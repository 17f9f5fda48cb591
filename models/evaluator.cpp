// The hot loop: scheduling and testing of axioms.
// Tested by tests/models/evaluator_test.cpp.
#include "models/evaluator.hpp"

#include <algorithm>

namespace ringcheck {

using cat::NodeId;

template <int W>
Evaluator<W>::Evaluator(const PreparedPlan& program, Growth growth, int room)
    : program_(program), values_(program.plan, growth, room), schedules_(program) {}

template <int W>
void Evaluator<W>::prepare(const ExecutionGraph& graph) {
  if (!values_.load(graph)) return;  // same events: same static values, same schedule
  constexpr std::size_t kMostSchedules = 256;
  if (schedules_.count() >= kMostSchedules) schedules_.clear();
  values_.show_own();
  values_.compute_sets(program_.key_nodes);
  schedule_ = &schedules_.with(keys_of(program_, values_));
  values_.show(schedule_->source);
  for (NodeId n : schedule_->once) values_.compute(n);
  once_axioms_hold_ =
      std::ranges::all_of(schedule_->once_axioms, [&](const Axiom* a) { return holds(*a); });
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
  // A test without a stage is about an empty value: it holds, whatever its kind.
  holding.assign(program_.axioms.size(), true);
  for (const Axiom* axiom : schedule_->once_axioms) holding[index(axiom->test)] = holds(*axiom);
  std::size_t next = 0;
  for (const Schedule::Stage& stage : schedule_->stages) {
    for (; next < stage.end; ++next) values_.compute(schedule_->each[next]);
    holding[index(stage.axiom->test)] = holds(*stage.axiom);
  }
}

/// True iff steps of the axiom's relation lead from `from` to `to`.
template <int W>
bool Evaluator<W>::leads(const Axiom& axiom, int from, int to) const {
  const Row* rows = values_.rows(axiom.node);
  if (program_.plan.backward) std::swap(from, to);
  Row reached = rows[from];
  Row fresh = reached;
  while (fresh.any() && !reached.test(to)) {
    Row next;
    for_each(fresh, [&](int e) { next |= rows[e]; });
    fresh = next - reached;
    reached |= next;
  }
  return reached.test(to);
}

template <int W>
std::uint64_t Evaluator<W>::leading(int from, int to) {
  std::uint64_t tests = 0;
  const auto look_at = [&](const Axiom& axiom) {
    if (axiom.kind != cat::TestKind::acyclic || axiom.test >= 64) return;
    if (leads(axiom, from, to)) tests |= std::uint64_t{1} << axiom.test;
  };
  for (const Axiom* axiom : schedule_->once_axioms) look_at(*axiom);
  std::size_t next = 0;
  for (const Schedule::Stage& stage : schedule_->stages) {
    for (; next < stage.end; ++next) values_.compute(schedule_->each[next]);
    look_at(*stage.axiom);
  }
  return tests;
}

template <int W>
bool Evaluator<W>::admits_read(EventNumber r, EventNumber w) {
  ViewChanges<W> changes;
  values_.view().resolve_read(r, w, trail_, changes);
  const bool admitted = check();
  trail_.rewind(0);
  return admitted;
}

template <int W>
bool Evaluator<W>::admits_write(EventNumber w, EventNumber predecessor) {
  ViewChanges<W> changes;
  values_.view().place_write(w, predecessor, trail_, changes);
  const bool admitted = check();
  trail_.rewind(0);
  return admitted;
}

template class Evaluator<1>;
template class Evaluator<2>;
template class Evaluator<4>;
template class Evaluator<kGrowing>;

}  // namespace ringcheck
