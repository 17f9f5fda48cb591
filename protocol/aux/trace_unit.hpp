#pragma once
// TraceUnit: a device that writes trace by itself, as its driver sees it.

#include "protocol/aux/aux_cpu.hpp"
#include "protocol/aux/observations.hpp"

namespace ringcheck {

/// A trace unit. Its stores reach memory in an order of their own; after `drain` all of them have.
///
/// - `start(cpu)`: it may write from here on.
/// - `stop(cpu)`: it makes no new trace from here on. What it made may still be on its way.
/// - `drain(cpu)`: returns when what it made is in memory and its registers say so.
template <class U, class C>
concept TraceUnit = AuxCpu<C> && requires(U& unit, C& cpu) {
  unit.start(cpu);
  unit.stop(cpu);
  unit.drain(cpu);
};

/// A unit whose stores somebody else has all made when the driver looks.
struct SettledUnit {
  template <class C>
  void start(C&) const {}
  template <class C>
  void stop(C&) const {}
  template <class C>
  void drain(C&) const {}
};

/// Earlier writes of system registers have taken effect: the unit sees them. Source: isb().
template <AuxCpu C>
void context_sync(C& cpu) {
  tell<said::ContextSynced>(cpu);
}

}  // namespace ringcheck
