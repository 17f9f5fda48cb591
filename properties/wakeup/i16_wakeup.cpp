// I-16: nobody sleeps for ever over more than a watermark of unread records, or over as many
// samples as owe a wakeup.
// Judged when nothing runs any more: no writer is active and no interrupt work is left. A record
// that crosses the stamp by more than the watermark owes a wakeup; what a reader leaves unread when
// it sleeps came after the last wakeup that it took, so that more than a watermark of it is owed
// one. Source: kernel/events/ring_buffer.c perf_output_wakeup, __perf_output_begin (rb->wakeup);
// kernel/events/core.c perf_poll.
// Tested by tests/properties/core/invariants_test.cpp.
#include "properties/wakeup/invariants.hpp"
#include "properties/wakeup/sleepers.hpp"

namespace ringcheck {
namespace {

std::optional<Violation> violated(const PerfView& view) {
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
