#pragma once
// The fence that a plan has at an ordering point of the AUX area.

#include "protocol/aux/aux_cpu.hpp"
#include "protocol/barrier_plan.hpp"

namespace ringcheck {

/// Issues the fence that `plan` has at `site`, if it is one: barrier, rmb, wmb or mb. Strengths
/// that belong to an access (acquire, release, control) issue nothing.
template <AuxCpu C>
void fence_at(C& cpu, const BarrierPlan& plan, Site site) {
  const Strength strength = plan.at(site);
  if (strength == Strength::none) return;
  cpu.site(site_info(site).name.data());
  if (strength == Strength::barrier) cpu.barrier();
  if (strength == Strength::rmb) cpu.smp_rmb();
  if (strength == Strength::wmb) cpu.smp_wmb();
  if (strength == Strength::mb) cpu.smp_mb();
}

}  // namespace ringcheck
