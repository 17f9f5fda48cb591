// I-20: what a reader looks at while the buffer is paused does not change until it resumes. A
// violation: a writer that found the buffer not paused before stores to a word that the reader has
// loaded. Source: kernel/events/core.c, PERF_EVENT_IOC_PAUSE_OUTPUT; __perf_output_begin,
// rb->paused. Tested by tests/properties/core/invariants_test.cpp.
#include "check/scenario.hpp"
#include "properties/overwrite/invariants.hpp"

namespace ringcheck {
namespace {

/// The load of the pause flag with which the writer of store `w` began, or null.
const RingRun::Step* begin_of(const PerfView& view, EventNumber w) {
  const Event& store = view.graph()[w];
  const RingRun::Step* found = nullptr;
  for (const RingRun::Step& begin : view.ring.passed_pause)
    if (begin.thread == store.id.thread && begin.level == store.level &&
        begin.slot <= store.id.index + 1)
      found = &begin;
  return found;
}

/// A store over what `load` read, by a writer that began before `pause`; kNoEvent if there is none.
EventNumber late_store(const PerfView& view, EventNumber load, EventNumber pause) {
  const EventNumber from = view.graph()[load].rf;
  for (EventNumber w = view.graph()[from].co_next; w != kNoEvent; w = view.graph()[w].co_next) {
    const RingRun::Step* begin = begin_of(view, w);
    if (begin != nullptr && view.graph().co_before(view.graph()[begin->event].rf, pause)) return w;
  }
  return kNoEvent;
}

/// Calls `visit(load, pause)` for each load of data or head while the buffer is paused.
template <class Visit>
void for_each_paused_load(const PerfView& view, Visit&& visit) {
  for (std::size_t i = 0; i < view.ring.pauses.size(); ++i) {
    const RingRun::Step& pause = view.ring.pauses[i];
    const std::uint16_t until = i < view.ring.resumes.size() ? view.ring.resumes[i].slot : kNoSlot;
    for (const auto& load : view.ring.loads)
      if (load.slot > pause.slot && load.slot < until) visit(load.event, pause.event);
    for (const auto& load : view.ring.head_loads)
      if (load.thread == pause.thread && load.slot > pause.slot && load.slot < until)
        visit(load.event, pause.event);
  }
}

std::optional<Violation> violated(const PerfView& view) {
  std::optional<Violation> finding;
  for_each_paused_load(view, [&](EventNumber load, EventNumber pause) {
    if (finding) return;
    const EventNumber w = late_store(view, load, pause);
    if (w != kNoEvent)
      finding = Violation{
          "{4} is loaded while the buffer is paused, and {5} stores to it: its writer had passed "
          "the "
          "test before",
          {},
          load,
          w};
  });
  return finding;
}

bool seen(const PerfView& view) {
  bool loads = false;
  for_each_paused_load(view, [&](EventNumber, EventNumber) { loads = true; });
  return loads;
}

}  // namespace

constinit const Property kPauseQuiescence = property<violated, seen>(
    "I-20",
    "Pause quiescence: what is read while the buffer is paused does not change until it resumes",
    "something is read while the buffer is paused");

}  // namespace ringcheck
