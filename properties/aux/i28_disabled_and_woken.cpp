// I-28: an event that is disabled for want of room is off, and a reader is told after that, so that
// it can enable the event. Nobody sleeps for ever beside a unit that does not trace. Judged when
// nothing runs any more, in scenarios that have the words "running" and "state".
// Source: kernel/events/ring_buffer.c perf_aux_output_begin; kernel/events/core.c perf_pending_irq.
// Tested by tests/properties/aux/aux_drivers_test.cpp.
#include <string_view>

#include "properties/aux/invariants.hpp"
#include "properties/core/last_word.hpp"
#include "properties/wakeup/sleepers.hpp"

namespace ringcheck {
namespace {

/// What the location called `name` holds at the end; 1 if there is none.
std::uint64_t last(const PerfView& view, std::string_view name) {
  const std::optional<LocId> location = find_location(view, name);
  return location ? last_word(view, *location) : 1;
}

/// True iff the last thing done to the unit was to start it, and its event is not disabled.
bool traces(const PerfView& view) {
  return last(view, "running") != 0 && last(view, "state") != 0;
}

std::optional<Violation> violated(const PerfView& view) {
  const RingRun::Step* task = sleeper(view);
  if (task == nullptr || traces(view)) return std::nullopt;
  return Violation{"the unit does not trace, and who could enable it sleeps for ever from {4} on",
                   {},
                   task->event};
}

/// The unit traces again, and a task that slept was woken.
bool seen(const PerfView& view) {
  return view.ring.woken_up > 0 && traces(view);
}

}  // namespace

constinit const Property kDisabledAndWoken = property<violated, seen>(
    "I-28", "Disabled and woken: nobody sleeps for ever beside an event disabled for want of room",
    "a task that slept is woken, and the unit traces again");

}  // namespace ringcheck
