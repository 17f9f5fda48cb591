#pragma once
// The CPU of an Arm SPE unit goes offline while an event samples there.
//
// A CPU comes down through its states of hotplug. The driver's is above perf's, so that the unit is
// reset first, and perf stops the event after that. The driver takes the write pointer for where
// the trace ends, and it is 0 then.
//
// Source: drivers/perf/arm_spe_pmu.c __arm_spe_pmu_reset_local, arm_spe_pmu_cpu_teardown,
// arm_spe_pmu_init; kernel/events/core.c perf_event_exit_cpu; include/linux/cpuhotplug.h.
// Tested by tests/properties/aux/aux_mutants_test.cpp.

#include "protocol/spe/spe_pmu.hpp"

namespace ringcheck {

/// Who comes first when a CPU goes offline.
enum class SpeOffline : std::uint8_t {
  unit,  ///< the driver's teardown: Linux 6.1
  perf,  ///< a repair: perf, which stops the event
};

/// The unit is off, and knows nothing of what it was told. Source: __arm_spe_pmu_reset_local.
template <AuxCpu C, TraceUnit<C> Unit>
void arm_spe_pmu_reset_local(C& cpu, Unit& unit, const SpeUnit& spe) {
  arm_spe_pmu_disable_and_drain_local(cpu, unit, spe);
  cpu.write_once(spe.at.pmbptr, 0);
  context_sync(cpu);
  cpu.write_once(spe.at.pmbsr, 0);
  context_sync(cpu);
}

/// The CPU goes offline.
template <AuxCpu C, TraceUnit<C> Unit>
void arm_spe_cpu_goes_offline(C& cpu, Unit& unit, const SpeUnit& spe, const PerfEvent& event,
                              SpeOffline first) {
  if (first == SpeOffline::perf) arm_spe_pmu_stop(cpu, unit, spe, event);
  arm_spe_pmu_reset_local(cpu, unit, spe);
  if (first == SpeOffline::unit) arm_spe_pmu_stop(cpu, unit, spe, event);
}

}  // namespace ringcheck
