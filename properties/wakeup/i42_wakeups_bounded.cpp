// I-42: the reader is woken no more often than watermarks are crossed and counts of samples reach
// what owes a wakeup.
//
// The stamp of the last wakeup moves by a watermark when a record ends beyond the next one, and by
// one for a count of samples; a writer that finds it moved wakes the reader. A writer that
// interrupts another between the end of nesting and the look at the stamp wakes the reader, and so
// does the one that it interrupted. Source: kernel/events/ring_buffer.c __perf_output_begin,
// perf_output_put_handle; kernel/events/core.c perf_output_sample. Tested by
// tests/properties/core/invariants_test.cpp.
#include <algorithm>

#include "properties/wakeup/invariants.hpp"

namespace ringcheck {
namespace {

/// How many wakeups the written records account for.
std::uint64_t owed(const PerfView& view) {
  const PerfBuffer& rb = *view.scenario.ring;
  const std::uint64_t start = view.graph()[location_of(rb.at.data_tail)].value;
  std::uint64_t reached = start, interrupting = 0, samples = 0;
  for (const RingRun::Reservation& r : view.ring.reservations) {
    reached = std::max(reached, r.offset + r.size);
    if (r.level > 0) ++interrupting;
  }
  for (const RingRun::Record& record : view.ring.written)
    if (record.name != 0) ++samples;
  // A record has to end beyond the watermark.
  const std::uint64_t crossed = reached == start ? 0 : (reached - start - 1) / rb.watermark;
  const std::uint64_t events = view.scenario.wakeup_events;
  return crossed + interrupting + (events == 0 ? 0 : samples / events);
}

std::optional<Violation> violated(const PerfView& view) {
  const std::uint64_t most = owed(view);
  if (view.ring.wakeups <= most) return std::nullopt;
  return Violation{"the reader is woken {0} times, and at most {1} wakeups are owed",
                   {view.ring.wakeups, most}};
}

bool seen(const PerfView& view) {
  return view.ring.wakeups > 0;
}

}  // namespace

constinit const Property kWakeupsBounded = property<violated, seen>(
    "I-42", "Wakeups: the reader is woken no more often than is owed", "a record wakes the reader");

}  // namespace ringcheck
