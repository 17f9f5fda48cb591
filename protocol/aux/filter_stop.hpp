#pragma once
// Restarting an event on the CPU that it runs on, while it may move to another one.
//
// Source: kernel/events/core.c perf_event_stop, __perf_event_stop. Deviations: interrupts between
// CPUs are handled at once.
// Tested by tests/properties/aux/aux_mutants_test.cpp and aux_findings_test.cpp.

#include "protocol/aux/addr_filter_sync.hpp"
#include "protocol/aux/defects.hpp"

namespace ringcheck {

/// What a CPU answers when it is asked to stop and start an event.
enum class StopAnswer : std::uint8_t {
  done,   ///< restarted, or not active any more
  again,  ///< the event has left this CPU: -EAGAIN
};

/// CPU `own` is asked to restart the event whose words, with this CPU's unit, are `at`. `oncpu`:
/// address of event->oncpu. Source: __perf_event_stop.
template <AuxCpu C>
StopAnswer perf_event_stop_here(C& cpu, const AddrFilterCells& at, std::uint64_t oncpu,
                                std::uint64_t own, DefectSet defects) {
  using Value = typename C::Value;
  if (cpu.branch(cpu.read_once(at.active) == Value(0))) return StopAnswer::done;
  cpu.smp_rmb();
  if (!defects.has(defect::kFilterStopAnywhere) && !cpu.branch(cpu.read_once(oncpu) == Value(own)))
    return StopAnswer::again;
  perf_event_restart(cpu, at, defects);
  return StopAnswer::done;
}

/// Restarts the event wherever it runs. `ask(cpu, oncpu)` has that CPU do it. `retries`: asks again
/// when the event has left the CPU that was asked, as in Linux 6.1. Source: perf_event_stop.
template <AuxCpu C, class Ask>
void perf_event_stop(C& cpu, const AddrFilterCells& at, std::uint64_t oncpu, Ask&& ask,
                     bool retries = true) {
  using Value = typename C::Value;
  constexpr int kAttempts = 8;
  for (int attempt = 1;; ++attempt) {
    if (cpu.branch(cpu.read_once(at.active) == Value(0))) return;
    cpu.smp_rmb();
    const Value target = cpu.read_once(oncpu);
    cpu.interrupt_point();
    if (ask(cpu, target) == StopAnswer::done || !retries) return;
    if (attempt == kAttempts) cpu.reach_bound("attempts of perf_event_stop");
  }
}

}  // namespace ringcheck
