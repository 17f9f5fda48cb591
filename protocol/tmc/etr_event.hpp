#pragma once
// An event of CoreSight whose sink is a TMC-ETR of its own: what sink_event.hpp asks of the sink.
//
// Source: drivers/hwtracing/coresight/coresight-tmc-etr.c tmc_enable_etr_sink_perf,
// tmc_etr_enable_hw, tmc_disable_etr_sink. Deviations: who shares a sink is in etr_session.hpp;
// what keeps the sink from a session does so from beginning to end.
// Tested by `ringcheck kernel --area etr`.

#include "protocol/tmc/etr_update.hpp"
#include "protocol/tmc/sink_event.hpp"

namespace ringcheck {

/// What keeps a session from using the sink.
enum class EtrTaken : std::uint8_t {
  no,
  by_sysfs,
  by_session,   ///< another one
  by_debugger,  ///< it cannot be claimed
};

/// What the driver keeps about an event's session and its sink.
struct EtrSession {
  EtrBuf buf{};
  std::uint64_t memwidth = 4;  ///< of the trace memory's bus, as tmc_get_memwidth_mask has it
  AuxBuffer aux{};
  AuxHandle handle{};
  TracerId tracer{};
  TracerCase tracer_case = TracerCase::traces;
  EtrTaken taken = EtrTaken::no;
  bool reading = false;  ///< drvdata->reading: a file keeps the sink as it is (F-21)
};

/// The session gets the sink, which is programmed unless it has been. `unit.enable(cpu)` is false
/// if that fails. Source: tmc_enable_etr_sink_perf.
template <AuxCpu C, class Unit>
bool enable_sink(C& cpu, Unit& unit, const EtrSession& etr) {
  using Value = typename C::Value;
  if (etr.taken == EtrTaken::by_sysfs || etr.taken == EtrTaken::by_session) return false;
  if (cpu.branch(cpu.load(etr.buf.at.perf_buf) == Value(0))) {
    if (!unit.claim(cpu, etr.taken != EtrTaken::by_debugger)) return false;
    const bool enabled = unit.enable(cpu);
    cpu.site("CS_LOCK");
    cpu.smp_mb();
    if (!enabled) {
      unit.disclaim(cpu);
      return false;
    }
    cpu.store(etr.buf.at.perf_buf, etr.buf.name);
  }
  cpu.store(etr.buf.at.refcnt, cpu.load(etr.buf.at.refcnt) + Value(1));
  return true;
}

/// The session gives the sink back. Returns 0, or an error number where it stays in use. Source:
/// tmc_disable_etr_sink.
template <AuxCpu C, class Unit>
int disable_sink(C& cpu, Unit& unit, const EtrSession& etr) {
  using Value = typename C::Value;
  if (etr.reading) return kBusy;
  const Value users = cpu.load(etr.buf.at.refcnt) - Value(1);
  cpu.store(etr.buf.at.refcnt, users);
  if (!cpu.branch(users == Value(0))) return kBusy;
  unit.disable(cpu);
  cpu.site("CS_LOCK");
  cpu.smp_mb();
  unit.disclaim(cpu);
  cpu.store(etr.buf.at.perf_buf, 0);
  return 0;
}

/// Copies the trace. Returns its bytes.
template <AuxCpu C, TraceUnit<C> Unit>
typename C::Value update_sink(C& cpu, Unit& unit, const EtrSession& etr) {
  return tmc_update_etr_buffer(cpu, unit, etr.buf, etr.memwidth, etr.aux, etr.handle);
}

}  // namespace ringcheck
