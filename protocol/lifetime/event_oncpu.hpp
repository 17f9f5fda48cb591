#pragma once
// The CPU on which an active event runs: a task that stops the event must know it.
//
// Source: kernel/events/core.c event_sched_in, perf_event_stop, __perf_event_stop. Deviations: the
// event is scheduled in once and not out; the call to its CPU is not made but told.
// Tested by tests/properties.

#include <cstdint>

#include "protocol/core/cpu.hpp"
#include "protocol/lifetime/defects.hpp"
#include "protocol/lifetime/observations.hpp"

namespace ringcheck {

/// An event that may run: where its words lie.
struct RunningEvent {
  std::uint64_t oncpu = 0;  ///< address of event->oncpu; 0: none (-1), otherwise number + 1
  std::uint64_t state = 0;  ///< address of event->state; 1: active
  DefectSet defects{};
  std::uint64_t cpus = 1;  ///< that there are
};

/// The event starts to run on CPU number `cpu_number`. Source: event_sched_in.
template <Cpu C>
void event_sched_in(C& cpu, const RunningEvent& event, std::uint64_t cpu_number) {
  cpu.write_once(event.oncpu, cpu_number + 1);
  if (!event.defects.has(defect::kSchedInWithoutWmb)) cpu.smp_wmb();
  cpu.write_once(event.state, 1);
}

/// Stops the event if it is active, by a call to its CPU; a CPU that does not exist cannot be
/// called. Source: perf_event_stop, smp_call_function_single.
template <Cpu C>
void perf_event_stop(C& cpu, const RunningEvent& event) {
  using Value = typename C::Value;
  cpu.scope([&] {
    if (!cpu.branch(cpu.read_once(event.state) == Value(1))) return;
    if (!event.defects.has(defect::kStopWithoutRmb)) cpu.smp_rmb();
    const Value oncpu = cpu.read_once(event.oncpu);
    if (cpu.branch(oncpu == Value(0)) || cpu.branch(Value(event.cpus) < oncpu))
      tell<said::LifetimeBroken>(cpu, static_cast<std::uint64_t>(LifetimeBreak::stop_missed));
    else
      tell<said::LifetimeStep>(cpu);
  });
}

}  // namespace ringcheck
