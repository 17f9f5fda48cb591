#pragma once
// An Intel PT event is restarted for new address ranges, and NMIs take AUX samples meanwhile.
//
// The event stays active, so that a sample is prepared. Where the transaction is closed there is
// nothing to copy from. A sample stops the unit, copies, and starts it again if the gate for
// interrupts is open. Linux 6.1 opens the gate before it programs the unit.
//
// Source: arch/x86/events/intel/pt.c pt_event_start, pt_event_stop, pt_config, pt_config_start,
// pt_config_stop, pt_event_snapshot_aux; kernel/events/core.c __perf_event_stop; for the repair,
// pt_config_enable of Linux 6.12. Deviations: what is traced and copied is left out, but for how
// much; the transaction is a flag. Tested by tests/properties/aux/aux_mutants_test.cpp.

#include "protocol/pt/pt_config.hpp"

namespace ringcheck {

/// When the gate for interrupts and samples is opened.
enum class PtGate : std::uint8_t {
  before_programming,  ///< Linux 6.1
  after_programming,   ///< Linux 6.12
};

/// A unit, and the addresses of what its driver keeps.
struct PtRestart {
  PtRegisters at{};
  std::uint64_t gate = 0;    ///< pt->handle_nmi
  std::uint64_t config = 0;  ///< event->hw.config
  std::uint64_t open = 0;    ///< 1: there is a transaction
  PtOutput output{};
  PtGate opens = PtGate::before_programming;
};

/// Enables trace as it was configured last. Source: pt_config_start.
template <AuxCpu C>
void pt_enable(C& cpu, const PtRestart& pt) {
  using Value = typename C::Value;
  const Value config = cpu.read_once(pt.config);
  const Value ctl = config - (config & Value(kPtCtlOn)) + Value(kPtCtlOn);
  cpu.write_once(pt.at.ctl, ctl);
  cpu.write_once(pt.config, ctl);
}

/// Disables trace, unless it is noted to be disabled. Source: pt_config_stop.
template <AuxCpu C>
void pt_disable(C& cpu, const PtRestart& pt) {
  using Value = typename C::Value;
  const Value config = cpu.read_once(pt.config);
  if (cpu.branch((config & Value(kPtCtlOn)) == Value(0))) return;
  cpu.write_once(pt.at.ctl, config - Value(kPtCtlOn));
  cpu.write_once(pt.config, config - Value(kPtCtlOn));
}

/// Starts `event`. Source: pt_event_start.
template <AuxCpu C>
void pt_start_programmed(C& cpu, const PtRestart& pt, const PtEvent& event) {
  using Value = typename C::Value;
  const bool late = pt.opens == PtGate::after_programming;
  cpu.store(pt.open, 1);
  if (!late) cpu.write_once(pt.gate, 1);
  pt_config_output(cpu, pt.at, pt.output, {});
  if (cpu.branch(cpu.load(pt.config) == Value(0))) cpu.write_once(pt.at.status, 0);
  const std::uint64_t ctl = pt_config_control(cpu, pt.at, pt.output, event, {});
  cpu.store(pt.config, ctl);
  if (late) cpu.write_once(pt.gate, 1);
  pt_enable(cpu, pt);
}

/// Stops the event. Source: pt_event_stop.
template <AuxCpu C>
void pt_stop_programmed(C& cpu, const PtRestart& pt) {
  cpu.write_once(pt.gate, 0);
  cpu.barrier();
  pt_disable(cpu, pt);
  cpu.store(pt.open, 0);
}

/// An AUX sample of `bytes`; returns how many are trace. Source: pt_event_snapshot_aux.
template <AuxCpu C>
std::uint64_t pt_sample_programmed(C& cpu, const PtRestart& pt, std::uint64_t bytes) {
  using Value = typename C::Value;
  if (cpu.branch(cpu.load(pt.open) == Value(0))) return 0;
  pt_disable(cpu, pt);
  if (!cpu.branch(cpu.read_once(pt.gate) == Value(0))) pt_enable(cpu, pt);
  return bytes;
}

}  // namespace ringcheck
