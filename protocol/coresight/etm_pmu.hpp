#pragma once
// The PMU of the tracers as perf's core knows it: the capabilities that it claims, and what the
// core does because of them.
//
// EXCLUSIVE: a CPU has one tracer, so no two events may want it: not one of a task and one of a
// CPU, nor two in one context that can be on the same CPU.
//
// ITRACE: whenever an event is scheduled in, a record tells which task is traced from there on.
//
// Source: drivers/hwtracing/coresight/coresight-etm-perf.c etm_perf_init; kernel/events/core.c
// exclusive_event_init, exclusive_event_destroy, exclusive_event_installable,
// exclusive_event_match, event_sched_in, perf_log_itrace_start, has_addr_filter;
// kernel/events/ring_buffer.c rb_alloc_aux (has_aux). Deviations: all events are of this PMU; no
// event is inherited; PERF_ATTACH_ITRACE, by which other PMUs are told once alone, is never set, as
// no driver of CoreSight sets it.
// Tested by tests/properties/aux/aux_mutants_test.cpp.

#include <cstdint>
#include <span>

#include "protocol/coresight/defects.hpp"
#include "protocol/coresight/sink_buffer.hpp"

namespace ringcheck {

/// Filters that a tracer has comparators for. Source: ETM_ADDR_CMP_MAX.
inline constexpr std::uint64_t kEtmAddressComparators = 8;

/// What a PMU registers. Source: struct pmu.
struct PmuDescription {
  bool exclusive = false;  ///< PERF_PMU_CAP_EXCLUSIVE
  bool itrace = false;     ///< PERF_PMU_CAP_ITRACE
  bool setup_aux = false, free_aux = false, start = false, stop = false;  ///< callbacks
  std::uint64_t nr_addr_filters = 0;

  /// Whether its events can have an AUX area. Source: has_aux.
  [[nodiscard]] constexpr bool has_aux() const { return setup_aux; }
};

/// What the tracers' PMU registers.
constexpr PmuDescription etm_perf_init(DefectSet defects) {
  return {.exclusive = !defects.has(defect::kPmuNotExclusive),
          .itrace = !defects.has(defect::kPmuNotItrace),
          .setup_aux = true,
          .free_aux = true,
          .start = true,
          .stop = true,
          .nr_addr_filters = kEtmAddressComparators};
}

/// Addresses of what perf's core keeps for it, consecutive from a base address.
struct PmuCells {
  std::uint64_t exclusive;  ///< pmu->exclusive_cnt: events of tasks, or minus those of CPUs
  std::uint64_t tracers;    ///< first of one word per CPU: the event that has its tracer; 0: none
  std::uint64_t told;       ///< first of one word per CPU: the task of its last ITRACE_START

  static constexpr std::uint64_t kCount = 1 + 2 * EtmPerfCells::kCpus;
  /// The layout from address `b` on.
  static constexpr PmuCells at(std::uint64_t b) { return {b, b + 1, b + 1 + EtmPerfCells::kCpus}; }
};

/// An event as the core puts it on CPUs.
struct PmuEvent {
  std::uint64_t number = 0;  ///< serves as its address
  std::uint64_t task = 0;    ///< 0: all that run on its CPU
  std::uint64_t cpu = kAnyCpu;
};

/// A PMU, and the core's words for it.
struct ExclusivePmu {
  PmuDescription pmu{};
  PmuCells at{};
  DefectSet defects{};
};

/// An event is created; false if events of the other kind exist.
template <AuxCpu C>
bool exclusive_event_init(C& cpu, const ExclusivePmu& of, const PmuEvent& event) {
  using Value = typename C::Value;
  if (!of.pmu.exclusive || of.defects.has(defect::kExclusiveKindsMix)) return true;
  const Value count = cpu.load(of.at.exclusive);
  const bool negative = cpu.branch(Value(~std::uint64_t{0} >> 1U) < count);
  const bool others = event.task != 0 ? negative : !negative && !cpu.branch(count == Value(0));
  if (others) return false;
  cpu.store(of.at.exclusive, count + Value(event.task != 0 ? 1 : ~std::uint64_t{0}));
  return true;
}

/// An event is destroyed. Source: exclusive_event_destroy.
template <AuxCpu C>
void exclusive_event_destroy(C& cpu, const ExclusivePmu& of, const PmuEvent& event) {
  using Value = typename C::Value;
  const bool off =
      of.defects.has(defect::kExclusiveKindsMix) || of.defects.has(defect::kExclusiveNotGivenBack);
  if (!of.pmu.exclusive || off) return;
  cpu.store(of.at.exclusive,
            cpu.load(of.at.exclusive) + Value(event.task != 0 ? ~std::uint64_t{0} : 1));
}

/// Whether an event can be with the others of its context. Source: exclusive_event_match.
constexpr bool exclusive_event_installable(const ExclusivePmu& of, const PmuEvent& event,
                                           std::span<const PmuEvent> context) {
  if (!of.pmu.exclusive || of.defects.has(defect::kExclusiveContextNotAsked)) return true;
  for (const PmuEvent& other : context)
    if (other.cpu == event.cpu || other.cpu == kAnyCpu || event.cpu == kAnyCpu) return false;
  return true;
}

/// The event gets this CPU while `task` runs on it. False if its driver refuses, because another
/// event has the tracer. Source: event_sched_in.
template <AuxCpu C>
bool event_sched_in(C& cpu, const ExclusivePmu& of, const PmuEvent& event, std::uint64_t on,
                    std::uint64_t task) {
  using Value = typename C::Value;
  if (of.pmu.itrace) cpu.store(of.at.told + on, task);
  if (!cpu.branch(cpu.load(of.at.tracers + on) == Value(0))) return false;
  cpu.store(of.at.tracers + on, event.number);
  return true;
}

/// The event leaves this CPU. Source: event_sched_out.
template <AuxCpu C>
void event_sched_out(C& cpu, const ExclusivePmu& of, const PmuEvent& event, std::uint64_t on) {
  using Value = typename C::Value;
  if (cpu.branch(cpu.load(of.at.tracers + on) == Value(event.number)))
    cpu.store(of.at.tracers + on, 0);
}

}  // namespace ringcheck
