#pragma once
// What a plan has at an ordering point of the AUX area: a fence, or what holds the compiler back.

#include "protocol/aux/aux_cpu.hpp"
#include "protocol/core/barrier_plan.hpp"

namespace ringcheck {

/// Issues the fence that `plan` has at `site`, if it is one: barrier, rmb, wmb or mb. Strengths
/// that belong to an access (acquire, release, control) issue nothing.
template <AuxCpu C>
void fence_at(C& cpu, const BarrierPlan& plan, const PerfSite& site) {
  const Strength strength = plan.at(site);
  if (strength == Strength::none) return;
  cpu.site(site.name.data());
  if (strength == Strength::barrier) cpu.barrier();
  if (strength == Strength::rmb) cpu.smp_rmb();
  if (strength == Strength::wmb) cpu.smp_wmb();
  if (strength == Strength::mb) cpu.smp_mb();
}

/// Whether the compiler has swapped the two sides of `site`, an ordering point for the compiler
/// alone. It may do so if the plan has nothing there, on a machine that asks what the compiler may
/// do.
template <AuxCpu C>
bool compiler_swapped(C& cpu, const BarrierPlan& plan, const PerfSite& site) {
  if constexpr (requires { cpu.reordered(0U); })
    return plan.at(site) == Strength::none && cpu.reordered(site.place);
  else
    return false;
}

}  // namespace ringcheck
