// I-39: nobody uses a freed buffer. A buffer is freed and its accounting undone once, when nobody
// maps it any more; then no event points to it. Stopping an event reaches it. The protocol tells
// what happens on the way; what is left is judged at the end.
// Source: kernel/events/core.c perf_mmap_close, ring_buffer_attach, ring_buffer_put,
// perf_event_stop. Tested by tests/properties/core/invariants_test.cpp.
#include "check/scenario.hpp"
#include "properties/lifetime/invariants.hpp"
#include "properties/lifetime/lifetime_end.hpp"
#include "protocol/lifetime/observations.hpp"

namespace ringcheck {
namespace {

const char* name_of_break(LifetimeBreak what) {
  switch (what) {
    case LifetimeBreak::used_after_free:
      return "a buffer is used after it was freed ({4})";
    case LifetimeBreak::freed_twice:
      return "a buffer is freed twice ({4})";
    case LifetimeBreak::accounted_twice:
      return "the accounting of a buffer is undone twice ({4})";
    case LifetimeBreak::no_buffer:
      return "a mapping is closed whose event has no buffer ({4})";
    case LifetimeBreak::wrong_list:
      return "who walks a buffer's events comes to another buffer's list ({4})";
    case LifetimeBreak::stop_missed:
      return "an event is seen active and not stopped: its CPU is not known ({4})";
    case LifetimeBreak::freed_in_atomic:
      return "pages are freed where nobody may sleep ({4})";
    case LifetimeBreak::reference_left:
      return "pages are to be freed, and a transaction still uses them ({4})";
    case LifetimeBreak::allocated_twice:
      return "pages are allocated twice ({4})";
    case LifetimeBreak::null_used:
      return "a buffer is taken for granted where there is none ({4})";
    case LifetimeBreak::used_unmade:
      return "an area is used before it is there ({4})";
    case LifetimeBreak::wrong_page:
      return "a fault maps another page than the one at its place ({4})";
    case LifetimeBreak::page_missed:
      return "a fault finds none where there is a page ({4})";
  }
  return "";
}

bool was_mapped(const PerfView& view, const MappedBufferCells& rb) {
  const LocId count = location_of(rb.mmap_count);
  return view.graph()[count].value != 0 || view.graph().co_last(count) != count;
}

std::optional<Violation> violated(const PerfView& view) {
  for (const RingRun::Step& step : view.ring.breaks)
    return Violation{name_of_break(static_cast<LifetimeBreak>(step.number)), {}, step.event};
  if (view.scenario.aux_pages)
    if (auto finding = aux_left_wrong(view.graph(), *view.scenario.aux_pages)) return finding;
  if (auto finding = faulted_left_wrong(view)) return finding;
  if (view.scenario.callchains)
    if (auto finding = chains_left_wrong(view.graph(), *view.scenario.callchains)) return finding;
  if (!view.scenario.lifetime) return std::nullopt;
  if (auto finding = events_left_wrong(view.graph(), view.scenario)) return finding;
  const PerfLifetime& all = *view.scenario.lifetime;
  for (std::uint64_t b = 1; b <= kLifetimeBuffers; ++b)
    if (auto finding = left_wrong(view.graph(), all, b, was_mapped(view, all.buffer(b))))
      return finding;
  return std::nullopt;
}

bool seen(const PerfView& view) {
  return view.ring.lifetime_steps > 0;
}

}  // namespace

constinit const Property kNoUseAfterFree = property<violated, seen>(
    "I-39", "No use after free: buffers are freed once, last, and nobody points to them",
    "a buffer is freed, or an event is moved, detached or stopped by another task");

}  // namespace ringcheck
