#pragma once
// Which events may share a buffer.
//
// A buffer is written without locks and without fully atomic operations. So all of its writers must
// be on one CPU at a time, and must agree on what they write.
//
// Source: kernel/events/core.c perf_event_set_output. Tested by
// tests/protocol/lifetime/perf_mapping_test.cpp.

#include <cstdint>

#include "protocol/lifetime/defects.hpp"

namespace ringcheck {

/// What set_output compares in two events.
struct RedirectedEvent {
  int cpu = -1;             ///< event->cpu; -1: wherever its task runs
  std::uint64_t task = 0;   ///< event->hw.target; 0: any task
  std::uint64_t clock = 0;  ///< event->clock
  bool write_backward = false;
  std::uint64_t aux_pmu = 0;  ///< event->pmu if the event makes AUX data; 0: it makes none
  bool inherit = false;       ///< attr.inherit: tasks that its task makes write through it, too
};

/// Which events set_output takes that follow their task.
enum class FollowingEvents : std::uint8_t {
  of_one_task,  ///< Linux 6.1: both are of one task, whether or not that task's children have them
  not_inherited,  ///< a repair: besides, neither is inherited, as perf_mmap asks of what is mapped
};

/// Whether PERF_EVENT_IOC_SET_OUTPUT lets `event` write to the buffer of `output`, another event.
/// Source: perf_event_set_output.
constexpr bool may_share_buffer(const RedirectedEvent& event, const RedirectedEvent& output,
                                DefectSet defects = {},
                                FollowingEvents following = FollowingEvents::of_one_task) {
  if (output.cpu != event.cpu && !defects.has(defect::kRedirectedAcrossCpus)) return false;
  if (output.cpu == -1 && output.task != event.task && !defects.has(defect::kRedirectedAcrossTasks))
    return false;
  if (following == FollowingEvents::not_inherited && output.cpu == -1 &&
      (event.inherit || output.inherit))
    return false;
  if (output.clock != event.clock) return false;
  if (output.write_backward != event.write_backward) return false;
  if (defects.has(defect::kRedirectedAcrossAuxPmus)) return true;
  return event.aux_pmu == 0 || output.aux_pmu == 0 || event.aux_pmu == output.aux_pmu;
}

}  // namespace ringcheck
