// H-03: the times of records that writers wrote one after another do not go back.
// A nested writer may take its time after the writer that it interrupts, and reserve before it. So
// this is for writers of which one has left before the next one enters: tasks.
// Source: kernel/events/core.c perf_event_set_output: events of one buffer have the same clock.
// Tested by tests/properties/ring/perf_deployment_test.cpp.
#include <algorithm>

#include "properties/ring/invariants.hpp"

namespace ringcheck {
namespace {

/// True iff a task wrote the record, and no interrupt.
bool is_of_task(const PerfView& view, const RingRun::Record& record) {
  return std::ranges::any_of(view.ring.reservations, [&](const RingRun::Reservation& reserved) {
    return reserved.level == 0 && record.offset - reserved.offset < reserved.size;
  });
}

std::optional<Violation> violated(const PerfView& view) {
  for (const auto& earlier : view.ring.written)
    for (const auto& later : view.ring.written)
      if (earlier.offset < later.offset && later.time < earlier.time && is_of_task(view, earlier) &&
          is_of_task(view, later))
        return Violation{"the record at {0} has time {1}, and the one after it, at {2}, has {3}",
                         {earlier.offset, earlier.time, later.offset, later.time}};
  return std::nullopt;
}

bool seen(const PerfView& view) {
  const auto& written = view.ring.written;
  return std::ranges::any_of(
      written, [&](const auto& record) { return record.time != written.front().time; });
}

}  // namespace

constinit const Property kTimeOrder =
    property<violated, seen>("H-03",
                             "Time order: of records written one after another none has an earlier "
                             "time than the one before it",
                             "records have different times");

}  // namespace ringcheck
