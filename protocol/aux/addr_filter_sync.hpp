#pragma once
// The generation of address filters. Ranges are worked out when mappings change, and programmed
// when the event starts, if their generation is not the programmed one.
//
// Source: kernel/events/core.c perf_event_addr_filters_sync, __perf_addr_filters_adjust,
// perf_event_addr_filters_exec, perf_event_addr_filters_apply, perf_event_stop, __perf_event_stop;
// perf_event_alloc for clones. Deviations: one filter; a range is one number.
// Tested by tests/properties/aux/aux_mutants_test.cpp.

#include <array>
#include <cstdint>

#include "protocol/aux/aux_cpu.hpp"
#include "protocol/aux/defects.hpp"

namespace ringcheck {

/// Addresses of the words of an event's filters, consecutive from a base address. A range has two
/// words, which are worked out and programmed one after the other.
struct AddrFilterCells {
  std::uint64_t lock;               ///< 1 while the lock of the filters is held
  std::uint64_t start, size;        ///< event->addr_filter_ranges
  std::uint64_t generation;         ///< event->addr_filters_gen
  std::uint64_t hw_start, hw_size;  ///< what is programmed
  std::uint64_t hw_generation;      ///< event->hw.addr_filters_gen
  std::uint64_t active;             ///< event->state is ACTIVE
  std::uint64_t enabled;            ///< the unit traces

  static constexpr std::uint64_t kCount = 9;
  /// The layout from address `b` on.
  static constexpr AddrFilterCells at(std::uint64_t b) {
    return {b, b + 1, b + 2, b + 3, b + 4, b + 5, b + 6, b + 7, b + 8};
  }
};

/// Takes the lock. Errors: reaches a bound if another holds it, which callers do not let happen.
template <AuxCpu C>
void lock_filters(C& cpu, const AddrFilterCells& at) {
  using Value = typename C::Value;
  if (!cpu.branch(cpu.atomic_xchg(at.lock, 1) == Value(0)))
    cpu.reach_bound("the lock of the filters is held");
}
template <AuxCpu C>
void unlock_filters(C& cpu, const AddrFilterCells& at) {
  cpu.smp_store_release(at.lock, 0);
}

/// Programs the ranges, if their generation is not the programmed one.
/// Source: perf_event_addr_filters_sync.
template <AuxCpu C>
void perf_event_addr_filters_sync(C& cpu, const AddrFilterCells& at, DefectSet defects) {
  const bool locked = !defects.has(defect::kFilterSyncedWithoutLock);
  if (locked) lock_filters(cpu, at);
  const typename C::Value generation = cpu.load(at.generation);
  if (!cpu.branch(generation == cpu.load(at.hw_generation))) {
    cpu.store(at.hw_start, cpu.load(at.start));
    cpu.store(at.hw_size, cpu.load(at.size));
    cpu.store(at.hw_generation, generation);
  }
  if (locked) unlock_filters(cpu, at);
}

/// The event starts on its CPU. Source: event_sched_in, pmu->start.
template <AuxCpu C>
void filtered_event_start(C& cpu, const AddrFilterCells& at, DefectSet defects) {
  cpu.write_once(at.active, 1);
  perf_event_addr_filters_sync(cpu, at, defects);
  cpu.write_once(at.enabled, 1);
}

/// Stops the event and starts it again, if it is active. Source: perf_event_stop.
template <AuxCpu C>
void perf_event_restart(C& cpu, const AddrFilterCells& at, DefectSet defects) {
  using Value = typename C::Value;
  if (defects.has(defect::kFilterNoRestart)) return;
  if (cpu.branch(cpu.read_once(at.active) == Value(0))) return;
  if (!defects.has(defect::kFilterRestartWithoutStop)) cpu.write_once(at.enabled, 0);
  perf_event_addr_filters_sync(cpu, at, defects);
  cpu.write_once(at.enabled, 1);
}

/// Ranges change: a mapping comes, filters are set, or `exec` takes all mappings away.
/// Source: __perf_addr_filters_adjust, perf_event_addr_filters_apply, perf_event_addr_filters_exec.
template <AuxCpu C>
void change_addr_range(C& cpu, const AddrFilterCells& at, const typename C::Value& start,
                       const typename C::Value& size, bool exec, DefectSet defects) {
  using Value = typename C::Value;
  const bool early = defects.has(defect::kFilterGenerationEarly);
  const auto bump = [&] { cpu.store(at.generation, cpu.load(at.generation) + Value(1)); };
  if (early) bump();
  lock_filters(cpu, at);
  cpu.store(at.start, start);
  cpu.store(at.size, size);
  if (!early && !(exec && defects.has(defect::kFilterExecKeepsGeneration))) bump();
  unlock_filters(cpu, at);
  perf_event_restart(cpu, at, defects);
}

/// Filters of an inherited event: the parent's ranges, which hold until exec, and a generation for
/// which nothing is programmed. Source: perf_event_alloc.
template <AuxCpu C>
void clone_addr_filters(C& cpu, const AddrFilterCells& child, const AddrFilterCells& parent,
                        DefectSet defects) {
  if (!defects.has(defect::kFilterNotCloned)) {
    lock_filters(cpu, parent);
    cpu.store(child.start, cpu.load(parent.start));
    cpu.store(child.size, cpu.load(parent.size));
    unlock_filters(cpu, parent);
  }
  cpu.store(child.generation, 1);
}

}  // namespace ringcheck
