// The functions that change the order of SC fences.
// Tested by tests/models/fast_checkers_test.cpp.
#include "models/fast_psc.hpp"

namespace ringcheck {

ThreadCounters ScFenceOrder::ancestors_of_fence(const ExecutionGraph& graph, const ViewPool& views,
                                                ViewNumber view, const ThreadCounters& past) const {
  ThreadCounters before = past;
  for (std::size_t i = 0; i < access_count_; ++i) {
    const Access& access = accesses_[i];
    const Event& event = graph[access.event];
    const bool is_read = event.kind == EventKind::read;
    // What follows a read in eco are writes after the one it reads from; what follows a write
    // includes its reads.
    const int first = graph[is_read ? event.rf : access.event].co_position + (is_read ? 1 : 0);
    if (views.counter(view, event.location) >= first) before.join(access.past);
  }
  return ancestors_of_past(before);
}

void ScFenceOrder::add_access(const ViewPool& views, EventNumber e, const ThreadCounters& past,
                              LocId l, int first) {
  if (past == ThreadCounters{}) return;
  accesses_.need(access_count_ + 1);
  accesses_[access_count_++] = {past, e};
  // The least fence of each thread that is now psc-after the fences of the past.
  ThreadCounters reached;
  constexpr std::uint16_t kNone = 0xffff;
  reached.lanes.fill(kNone);
  bool any = false;
  for (const Fence& f : fences()) {
    if (views.counter(f.view, l) < first) continue;
    reached[f.thread] = std::min(reached[f.thread], f.place);
    any = true;
  }
  if (!any) return;
  const ThreadCounters ancestors = ancestors_of_past(past);
  for (std::size_t i = 0; i < fence_count_; ++i)
    if (fences_[i].ancestors.any_at_least(reached)) fences_[i].ancestors.join(ancestors);
}

void ScFenceOrder::add_fence(ThreadId t, int place, ViewNumber view, ThreadCounters ancestors) {
  ancestors[t] = static_cast<std::uint16_t>(place);
  fences_.need(fence_count_ + 1);
  fences_[fence_count_++] = {ancestors, view, t, static_cast<std::uint16_t>(place)};
}

}  // namespace ringcheck
