#pragma once
// A TMC-ETR whose addresses a CATU translates: both are claimed, the CATU first.
//
// Source: drivers/hwtracing/coresight/coresight-tmc-etr.c tmc_etr_enable_hw, tmc_etr_disable_hw;
// coresight-catu.c catu_enable_hw, catu_disable_hw. Deviations: what is programmed is left out, and
// waits always end. Tested by tests/properties/aux/aux_mutants_test.cpp.

#include "protocol/coresight/claim.hpp"

namespace ringcheck {

/// What becomes of the CATU if the ETR cannot be claimed.
enum class CatuKept : std::uint8_t {
  enabled,   ///< Linux 6.1: it stays as it is
  disabled,  ///< a repair
};

/// An ETR and its CATU.
struct CatuEtr {
  ClaimTags etr{}, catu{};
  std::uint64_t catu_on = 0;  ///< address of CATU_CONTROL_ENABLE
  std::uint64_t etr_on = 0;   ///< address of what tells that the ETR traces
  CatuKept kept = CatuKept::disabled;
};

/// Source: catu_enable_hw.
template <AuxCpu C>
bool catu_enable(C& cpu, const CatuEtr& at) {
  using Value = typename C::Value;
  if (!cpu.branch(cpu.read_once(at.catu_on) == Value(0))) return false;
  if (!coresight_claim_device(cpu, at.catu, {})) return false;
  cpu.write_once(at.catu_on, 1);
  return true;
}

/// Source: catu_disable_hw.
template <AuxCpu C>
void catu_disable(C& cpu, const CatuEtr& at) {
  cpu.write_once(at.catu_on, 0);
  coresight_disclaim_device(cpu, at.catu);
}

/// Enables both; false if one of them cannot be had. Source: tmc_etr_enable_hw.
template <AuxCpu C>
bool catu_etr_enable(C& cpu, const CatuEtr& at) {
  if (!catu_enable(cpu, at)) return false;
  if (!coresight_claim_device(cpu, at.etr, {})) {
    if (at.kept == CatuKept::disabled) catu_disable(cpu, at);
    return false;
  }
  cpu.write_once(at.etr_on, 1);
  return true;
}

/// Source: tmc_etr_disable_hw.
template <AuxCpu C>
void catu_etr_disable(C& cpu, const CatuEtr& at) {
  cpu.write_once(at.etr_on, 0);
  catu_disable(cpu, at);
  coresight_disclaim_device(cpu, at.etr);
}

}  // namespace ringcheck
