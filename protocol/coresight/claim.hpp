#pragma once
// Claim tags, by which the kernel and an external debugger keep out of each other's components.
//
// Source: drivers/hwtracing/coresight/coresight-core.c coresight_claim_device_unlocked,
// coresight_disclaim_device_unlocked, coresight_set_claim_tags; Arm PSCI, "Debug and Trace save and
// restore". Deviations: the two bits of a component's tags are words of their own, so that setting
// one is one write, as the register CLAIMSET has it.
// Tested by tests/properties/coresight/coresight_test.cpp.

#include <array>
#include <cstdint>
#include <string_view>

#include "protocol/aux/aux_order.hpp"
#include "protocol/coresight/defects.hpp"
#include "protocol/coresight/sites.hpp"

namespace ringcheck {

/// Addresses of a component's two tags, consecutive from a base address: bit 1 of CLAIMSET is the
/// kernel's, bit 0 the debugger's.
struct ClaimTags {
  std::uint64_t mine;
  std::uint64_t other;

  static constexpr std::array<std::string_view, 2> kNames = {"self_hosted", "external"};
  /// The layout from address `b` on.
  static constexpr ClaimTags at(std::uint64_t b) { return {b, b + 1}; }
  /// The same tags as the other side sees them, which follows the same rules.
  [[nodiscard]] constexpr ClaimTags swapped() const { return {other, mine}; }
};

/// What is fixed about claiming.
struct ClaimRules {
  BarrierPlan plan{};
  DefectSet defects{};
};

/// Claims a component; false if it is claimed, or if another claims it at this moment.
template <AuxCpu C>
bool coresight_claim_device(C& cpu, const ClaimTags& tags, const ClaimRules& rules) {
  using Value = typename C::Value;
  return cpu.scope([&] {
    if (!rules.defects.has(defect::kClaimNotLooked)) {
      if (!cpu.branch(cpu.read_once(tags.mine) == Value(0))) return false;
      if (!cpu.branch(cpu.read_once(tags.other) == Value(0))) return false;
    }
    cpu.write_once(tags.mine, 1);
    fence_at(cpu, rules.plan, site::kClaimSync);
    if (rules.defects.has(defect::kClaimNotLookedAgain)) return true;
    if (cpu.branch(cpu.read_once(tags.other) == Value(0))) return true;
    cpu.write_once(tags.mine, 0);
    return false;
  });
}

/// Gives a component up.
template <AuxCpu C>
void coresight_disclaim_device(C& cpu, const ClaimTags& tags) {
  cpu.write_once(tags.mine, 0);
}

}  // namespace ringcheck
