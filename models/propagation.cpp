// Which rows of a result can change with which rows of its operands.
//
// Most operations work row by row. A composition a ; b changes in the rows where a does, and in
// those that lead to a changed row of b. A closure grows by one edge at a time: whatever reaches
// the edge's start now reaches what its end reaches. A `let rec` goes on from the values that it
// has, since its unknowns only grow. Rare operations are computed anew and compared.
//
// Tested by tests/models/incremental_test.cpp.
#include "models/propagation.hpp"

#include <algorithm>

namespace ringcheck {

using cat::NodeId;
using cat::Op;
using cat::Stability;

template <int W>
Propagation<W>::Propagation(Values<W>& values, Trail<W>& trail)
    : values_(values), trail_(trail), scratch_(index(values.room())) {
  const auto& nodes = values.plan().nodes;
  changed_.resize(nodes.size() + 1);  // the last is for what the plan does not have
  leaves_.resize(index(Op::final_writes) + 1, nodes.size());
  for (std::size_t n = 0; n < nodes.size(); ++n)
    if (nodes[n].op <= Op::final_writes) leaves_[index(nodes[n].op)] = n;
}

template <int W>
void Propagation<W>::begin(const ViewChanges<W>& changes) {
  begin_execution(changes);
  const auto leaf = [&](Op op, const Row& rows) { changed_[leaves_[index(op)]] = rows; };
  leaf(Op::po, changes.po);
  leaf(Op::internal, changes.thread);
  leaf(Op::addr, changes.addr);
  leaf(Op::data, changes.data);
  leaf(Op::ctrl, changes.ctrl);
  events_ = changes.events;
  news_ = events_.any() || changes.gaps;
  loc_ = changes.loc;
  gaps_ = changes.gaps;
}

template <int W>
void Propagation<W>::begin_execution(const ViewChanges<W>& changes) {
  const auto leaf = [&](Op op, const Row& rows) { changed_[leaves_[index(op)]] = rows; };
  leaf(Op::rf, changes.rf);
  leaf(Op::co, changes.co);
  leaf(Op::fr, changes.fr);
  shrank_ = false;
}

template <int W>
void Propagation<W>::clear() {
  std::ranges::fill(changed_, Row{});
  changed_besides_.clear();
  events_ = loc_ = Row{};
  news_ = gaps_ = shrank_ = false;
}

template <int W>
void Propagation<W>::clear(const Steps& steps) {
  for (std::size_t i = 0; i < steps.once; ++i) changed_[index(steps.steps[i].computed)].clear();
  for (const GroupSteps& group : steps.groups)
    for (const NodeId v : group.variables) changed_[index(v)].clear();
  for (const std::size_t leaf : leaves_) changed_[leaf].clear();
  for (const NodeId n : changed_besides_) changed_[index(n)].clear();
  changed_besides_.clear();
  events_ = loc_ = Row{};
  news_ = gaps_ = shrank_ = false;
}

template <int W>
void Propagation<W>::change_set(NodeId n, const Row& value) {
  Row& set = values_.set_of(n);
  changed_[index(n)] = (set - value) | (value - set);
  changed_besides_.push_back(n);
  if (!set.subset_of(value)) shrank_ = true;
  trail_.put(set, value);
}

template <int W>
void Propagation<W>::run(const Steps& steps, const Step& step) {
  Row& changed = changed_[index(step.computed)];
  const Row in_a = changed_[index(step.a)];
  const Row in_b = changed_[index(step.b)];
  if (step.op == Op::fixpoint) return group(steps, values_.plan().nodes[index(step.node)].a);
  changed.clear();
  if ((in_a | in_b).none() && !(step.by_events && news_)) return;
  Row* const out = values_.rows_of(step.node);
  const auto each = [&](const Row& which, auto row_of) {
    for_each(which, [&](int e) { put(out, e, row_of(e), changed); });
  };
  switch (step.op) {
    case Op::unite: {
      const Row* a = values_.rows_of(step.a);
      const Row* b = values_.rows_of(step.b);
      each(in_a | in_b, [&](int e) { return a[e] | b[e]; });
      break;
    }
    case Op::intersect: {
      if (step.external) {
        const Row* a = values_.rows_of(step.a);
        each(in_a, [&](int e) { return a[e] - values_.view().thread_mask[index(e)]; });
        break;
      }
      const Row* a = values_.rows_of(step.a);
      const Row* b = values_.rows_of(step.b);
      each(in_a | in_b, [&](int e) { return a[e] & b[e]; });
      break;
    }
    case Op::subtract: {
      const Row* a = values_.rows_of(step.a);
      const Row* b = values_.rows_of(step.b);
      const bool rigid = step.removed == Stability::rigid;
      each(gaps_ && !rigid ? everything() : in_a | in_b, [&](int e) {
        return rigid ? a[e] - b[e] : values_.without_gaps(step.removed, a[e] - b[e], e);
      });
      break;
    }
    case Op::sequence:
      sequence(step, out, changed);
      break;
    case Op::inverse:
      inverse(step, out, changed);
      break;
    case Op::plus:
      plus(step, out, changed);
      break;
    default:
      select(step, in_a, in_b, changed);
  }
}

// Relations restricted by a set, and those without operands.
template <int W>
void Propagation<W>::select(const Step& step, const Row& in_a, const Row& in_b, Row& changed) {
  Row* const out = values_.rows_of(step.node);
  const auto each = [&](const Row& which, auto row_of) {
    for_each(which, [&](int e) { put(out, e, row_of(e), changed); });
  };
  switch (step.op) {
    case Op::optional: {
      const Row* a = values_.rows_of(step.a);
      each(in_a | events_, [&](int e) {
        Row row = a[e];
        row.set(e);
        return row;
      });
      break;
    }
    case Op::identity_on:
      each(in_a, [&](int e) {
        Row row;
        if (values_.set_of(step.a).test(e)) row.set(e);
        return row;
      });
      break;
    case Op::restrict_domain: {
      const Row& members = values_.set_of(step.a);
      const Row* b = values_.rows_of(step.b);
      each(in_a | in_b, [&](int e) { return members.test(e) ? b[e] : Row{}; });
      break;
    }
    case Op::restrict_range: {
      const Row& members = values_.set_of(step.a);
      const Row* b = values_.rows_of(step.b);
      each(in_a.any() ? everything() : in_b, [&](int e) { return b[e] & members; });
      break;
    }
    case Op::identity:
    case Op::rmw:
      each(events_, [&](int e) { return values_.leaf_row(step.op, e); });
      break;
    case Op::loc:
      each(loc_, [&](int e) { return values_.leaf_row(step.op, e); });
      break;
    case Op::ext:
    case Op::si:
      each(everything(), [&](int e) { return values_.leaf_row(step.op, e); });
      break;
    default:
      recompute(step.node, changed);
  }
}

template <int W>
void Propagation<W>::sequence(const Step& step, Row* out, Row& changed) {
  const Row* a = values_.rows_of(step.a);
  const Row* b = values_.rows_of(step.b);
  const Row& in_a = changed_[index(step.a)];
  const Row& in_b = changed_[index(step.b)];
  for_each(in_a, [&](int e) {
    Row row;
    for_each(a[e], [&](int middle) { row |= b[middle]; });
    put(out, e, row, changed);
  });
  if (in_b.none()) return;
  for (int e = 0; e < values_.size(); ++e) {
    const Row middles = a[e] & in_b;
    if (middles.none() || in_a.test(e)) continue;
    Row row = out[e];
    for_each(middles, [&](int middle) { row |= b[middle]; });
    put(out, e, row, changed);
  }
}

template <int W>
void Propagation<W>::inverse(const Step& step, Row* out, Row& changed) {
  const Row* a = values_.rows_of(step.a);
  for_each(changed_[index(step.a)], [&](int e) {
    for_each(a[e], [&](int from) {
      if (out[from].test(e)) return;
      trail_.keep(out[from]);
      out[from].set(e);
      changed.set(from);
    });
  });
}

template <int W>
void Propagation<W>::plus(const Step& step, Row* out, Row& changed) {
  const Row* a = values_.rows_of(step.a);
  for_each(Row(changed_[index(step.a)]), [&](int from) {
    const Row old = out[from];
    Row fresh = a[from] - old;
    if (fresh.none()) return;
    Row reached = old;
    for (; fresh.any(); fresh -= reached) {
      const int to = fresh.first();
      reached |= out[to];
      reached.set(to);
    }
    for (int e = 0; e < values_.size(); ++e)
      if (e == from || out[e].test(from)) put(out, e, out[e] | reached, changed);
  });
}

template <int W>
void Propagation<W>::recompute(NodeId n, Row& changed) {
  if (values_.is_set(n)) {
    Row& set = values_.set_of(n);
    const Row before = set;
    values_.compute(n);
    const Row value = set;
    set = before;
    change_set(n, value);
    return;
  }
  Row* const rows = values_.rows_of(n);
  std::copy_n(rows, values_.size(), scratch_.begin());
  values_.compute(n);
  for (int e = 0; e < values_.size(); ++e) {
    const Row value = rows[e];
    rows[e] = scratch_[index(e)];
    put(rows, e, value, changed);
  }
}

template <int W>
void Propagation<W>::compute(const Step& step) {
  if (!step.external) {
    values_.compute(step.node);
    return;
  }
  for (int e = 0; e < values_.size(); ++e)
    values_.rows_of(step.node)[e] =
        values_.rows_of(step.a)[e] - values_.view().thread_mask[index(e)];
}

template <int W>
void Propagation<W>::run_whole(const Step& step) {
  if (step.op == Op::fixpoint) return group_anew(values_.plan().nodes[index(step.node)].a);
  // Its old value belongs to another graph.
  Row& changed = changed_[index(step.node)];
  if (values_.is_set(step.node)) {
    trail_.keep(values_.set_of(step.node));
  } else {
    Row* const rows = values_.rows_of(step.node);
    for (int e = 0; e < values_.size(); ++e) trail_.keep(rows[e]);
  }
  compute(step);
  changed = everything();
}

template class Propagation<1>;
template class Propagation<2>;
template class Propagation<4>;
template class Propagation<kGrowing>;

}  // namespace ringcheck
