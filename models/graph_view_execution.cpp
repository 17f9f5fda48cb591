// rf, co and fr of a view: from a graph, and one change at a time.
// Tested by tests/models/evaluator_test.cpp, tests/models/incremental_test.cpp.
#include <algorithm>

#include "graph/check.hpp"
#include "models/graph_view.hpp"

namespace ringcheck {

template <int W>
void GraphView<W>::look_at(const ExecutionGraph& next) {
  RC_CHECK(next.size() <= room_, "graph too large for the width of its evaluator");
  next_graph_ = &next;
  const auto n = static_cast<std::ptrdiff_t>(next.size());
  const bool forward = direction_ == Direction::forward;
  for (auto* rows : {&next_.rf, &next_.co, &next_.fr, &next_.readers})
    std::fill_n(rows->begin(), n, Row{});
  for (int e = next.locations(); e < next.size(); ++e) {
    const Event& event = next[static_cast<EventNumber>(e)];
    if (event.kind != EventKind::read || event.rf == kNoEvent) continue;
    next_.readers[event.rf].set(e);
    if (!forward) next_.rf[index(e)].set(event.rf);
  }
  if (forward) std::copy_n(next_.readers.begin(), n, next_.rf.begin());
  next_.final_writes = Row{};
  for (int l = 0; l < next.locations(); ++l) {
    const EventNumber last = next.co_last(static_cast<LocId>(l));
    if (!asked || asked->test(l)) next_.final_writes.set(last);
    Row passed;
    Row overwritten;  // reads of what was passed
    for (EventNumber w = forward ? last : static_cast<EventNumber>(l); w != kNoEvent;
         w = forward ? next[w].co_prev : next[w].co_next) {
      next_.co[w] = passed;
      passed.set(w);
      if (forward) {
        for_each(next_.readers[w], [&](int r) { next_.fr[index(r)] = next_.co[w]; });
      } else {
        next_.fr[w] = overwritten;
        overwritten |= next_.readers[w];
      }
    }
  }
}

template <int W>
bool GraphView<W>::contained() {
  if (!loaded_ || next_graph_->size() < size || next_graph_->locations() != locations_ ||
      next_graph_->tracks_dependencies() != tracked_)
    return false;
  differing_ = Row::prefix(next_graph_->size()) - Row::prefix(size);
  for (int i = 0; i < size; ++i) {
    const std::size_t e = index(i);
    if (same(rf[e], next_.rf[e]) && same(co[e], next_.co[e]) && same(fr[e], next_.fr[e])) continue;
    if (!rf[e].subset_of(next_.rf[e]) || !co[e].subset_of(next_.co[e]) ||
        !fr[e].subset_of(next_.fr[e]))
      return false;
    differing_.set(i);
  }
  return true;
}

template <int W>
void GraphView<W>::take_execution(Trail<W>& trail, ViewChanges<W>& changes) {
  for_each(differing_, [&](int e) {
    put(rf[index(e)], next_.rf[index(e)], e, trail, changes.rf);
    put(co[index(e)], next_.co[index(e)], e, trail, changes.co);
    put(fr[index(e)], next_.fr[index(e)], e, trail, changes.fr);
  });
  trail.put(final_writes, next_.final_writes);
}

template <int W>
void GraphView<W>::resolve_read(EventNumber r, EventNumber w, Trail<W>& trail,
                                ViewChanges<W>& changes) {
  if (direction_ == Direction::forward) {
    add(rf[w], r, w, trail, changes.rf);
    put(fr[r], co[w], r, trail, changes.fr);
    return;
  }
  add(rf[r], w, r, trail, changes.rf);
  for (EventNumber s = (*graph)[w].co_next; s != kNoEvent; s = (*graph)[s].co_next)
    add(fr[s], r, s, trail, changes.fr);
}

template <int W>
void GraphView<W>::place_write(EventNumber w, EventNumber predecessor, Trail<W>& trail,
                               ViewChanges<W>& changes) {
  if (direction_ == Direction::forward) {
    put(co[w], co[predecessor], w, trail, changes.co);
    for (EventNumber p = predecessor; p != kNoEvent; p = (*graph)[p].co_prev) {
      add(co[p], w, p, trail, changes.co);
      for_each(rf[p], [&](int r) { add(fr[index(r)], w, r, trail, changes.fr); });
    }
    return;
  }
  Row before = co[predecessor];
  before.set(predecessor);
  Row readers = fr[predecessor];
  for_each(reads, [&](int r) {
    if (rf[index(r)].test(predecessor)) readers.set(r);
  });
  put(co[w], before, w, trail, changes.co);
  put(fr[w], readers, w, trail, changes.fr);
  for (EventNumber s = (*graph)[predecessor].co_next; s != kNoEvent; s = (*graph)[s].co_next)
    add(co[s], w, s, trail, changes.co);
}

template void GraphView<1>::look_at(const ExecutionGraph&);
template bool GraphView<1>::contained();
template void GraphView<1>::take_execution(Trail<1>&, ViewChanges<1>&);
template void GraphView<1>::resolve_read(EventNumber, EventNumber, Trail<1>&, ViewChanges<1>&);
template void GraphView<1>::place_write(EventNumber, EventNumber, Trail<1>&, ViewChanges<1>&);
template void GraphView<2>::look_at(const ExecutionGraph&);
template bool GraphView<2>::contained();
template void GraphView<2>::take_execution(Trail<2>&, ViewChanges<2>&);
template void GraphView<2>::resolve_read(EventNumber, EventNumber, Trail<2>&, ViewChanges<2>&);
template void GraphView<2>::place_write(EventNumber, EventNumber, Trail<2>&, ViewChanges<2>&);
template void GraphView<4>::look_at(const ExecutionGraph&);
template bool GraphView<4>::contained();
template void GraphView<4>::take_execution(Trail<4>&, ViewChanges<4>&);
template void GraphView<4>::resolve_read(EventNumber, EventNumber, Trail<4>&, ViewChanges<4>&);
template void GraphView<4>::place_write(EventNumber, EventNumber, Trail<4>&, ViewChanges<4>&);
template void GraphView<kGrowing>::look_at(const ExecutionGraph&);
template bool GraphView<kGrowing>::contained();
template void GraphView<kGrowing>::take_execution(Trail<kGrowing>&, ViewChanges<kGrowing>&);
template void GraphView<kGrowing>::resolve_read(EventNumber, EventNumber, Trail<kGrowing>&,
                                                ViewChanges<kGrowing>&);
template void GraphView<kGrowing>::place_write(EventNumber, EventNumber, Trail<kGrowing>&,
                                               ViewChanges<kGrowing>&);

}  // namespace ringcheck
