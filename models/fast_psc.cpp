// The parts of the order of SC fences that change it.
// Tested by tests/models/fast_checkers_test.cpp.
#include "models/fast_psc.hpp"

namespace ringcheck {

CounterRow ScFenceOrder::ancestors_of_fence(const ExecutionGraph& graph, const ViewPool& views,
                                            ViewNumber view, const CounterRow& past) const {
  CounterRow before = past;
  for (std::size_t i = 0; i < access_count_; ++i) {
    const Access& access = accesses_[i];
    const Event& event = graph[access.event];
    const bool is_read = event.kind == EventKind::read;
    // What follows a read in eco are writes behind the one it reads from; what follows a write
    // includes its reads.
    const int first = graph[is_read ? event.rf : access.event].co_position + (is_read ? 1 : 0);
    if (views.counter(view, event.location) >= first) before.join(access.past);
  }
  return ancestors_of_past(before);
}

void ScFenceOrder::add_access(const ViewPool& views, EventNumber e, const CounterRow& past, LocId l,
                              int first) {
  if (past == CounterRow{}) return;
  accesses_[access_count_++] = {past, e};
  // The least fence of each thread that is now psc-after those of the past; 255: none.
  CounterRow reached;
  reached.lanes.fill(255);
  bool any = false;
  for (const Fence& f : fences()) {
    if (views.counter(f.view, l) < first) continue;
    reached[f.thread] = std::min(reached[f.thread], f.place);
    any = true;
  }
  if (!any) return;
  const CounterRow ancestors = ancestors_of_past(past);
  for (std::size_t i = 0; i < fence_count_; ++i)
    if (fences_[i].ancestors.any_at_least(reached)) fences_[i].ancestors.join(ancestors);
}

void ScFenceOrder::add_fence(ThreadId t, int place, ViewNumber view, CounterRow ancestors) {
  ancestors[t] = static_cast<std::uint8_t>(place);
  fences_[fence_count_++] = {ancestors, view, t, static_cast<std::uint8_t>(place)};
}

}  // namespace ringcheck
