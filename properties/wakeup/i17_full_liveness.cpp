// I-17: when a record was refused for lack of space, a task that could make room does not sleep for
// ever. Judged when nothing runs any more.
// Source: kernel/events/ring_buffer.c __perf_output_begin: a begin that fails wakes nobody.
// Tested by tests/properties/core/invariants_test.cpp.
#include "properties/wakeup/invariants.hpp"
#include "properties/wakeup/sleepers.hpp"
#include "protocol/ring/observations.hpp"

namespace ringcheck {
namespace {

bool lost_for_space(const PerfView& view) {
  for (const auto& refused : view.ring.refused)
    if (refused.why == RefusedFor::no_space) return true;
  return false;
}

std::optional<Violation> violated(const PerfView& view) {
  const RingRun::Step* task = sleeper(view);
  if (task == nullptr || !lost_for_space(view)) return std::nullopt;
  // A buffer that has since been emptied has room again.
  const std::uint64_t unread = unread_bytes(view);
  const auto& refused = view.ring.refused.back();
  if (unread == 0 || refused.head - refused.tail != unread) return std::nullopt;
  return Violation{
      "a record of {0} bytes found no space after {1} unread bytes, and a task sleeps for ever "
      "from {4} on",
      {refused.size, unread},
      task->event};
}

bool seen(const PerfView& view) {
  return lost_for_space(view) && view.ring.woken_up > 0;
}

}  // namespace

constinit const Property kFullLiveness = property<violated, seen>(
    "I-17", "Full-buffer liveness: nobody sleeps for ever over a buffer that refuses records",
    "a record is refused for lack of space, and a task that slept is woken");

}  // namespace ringcheck
