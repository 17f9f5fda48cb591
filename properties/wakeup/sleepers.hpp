#pragma once
// Tasks that sleep for ever: what the properties of wakeups judge at the end of an execution.

#include "properties/core/perf_view.hpp"

namespace ringcheck {

/// A task that sleeps in poll when nothing runs any more, or null. If its trigger is 1 by then, the
/// task goes on in another execution.
inline const RingRun::Step* sleeper(const PerfView& view) {
  for (const RingRun::Step& task : view.ring.asleep)
    if (view.graph()[view.graph().co_last(location_of(task.number))].value == 0) return &task;
  return nullptr;
}

/// Bytes that are published and not given back when nothing runs any more.
inline std::uint64_t unread_bytes(const PerfView& view) {
  const PerfBuffer& rb = *view.scenario.ring;
  const auto last = [&](std::uint64_t address) {
    return view.graph()[view.graph().co_last(location_of(address))].value;
  };
  return last(rb.at.data_head) - last(rb.at.data_tail);
}

/// Samples among them.
inline std::uint64_t unread_samples(const PerfView& view) {
  const PerfBuffer& rb = *view.scenario.ring;
  const std::uint64_t tail = view.graph()[view.graph().co_last(location_of(rb.at.data_tail))].value;
  const std::uint64_t unread = unread_bytes(view);
  std::uint64_t samples = 0;
  for (const RingRun::Record& record : view.ring.written)
    if (record.name != 0 && record.offset - tail < unread) ++samples;
  return samples;
}

}  // namespace ringcheck
