#pragma once
// Programming a tracer (ETMv4, ETE): disabled, idle, programmed, enabled; and disabled again.
//
// Registers are written with relaxed accesses, and the unit sees these at some later time. Through
// system instructions only a context synchronisation orders them. Through the memory map, accesses
// to one component reach it in order.
//
// Source: drivers/hwtracing/coresight/coresight-etm4x-core.c etm4_enable_hw, etm4_enable_trace_unit,
// etm4_disable_hw, etm4_disable_trace_unit, etm4x_wait_status; Arm IHI 0064H, 4.3.7. Deviations: of
// what is programmed two comparators stand for all; a wait for the status ends when it is so, and
// never for its time (the kernel says so and goes on); power, the OS lock and the trace filter registers
// are left out; the tracer is claimed by enable_source (components.hpp).
// Tested by tests/properties/coresight/coresight_test.cpp.

#include <array>
#include <cstdint>
#include <string_view>

#include "protocol/aux/aux_order.hpp"
#include "protocol/core/locking_cpu.hpp"
#include "protocol/coresight/defects.hpp"
#include "protocol/coresight/sites.hpp"

namespace ringcheck {

/// Addresses of a tracer's registers, consecutive from a base address.
struct EtmCells {
  std::uint64_t enabled;    ///< TRCPRGCTLR
  std::uint64_t idle;       ///< TRCSTATR.IDLE, which the unit writes
  std::uint64_t stable;     ///< TRCSTATR.PMSTABLE, likewise: what the unit counts can be read
  std::uint64_t start;      ///< TRCACVR0: a range's first comparator
  std::uint64_t stop;       ///< TRCACVR1: its second
  std::uint64_t counter;    ///< TRCCNTVR0, which the unit writes
  std::uint64_t read_back;  ///< config->cntr_val[0]: the counter as it was when tracing ended

  static constexpr std::array<std::string_view, 7> kNames = {
      "prgctlr", "idle", "pmstable", "acvr0", "acvr1", "cntvr", "cntr_val"};
  /// The layout from address `b` on.
  static constexpr EtmCells at(std::uint64_t b) {
    return {b, b + 1, b + 2, b + 3, b + 4, b + 5, b + 6};
  }
};

/// A tracer as its driver sees it.
struct EtmUnit {
  EtmCells at{};
  bool by_memory_map = false;  ///< csa->io_mem
  BarrierPlan plan{};
  DefectSet defects{};

  [[nodiscard]] constexpr bool has(const Defect& defect) const { return defects.has(defect); }
};

/// Writes a register. Source: etm4x_relaxed_write32.
template <AuxCpu C>
void etm_write(C& cpu, const EtmUnit& etm, std::uint64_t address, std::uint64_t value) {
  if (etm.by_memory_map) cpu.smp_mb();
  cpu.write_once(address, value);
}

/// A context synchronisation that only system instructions need.
template <AuxCpu C>
void etm_isb(C& cpu, const EtmUnit& etm, const PerfSite& site) {
  if (etm.by_memory_map)
    cpu.smp_mb();
  else
    fence_at(cpu, etm.plan, site);
}

/// Waits until a bit of the status register is `value`. Source: etm4x_wait_status.
template <LockingCpu C>
void etm_wait(C& cpu, std::uint64_t address, std::uint64_t value) {
  cpu.assume(cpu.read_once(address) == typename C::Value(value));
}

/// Programs the tracer with a range, and enables it.
template <LockingCpu C>
void etm4_enable_hw(C& cpu, const EtmUnit& etm, std::uint64_t start, std::uint64_t stop) {
  cpu.scope([&] {
    if (etm.has(defect::kEtmEnabledFirst)) etm_write(cpu, etm, etm.at.enabled, 1);
    if (!etm.has(defect::kEtmNotDisabled) && !etm.has(defect::kEtmEnabledFirst)) {
      etm_write(cpu, etm, etm.at.enabled, 0);
      etm_isb(cpu, etm, site::kEtmOff);
      if (!etm.has(defect::kEtmNoIdleWait)) etm_wait(cpu, etm.at.idle, 1);
    }
    etm_write(cpu, etm, etm.at.start, start);
    etm_write(cpu, etm, etm.at.stop, stop);
    etm_isb(cpu, etm, site::kEtmProgrammed);
    etm_write(cpu, etm, etm.at.enabled, 1);
    etm_isb(cpu, etm, site::kEtmOn);
    if (!etm.has(defect::kEtmNoStartWait)) etm_wait(cpu, etm.at.idle, 0);
    // dsb and isb: the traced code comes after.
    cpu.smp_mb();
  });
}

/// Disables the tracer, and reads back what it counted.
template <LockingCpu C>
void etm4_disable_hw(C& cpu, const EtmUnit& etm) {
  cpu.scope([&] {
    // dsb and isb: the traced code comes before.
    cpu.smp_mb();
    etm_write(cpu, etm, etm.at.enabled, 0);
    etm_isb(cpu, etm, site::kEtmOff);
    if (!etm.has(defect::kEtmReadUnstable)) etm_wait(cpu, etm.at.stable, 1);
    fence_at(cpu, etm.plan, site::kEtmStable);
    cpu.store(etm.at.read_back, cpu.read_once(etm.at.counter));
  });
}

}  // namespace ringcheck
