#pragma once
// Self-monitoring: a task reads its own counter without a system call. The user page of its event
// says which counter that is, and what to add to it; page->lock tells the task whether it read in
// the middle of an update, and has to read again.
//
// Updates come from the CPU that the event is on, so that they interrupt the reader and let it go
// on when they are complete. That is why barriers for the compiler are enough, and why the reader
// does not ask whether lock is odd. But PERF_EVENT_IOC_RESET updates the page on the CPU that calls
// it, in Linux 6.1.
//
// Source: kernel/events/core.c perf_event_update_userpage, _perf_event_reset;
// tools/lib/perf/mmap.c perf_mmap__read_self; include/uapi/linux/perf_event.h struct
// perf_event_mmap_page; arch/x86/events/core.c x86_pmu_del. Deviations: the counter stands still,
// since a reset reads it first (perf_event_read), and so does who leaves it; times are left out,
// and children.
// Tested by tests/properties/sampling/self_monitoring_test.cpp.

#include <array>
#include <cstdint>
#include <string_view>

#include "protocol/core/cpu.hpp"
#include "protocol/sampling/defects.hpp"

namespace ringcheck {

/// Addresses of the words of an event that a task reads by itself.
struct UserPageCells {
  std::uint64_t lock;    ///< page->lock
  std::uint64_t index;   ///< page->index: 1 more than the counter's number; 0: on no counter
  std::uint64_t offset;  ///< page->offset: what to add to the counter
  std::uint64_t count;   ///< event->count
  /// What perf_event_index gives: 1 more than the number of the counter that the event is on; 0: it
  /// is stopped, and on none.
  std::uint64_t on;

  static constexpr std::array<std::string_view, 5> kNames = {
      "page.lock", "page.index", "page.offset", "event.count", "event.on"};
  static constexpr UserPageCells at(std::uint64_t base) {
    return {base, base + 1, base + 2, base + 3, base + 4};
  }
};

/// The event.
struct MonitoredEvent {
  UserPageCells at{};
  std::uint64_t counter = 0;  ///< what its counter says, and hw.prev_count
  DefectSet defects{};
};

/// Brings the page up to date. Source: perf_event_update_userpage.
template <Cpu C>
void perf_event_update_userpage(C& cpu, const MonitoredEvent& event) {
  using Value = typename C::Value;
  cpu.store(event.at.lock, cpu.load(event.at.lock) + Value(1));
  const Value on = cpu.read_once(event.at.on);
  cpu.store(event.at.index, on);
  const Value count = cpu.read_once(event.at.count);
  cpu.store(event.at.offset, count);
  cpu.scope([&] {
    if (!cpu.branch(on == Value(0))) cpu.store(event.at.offset, count - Value(event.counter));
  });
  cpu.store(event.at.lock, cpu.load(event.at.lock) + Value(1));
}

/// PERF_EVENT_IOC_RESET, when it has read the counter. Source: _perf_event_reset.
template <Cpu C>
void perf_event_reset(C& cpu, const MonitoredEvent& event) {
  cpu.write_once(event.at.count, 0);
  perf_event_update_userpage(cpu, event);
}

/// The event leaves its counter, which it has read. Source: x86_pmu_del, perf_event_index.
template <Cpu C>
void perf_event_leave_counter(C& cpu, const MonitoredEvent& event) {
  cpu.write_once(event.at.on, 0);
  perf_event_update_userpage(cpu, event);
}

/// What the task reads, in at most `rounds` rounds. Source: perf_mmap__read_self.
template <Cpu C>
typename C::Value perf_mmap_read_self(C& cpu, const MonitoredEvent& event, std::uint64_t rounds) {
  using Value = typename C::Value;
  for (std::uint64_t i = 0; i < rounds; ++i) {
    const Value seq = cpu.read_once(event.at.lock);
    const Value index = cpu.read_once(event.at.index);
    Value count = cpu.read_once(event.at.offset);
    const bool ignored = event.defects.has(defect::kCounterIndexIgnored);
    if (ignored || !cpu.branch(index == Value(0))) count = count + Value(event.counter);
    if (cpu.branch(cpu.read_once(event.at.lock) == seq)) return count;
  }
  cpu.reach_bound("rounds of perf_mmap__read_self");
  return Value(0);
}

}  // namespace ringcheck
