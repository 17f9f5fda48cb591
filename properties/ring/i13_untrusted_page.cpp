// I-13: of all that user space may write, the kernel's writer loads only data_tail. data_head and
// the data area are the kernel's own work, and still it must not trust them: user space can write
// to the page of data_head, and the mapped data area shows what the kernel wrote, not what it
// knows.
// Source: kernel/events/ring_buffer.c: rb->head and rb->user_page->data_head are two words.
// Tested by tests/properties/core/invariants_test.cpp.
#include "check/scenario.hpp"
#include "properties/ring/invariants.hpp"

namespace ringcheck {
namespace {

/// The kernel's first load of location `from` … `to` - 1, or kNoEvent.
EventNumber kernel_load(const PerfView& view, LocId from, LocId to) {
  for (int i = 0; i < view.graph().size(); ++i) {
    const auto e = static_cast<EventNumber>(i);
    const Event& event = view.graph()[e];
    if (event.kind == EventKind::read && event.location >= from && event.location < to &&
        event.id.thread != view.scenario.reader)
      return e;
  }
  return kNoEvent;
}

std::optional<Violation> violated(const PerfView& view) {
  const PerfBuffer& rb = *view.scenario.ring;
  const LocId head = location_of(rb.at.data_head);
  const EventNumber of_head = kernel_load(view, head, static_cast<LocId>(head + 1));
  if (of_head != kNoEvent) return Violation{"a writer loads data_head ({4})", {}, of_head};
  const LocId data = location_of(rb.at.data);
  const auto end = static_cast<LocId>(data + rb.data_size / kWordBytes);
  const EventNumber of_data = kernel_load(view, data, end);
  if (of_data != kNoEvent) return Violation{"a writer loads a word of data ({4})", {}, of_data};
  return std::nullopt;
}

/// A writer's decision depends on a tail that the reader stored.
bool seen(const PerfView& view) {
  const LocId tail = location_of(view.scenario.ring->at.data_tail);
  const EventNumber load = kernel_load(view, tail, static_cast<LocId>(tail + 1));
  return load != kNoEvent && !view.ring.tail_stores.empty();
}

}  // namespace

constinit const Property kUntrustedPage = property<violated, seen>(
    "I-13", "Untrusted page: of what user space may write, a writer loads data_tail only",
    "a writer loads a tail, and the reader stores one");

}  // namespace ringcheck
