#pragma once
// Who may have an ETB10, and how it is programmed when it is enabled. A TMC-ETF that perf has for
// its sink is taken and left in the same way.
//
// The first tracer of a session notes where in the AUX area its trace goes, and programs the sink;
// further tracers are only counted. The last one to stop copies the trace to where its own buffer
// says.
//
// Source: drivers/hwtracing/coresight/coresight-etb10.c etb_enable_sysfs, etb_enable_perf,
// etb_set_buffer, etb_disable, __etb_enable_hw, etb_update_buffer; coresight-tmc-etf.c
// tmc_enable_etf_sink_perf, tmc_disable_etf_sink. Deviations: the spinlock is where steps of this
// are not interrupted; that a tracer looks whether it is the last one, and leaves later
// (docs/findings.md F-10), is left to sink_sharing.hpp, and what is copied to etf_update.hpp.
// Tested by tests/properties/aux/aux_mutants_test.cpp and `ringcheck kernel --area etb`.

#include "protocol/coresight/claim.hpp"
#include "protocol/tmc/defects.hpp"
#include "protocol/tmc/etr_session.hpp"

namespace ringcheck {

/// Addresses of the words of an ETB10, consecutive from a base address.
struct EtbCells {
  ClaimTags claim;
  std::uint64_t mode;       ///< drvdata->mode
  std::uint64_t pid;        ///< of the session that uses it; 0: none
  std::uint64_t refcnt;     ///< csdev->refcnt
  std::uint64_t capturing;  ///< 1 while it takes trace
  std::uint64_t cleared;    ///< how often it was programmed, and so cleared, while it took trace

  static constexpr std::uint64_t kCount = 7;
  /// The layout from address `b` on.
  static constexpr EtbCells at(std::uint64_t b) {
    return {ClaimTags::at(b), b + 2, b + 3, b + 4, b + 5, b + 6};
  }
};

/// A session's buffer, of one of its events. Source: struct cs_buffers.
struct EtbBuffer {
  std::uint64_t pid = 0;     ///< of the session
  std::uint64_t bytes = 0;   ///< of the AUX area
  std::uint64_t target = 0;  ///< address of the word with buf->cur and buf->offset, in bytes
  std::uint64_t head = 0;    ///< address of the word with handle->head
};

/// What the driver does to a sink whose registers are left out, except for its claim tags.
struct SinkWithoutRegisters {
  /// False if the sink is claimed.
  template <AuxCpu C>
  bool claim(C& cpu, const ClaimTags& tags) const {
    return coresight_claim_device(cpu, tags, {});
  }
  /// The sink is programmed and takes trace; false if it does not come to rest before that.
  template <class C>
  bool program(C&) const {
    return true;
  }
  /// The sink is taken out of use.
  template <class C>
  void disable(C&) const {}
  template <AuxCpu C>
  void disclaim(C& cpu, const ClaimTags& tags) const {
    coresight_disclaim_device(cpu, tags);
  }
};

/// An ETB10, and a repair that Linux 6.1 does not have; or a TMC-ETF.
struct Etb {
  EtbCells at{};
  /// Each tracer notes where its trace goes, as the driver of a TMC-ETF does; in that of an ETB10
  /// only the first of a session does.
  bool sets_every_buffer = false;
  DefectSet defects{};

  [[nodiscard]] constexpr bool has(const Defect& defect) const { return defects.has(defect); }
};

/// Notes where in the AUX area the transaction of this event starts.
template <AuxCpu C>
void etb_set_buffer(C& cpu, const Etb& etb, const EtbBuffer& buffer) {
  using Value = typename C::Value;
  const Value head = cpu.load(buffer.head);
  cpu.store(buffer.target,
            etb.has(defect::kEtbHeadNotWrapped) ? head : head & Value(buffer.bytes - 1));
}

/// Programs a sink that is claimed. False if it does not come to rest: then the claim is given
/// back. Source: tmc_etb_enable_hw.
template <AuxCpu C, class Hardware>
bool program_claimed(C& cpu, const Hardware& hardware, const Etb& etb) {
  if (!hardware.program(cpu)) {
    hardware.disclaim(cpu, etb.at.claim);
    return false;
  }
  cpu.store(etb.at.capturing, 1);
  return true;
}

/// Programs the hardware: its memory is cleared. False if it is claimed, or does not come to rest.
/// Source: etb_enable_hw, tmc_etb_enable_hw.
template <AuxCpu C, class Hardware>
bool etb_enable_hw(C& cpu, const Hardware& hardware, const Etb& etb) {
  using Value = typename C::Value;
  if (cpu.branch(cpu.load(etb.at.capturing) == Value(0))) {
    if (!hardware.claim(cpu, etb.at.claim)) return false;
  } else {
    cpu.store(etb.at.cleared, cpu.load(etb.at.cleared) + Value(1));
  }
  return program_claimed(cpu, hardware, etb);
}

/// sysfs starts to use the ETB10. False if perf or a debugger has it.
template <AuxCpu C, class Hardware = SinkWithoutRegisters>
bool etb_enable_sysfs(C& cpu, const Etb& etb, const Hardware& hardware = {}) {
  using Value = typename C::Value;
  const Value mode = cpu.load(etb.at.mode);
  if (!etb.has(defect::kEtbTakenFromPerf) && cpu.branch(mode == Value(kSinkPerf))) return false;
  if (cpu.branch(mode == Value(kSinkDisabled))) {
    if (!etb_enable_hw(cpu, hardware, etb)) return false;
    cpu.store(etb.at.mode, kSinkSysfs);
  }
  cpu.store(etb.at.refcnt, cpu.load(etb.at.refcnt) + Value(1));
  return true;
}

/// A tracer of a session starts to use the ETB10. False if sysfs, another session or a debugger has
/// it.
template <AuxCpu C, class Hardware = SinkWithoutRegisters>
bool etb_enable_perf(C& cpu, const Etb& etb, const EtbBuffer& buffer,
                     const Hardware& hardware = {}) {
  using Value = typename C::Value;
  if (!etb.has(defect::kEtbTakenFromSysfs) &&
      cpu.branch(cpu.load(etb.at.mode) == Value(kSinkSysfs)))
    return false;
  const Value pid = cpu.load(etb.at.pid);
  const bool same = cpu.branch(pid == Value(buffer.pid));
  if (!etb.has(defect::kEtbTakenFromSession) && !same && !cpu.branch(pid == Value(0))) return false;
  if (!same || etb.sets_every_buffer) etb_set_buffer(cpu, etb, buffer);
  if (!same || etb.has(defect::kEtbAlwaysProgrammed)) {
    if (!etb_enable_hw(cpu, hardware, etb)) return false;
    cpu.store(etb.at.pid, buffer.pid);
    cpu.store(etb.at.mode, kSinkPerf);
  }
  cpu.store(etb.at.refcnt, cpu.load(etb.at.refcnt) + Value(1));
  return true;
}

/// Whether a tracer that stops has to copy: if no other tracer uses the sink.
/// Source: etb_update_buffer.
template <AuxCpu C>
bool etb_drains(C& cpu, const Etb& etb) {
  using Value = typename C::Value;
  return cpu.branch(cpu.load(etb.at.refcnt) == Value(1));
}

/// A tracer, or sysfs, leaves the ETB10; the last one stops it. False if others use it.
template <AuxCpu C, class Hardware = SinkWithoutRegisters>
bool etb_disable(C& cpu, const Etb& etb, const Hardware& hardware = {}) {
  using Value = typename C::Value;
  const Value left = cpu.load(etb.at.refcnt) - Value(1);
  cpu.store(etb.at.refcnt, left);
  if (!etb.has(defect::kEtbLeftByFirst) && !cpu.branch(left == Value(0))) return false;
  hardware.disable(cpu);
  cpu.store(etb.at.capturing, 0);
  hardware.disclaim(cpu, etb.at.claim);
  if (!etb.has(defect::kEtbPidKept)) cpu.store(etb.at.pid, 0);
  cpu.store(etb.at.mode, kSinkDisabled);
  return true;
}

/// Somebody reads the file of the ETB10: if sysfs has the sink, it stops for that, and is
/// programmed anew. Source: etb_dump.
template <AuxCpu C, class Hardware>
void etb_dump(C& cpu, const Etb& etb, const Hardware& hardware) {
  using Value = typename C::Value;
  if (!cpu.branch(cpu.load(etb.at.mode) == Value(kSinkSysfs))) return;
  hardware.disable(cpu);
  hardware.program(cpu);
}

}  // namespace ringcheck
