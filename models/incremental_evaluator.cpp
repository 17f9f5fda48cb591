// Levels of values, each extending the one before.
// Tested by tests/models/incremental_test.cpp.
#include "models/incremental_evaluator.hpp"

#include <algorithm>

#include "graph/check.hpp"

namespace ringcheck {

using cat::NodeId;

template <int W>
IncrementalEvaluator<W>::IncrementalEvaluator(const PreparedPlan& program, int room)
    : program_(program),
      values_(program.plan, Growth::may_grow, room),
      propagation_(values_, trail_),
      schedules_(program) {
  for (const NodeId n : program.key_nodes)
    if (values_.is_set(n)) key_sets_.push_back(n);
  for (const NodeId n : program.key_nodes)
    if (program.plan.nodes[index(n)].op == cat::Op::rmw) rmw_ = {n, n, cat::Op::rmw, n, n, true};
  kept_sets_.resize(key_sets_.size());
  Order by_number(index(room));
  for (int e = 0; e < room; ++e) by_number[index(e)] = Row::prefix(e);
  int tests = 0;
  for (const Axiom& axiom : program.axioms) tests = std::max(tests, axiom.test + 1);
  orders_.resize(index(tests), by_number);
}

template <int W>
void IncrementalEvaluator<W>::prepare(const ExecutionGraph& graph) {
  values_.view().look_at(graph);
  while (!levels_.empty()) {
    if (values_.view().contained() && extend(true)) return;
    levels_.pop_back();
    if (!levels_.empty()) rewind();
  }
  load();
}

// Back to the last level.
template <int W>
void IncrementalEvaluator<W>::rewind() {
  const Level& level = levels_.back();
  trail_.rewind(level.trail);
  values_.view().rewind(level.view);
  values_.show(level.steps->schedule->source);
}

// The first level: all of a graph, from nothing.
template <int W>
void IncrementalEvaluator<W>::load() {
  constexpr std::size_t kMostSchedules = 256;
  if (schedules_.count() >= kMostSchedules) {
    steps_.clear();
    schedules_.clear();
  }
  trail_.clear();
  values_.clear(largest_);
  values_.view().forget();
  propagation_.clear();
  ViewChanges<W> changes;
  const bool extended = values_.view().extend(trail_, changes);
  RC_CHECK(extended, "a graph that does not extend the empty one");
  largest_ = values_.size();
  for_good_ = true;
  propagation_.begin(changes);
  const Steps& steps = take_events(changes, 0);
  values_.show(steps.schedule->source);
  for (const Step& step : steps.steps) propagation_.compute(step);
  bool holds = true;
  const auto test = [&](const Axiom& axiom) {
    const NodeId n = steps.schedule->source[index(axiom.node)];
    propagation_.change_all(n);
    holds = holds && still_holds(axiom, n);
  };
  for (const Axiom* axiom : steps.schedule->once_axioms) test(*axiom);
  for (const Schedule::Stage& stage : steps.schedule->stages) test(*stage.axiom);
  propagation_.clear();
  trail_.clear();
  levels_.push_back({trail_.mark(), values_.view().mark(), &steps, holds});
}

template <int W>
void IncrementalEvaluator<W>::update_sets() {
  values_.show_own();
  for (std::size_t k = 0; k < key_sets_.size(); ++k) kept_sets_[k] = values_.set_of(key_sets_[k]);
  values_.compute_sets(key_sets_);
  for (std::size_t k = 0; k < key_sets_.size(); ++k) {
    std::swap(values_.set_of(key_sets_[k]), kept_sets_[k]);
    propagation_.change_set(key_sets_[k], kept_sets_[k]);
  }
}

// Whether an event is a member of a key set depends on its kind alone. New events of kinds seen
// before are added without a look at the sets' definitions.
template <int W>
bool IncrementalEvaluator<W>::add_to_sets(const Row& events, Keys& keys) {
  bool known = true;
  for_each(events, [&](int e) { known = known && find_kind(e) != nullptr; });
  if (!known) return false;
  for_each(events, [&](int e) {
    const KindOfEvent& kind = *find_kind(e);
    for (const NodeId n : kind.sets) propagation_.add_to_set(n, e);
    for (std::size_t w = 0; w < keys.empty.size(); ++w) {
      keys.empty[w] &= ~kind.keys[w];
      keys.full[w] &= kind.keys[w];
    }
  });
  for (std::size_t k = 0; k < std::min(program_.key_nodes.size(), Keys::kMost); ++k) {
    const NodeId n = program_.key_nodes[k];
    if (!values_.is_set(n) && propagation_.changed(n).any())
      keys.empty[k / 64] &= ~(std::uint64_t{1} << (k % 64));
  }
  return true;
}

template <int W>
const typename IncrementalEvaluator<W>::KindOfEvent* IncrementalEvaluator<W>::find_kind(
    int e) const {
  const KindOfEvent sought = kind_of(e);
  for (const KindOfEvent& kind : kinds_)
    if (kind.kind == sought.kind && kind.tags == sought.tags &&
        kind.other_tags == sought.other_tags && kind.flags == sought.flags)
      return &kind;
  return nullptr;
}

template <int W>
typename IncrementalEvaluator<W>::KindOfEvent IncrementalEvaluator<W>::kind_of(int e) const {
  const GraphView<W>& view = values_.view();
  const Event& event = (*view.graph)[static_cast<EventNumber>(e)];
  KindOfEvent kind;
  kind.kind = event.kind;
  kind.tags = event.tags;
  kind.other_tags = event.other_tags;
  kind.flags =
      static_cast<std::uint8_t>((view.gaps.test(e) ? 1 : 0) | (view.undecided.test(e) ? 2 : 0) |
                                (view.rmw_events.test(e) ? 4 : 0) | (view.initial.test(e) ? 8 : 0));
  return kind;
}

template <int W>
void IncrementalEvaluator<W>::learn_kinds(const Row& events) {
  for_each(events, [&](int e) {
    if (find_kind(e) != nullptr) return;
    KindOfEvent kind = kind_of(e);
    for (std::size_t k = 0; k < program_.key_nodes.size(); ++k) {
      const NodeId n = program_.key_nodes[k];
      if (!values_.is_set(n) || !values_.set_of(n).test(e)) continue;
      kind.sets.push_back(n);
      if (k < Keys::kMost) kind.keys[k / 64] |= std::uint64_t{1} << (k % 64);
    }
    kinds_.push_back(std::move(kind));
  });
}

template <int W>
const Steps& IncrementalEvaluator<W>::steps_for(const Keys& keys) {
  const Schedule& schedule = schedules_.with(keys);
  if (!levels_.empty() && levels_.back().steps->schedule == &schedule) return *levels_.back().steps;
  const auto known = std::ranges::find(steps_, &schedule, &Steps::schedule);
  return known != steps_.end() ? *known : steps_.emplace_back(make_steps(program_, schedule));
}

// The steps for the graph of the view, once the sets of its events are up to date.
template <int W>
const Steps& IncrementalEvaluator<W>::take_events(const ViewChanges<W>& changes, int size_before) {
  if (rmw_.node != cat::kNoNode) propagation_.run({}, rmw_);
  if (!levels_.empty() && (changes.events & Row::prefix(size_before)).none()) {
    Keys keys = levels_.back().steps->schedule->keys;
    if (add_to_sets(changes.events, keys)) return steps_for(keys);
  }
  update_sets();
  learn_kinds(changes.events);
  return steps_for(keys_of(program_, values_));
}

// Goes on from the last level to the graph looked at. `for_good` makes that a level; otherwise all
// is taken back. Returns false, with all taken back, when the graph does not extend the last level.
template <int W>
bool IncrementalEvaluator<W>::extend(bool for_good) {
  const Level top = levels_.back();
  ViewChanges<W> changes;
  // The values of a broken level are not complete.
  bool extends = top.holds && values_.view().extend(trail_, changes);
  const Steps* steps = top.steps;
  if (extends) {
    largest_ = std::max(largest_, values_.size());
    for_good_ = for_good;
    propagation_.begin(changes);
    if (changes.events.any()) {
      steps = &take_events(changes, top.view.size);
      values_.show(steps->schedule->source);
    }
    extended_holds_ = propagate(*steps, changes.events.any());
    extends = !propagation_.shrank();
    propagation_.clear(*steps);
  }
  if (extends && for_good)
    levels_.push_back({trail_.mark(), values_.view().mark(), steps, extended_holds_});
  else
    rewind();
  return extends;
}

// Brings all values up to date, stage by stage; stops at the first broken axiom and returns false.
template <int W>
bool IncrementalEvaluator<W>::propagate(const Steps& steps, bool events) {
  const Steps& before = *levels_.back().steps;
  const bool other = &steps != &before;
  const auto run = [&](const Step& step) {
    if (other && !before.computes[index(step.computed)])
      propagation_.run_whole(step);
    else
      propagation_.run(steps, step);
  };
  const auto holds = [&](const Axiom& axiom) {
    const NodeId n = steps.schedule->source[index(axiom.node)];
    if (other) propagation_.change_all(n);
    return still_holds(axiom, n);
  };
  std::size_t next = events ? 0 : steps.once;
  for (; next < steps.once; ++next) run(steps.steps[next]);
  for (const Axiom* axiom : steps.schedule->once_axioms)
    if (events && !holds(*axiom)) return false;
  for (const Steps::Stage& stage : steps.stages) {
    for (; next < stage.end; ++next) run(steps.steps[next]);
    if (!holds(*stage.axiom)) return false;
  }
  return true;
}

// Tests an axiom whose value is that of `n`, and which held before rows of `n` changed.
template <int W>
bool IncrementalEvaluator<W>::still_holds(const Axiom& axiom, NodeId n) {
  const Row& changed = propagation_.changed(n);
  if (changed.none()) return true;
  if (values_.is_set(n)) return values_.set_of(n).none();
  const Row* rows = values_.rows_of(n);
  if (axiom.kind == cat::TestKind::acyclic)
    return still_acyclic(rows, changed, orders_[index(axiom.test)]);
  bool holds = true;
  for_each(changed, [&](int e) {
    holds = holds && !(axiom.kind == cat::TestKind::empty ? rows[e].any() : rows[e].test(e));
  });
  return holds;
}

// A relation is acyclic if some linear order of the events contains it. The order that contained it
// before mostly still does. The order never has to be taken back: what it contains stays contained
// when rows lose members.
template <int W>
bool IncrementalEvaluator<W>::still_acyclic(const Row* rows, const Row& changed, Order& order) {
  bool contained = true;
  for_each(changed, [&](int e) { contained = contained && rows[e].subset_of(order[index(e)]); });
  if (contained) return true;
  const int n = values_.size();
  if (!acyclic_through<W>(n, rows, changed)) return false;
  if (!for_good_) return true;
  Row passed;
  depth_first<W>(n, rows, Row::prefix(n), [&](int e) {
    order[index(e)] = passed;
    passed.set(e);
  });
  for (int e = n; e < values_.room(); ++e) order[index(e)] = Row::prefix(e);
  return true;
}

// Whether all axioms hold with these changes of rf and co; takes the changes back.
template <int W>
bool IncrementalEvaluator<W>::question(const ViewChanges<W>& changes) {
  for_good_ = false;
  propagation_.begin_execution(changes);
  const Steps& steps = *levels_.back().steps;
  std::size_t next = steps.once;
  bool holds = true;
  for (const Steps::Stage& stage : steps.stages) {
    for (; next < stage.end; ++next) propagation_.run(steps, steps.steps[next]);
    holds = still_holds(*stage.axiom, stage.shown);
    if (!holds) break;
  }
  RC_CHECK(!propagation_.shrank(), "an axiom that takes away what rf or co adds");
  trail_.rewind(levels_.back().trail);
  return holds;
}

template <int W>
bool IncrementalEvaluator<W>::admits_read(EventNumber r, EventNumber w) {
  if (!levels_.back().holds) return false;
  ViewChanges<W> changes;
  values_.view().resolve_read(r, w, trail_, changes);
  return question(changes);
}

template <int W>
bool IncrementalEvaluator<W>::admits_write(EventNumber w, EventNumber predecessor) {
  if (!levels_.back().holds) return false;
  ViewChanges<W> changes;
  values_.view().place_write(w, predecessor, trail_, changes);
  return question(changes);
}

template <int W>
std::optional<bool> IncrementalEvaluator<W>::extension_is_consistent(const ExecutionGraph& graph) {
  if (levels_.empty()) return std::nullopt;
  values_.view().look_at(graph);
  if (!values_.view().contained() || !extend(false)) return std::nullopt;
  return extended_holds_;
}

template class IncrementalEvaluator<1>;
template class IncrementalEvaluator<2>;
template class IncrementalEvaluator<4>;
template class IncrementalEvaluator<kGrowing>;

}  // namespace ringcheck
