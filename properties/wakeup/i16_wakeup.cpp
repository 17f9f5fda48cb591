// I-16: nobody sleeps for ever over more than a watermark of unread records, or over as many
// samples as owe a wakeup. Judged when nothing runs any more: no writer is active and no interrupt
// work is left.
//
// A record that crosses the stamp by more than the watermark owes a wakeup. What a reader leaves
// unread when it sleeps came after the last wakeup that it took, so if that is more than a
// watermark, a wakeup is owed. Interrupt work that has run is not queued any more: a writer that
// finds it queued does not queue it again. A wakeup for a count of samples takes as many off the
// count as owe one.
// Source: kernel/events/ring_buffer.c perf_output_wakeup, __perf_output_begin (rb->wakeup);
// kernel/events/core.c perf_poll, perf_output_sample; kernel/irq_work.c irq_work_claim.
// Tested by tests/properties/core/invariants_test.cpp.
#include "properties/wakeup/invariants.hpp"
#include "properties/wakeup/sleepers.hpp"

namespace ringcheck {
namespace {

/// Interrupt work still counts as queued when nothing runs any more.
std::optional<Violation> work_left(const PerfView& view) {
  if (!view.scenario.irq_work) return std::nullopt;
  const EventNumber last = view.graph().co_last(*view.scenario.irq_work);
  if (view.graph()[last].value == 0) return std::nullopt;
  return Violation{
      "interrupt work has run and counts as queued ({4}): nobody can queue it", {}, last};
}

/// Each wakeup for a count of samples takes as many off the count as owe one.
std::optional<Violation> miscounted(const PerfView& view) {
  const std::uint64_t every = view.scenario.wakeup_events;
  const PerfBuffer& rb = *view.scenario.ring;
  if (every == 0 || !rb.events) return std::nullopt;
  std::uint64_t samples = 0;
  for (const RingRun::Record& record : view.ring.written)
    if (record.name != 0) ++samples;
  const EventNumber last = view.graph().co_last(location_of(*rb.events));
  // Writers that run at the same time may each take some off, and make the count negative.
  const std::uint64_t left = view.graph()[last].value;
  if ((samples - left) % every == 0) return std::nullopt;
  return Violation{"{0} samples are written, {1} of which owe a wakeup, and {2} are left ({4})",
                   {samples, every, left},
                   last};
}

std::optional<Violation> violated(const PerfView& view) {
  if (auto finding = work_left(view)) return finding;
  if (auto finding = miscounted(view)) return finding;
  const RingRun::Step* task = sleeper(view);
  if (task == nullptr) return std::nullopt;
  const std::uint64_t unread = unread_bytes(view);
  const std::uint64_t watermark = view.scenario.ring->watermark;
  const std::uint64_t events = view.scenario.wakeup_events;
  if (events != 0 && unread_samples(view) >= events)
    return Violation{
        "a task sleeps for ever from {4} on; {0} samples are unread, and {1} owe a wakeup",
        {unread_samples(view), events},
        task->event};
  if (unread <= watermark) return std::nullopt;
  return Violation{
      "a task sleeps for ever from {4} on; {0} bytes are unread, and the watermark is {1}",
      {unread, watermark},
      task->event};
}

bool seen(const PerfView& view) {
  return view.ring.woken_up > 0;
}

}  // namespace

constinit const Property kWakeup = property<violated, seen>(
    "I-16", "Wakeup: nobody sleeps for ever over more than a watermark of unread records",
    "a task that sleeps in poll is woken and returns");

}  // namespace ringcheck
