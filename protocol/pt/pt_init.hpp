#pragma once
// Registration of the PMU of Intel PT, and what core.c makes of its capabilities: which events may
// exist together (EXCLUSIVE), that a record tells whose trace it is (ITRACE), and how many filters
// there are.
//
// Source: arch/x86/events/intel/pt.c pt_init, pt_event_init; kernel/events/core.c
// exclusive_event_init, exclusive_event_destroy, exclusive_event_installable,
// exclusive_event_match, perf_log_itrace_start, perf_event_itrace_started. Deviations: a context is a
// task's or a CPU's; that LBR and BTS keep PT away (x86_add_exclusive) is left out.
// Tested by tests/properties/aux/aux_mutants_test.cpp.

#include <cstdint>
#include <optional>
#include <vector>

#include "protocol/core/error_number.hpp"
#include "protocol/pt/defects.hpp"

namespace ringcheck {

/// Bits of pmu->capabilities. Source: PERF_PMU_CAP_AUX_NO_SG, _EXCLUSIVE, _ITRACE.
inline constexpr std::uint64_t kPmuAuxNoSg = 0x04, kPmuExclusive = 0x10, kPmuItrace = 0x20;

/// What a CPU's unit can do.
struct PtHardware {
  bool there = true;             ///< X86_FEATURE_INTEL_PT
  bool traces_at_boot = false;   ///< somebody else has enabled it
  bool tables = true;            ///< PT_CAP_topa_output
  bool multiple_entries = true;  ///< PT_CAP_topa_multiple_entries
  std::uint64_t ranges = 0;      ///< PT_CAP_num_address_ranges
};

/// A PMU as it is registered.
struct RegisteredPmu {
  std::uint64_t capabilities = 0;
  std::uint64_t nr_addr_filters = 0;

  [[nodiscard]] constexpr bool has(std::uint64_t capability) const {
    return (capabilities & capability) != 0;
  }
};

/// The PMU; none if there is nothing to register. Source: pt_init.
constexpr std::optional<RegisteredPmu> pt_init(const PtHardware& hardware, DefectSet defects = {}) {
  if (!hardware.there || !hardware.tables) return std::nullopt;
  if (hardware.traces_at_boot && !defects.has(defect::kPtTakenFromOthers)) return std::nullopt;
  RegisteredPmu pmu;
  // Without lists of regions, the area must be one run of pages.
  if (!hardware.multiple_entries && !defects.has(defect::kPtAnyPages))
    pmu.capabilities = kPmuAuxNoSg;
  if (!defects.has(defect::kPtNotExclusive)) pmu.capabilities |= kPmuExclusive;
  if (!defects.has(defect::kPtNoItrace)) pmu.capabilities |= kPmuItrace;
  pmu.nr_addr_filters = defects.has(defect::kPtFiltersByModel) ? 2 : hardware.ranges;
  return pmu;
}

/// An event of the PMU: of task `task`, on CPU `cpu` or, if that is -1, wherever the task runs; or,
/// if `task` is -1, of everybody on CPU `cpu`.
struct ExclusiveEvent {
  int task = -1, cpu = -1;
  bool told = false;  ///< PERF_ATTACH_ITRACE: a record told whose trace it is

  [[nodiscard]] constexpr bool of_task() const { return task >= 0; }
};

/// The events of a PMU, and pmu->exclusive_cnt: above 0 events of tasks, below it events of CPUs.
class ExclusiveEvents {
 public:
  ExclusiveEvents(const RegisteredPmu& pmu, DefectSet defects) : pmu_(pmu), defects_(defects) {}

  /// Opens an event: 0, or kBusy. Source: exclusive_event_init, exclusive_event_installable.
  int open(const ExclusiveEvent& event) {
    const bool exclusive = pmu_.has(kPmuExclusive);
    if (exclusive && (event.of_task() ? count_ < 0 : count_ > 0)) return kBusy;
    if (exclusive) count_ += event.of_task() ? 1 : -1;
    for (const ExclusiveEvent& other : events_) {
      if (!exclusive || !same_context(other, event) || !match(other, event)) continue;
      if (!defects_.has(defect::kExclusiveCountKept)) leave(event);
      return kBusy;
    }
    events_.push_back(event);
    return 0;
  }
  /// Closes event number `index`. Source: exclusive_event_destroy.
  void close(std::size_t index) {
    if (pmu_.has(kPmuExclusive)) leave(events_[index]);
    events_.erase(events_.begin() + static_cast<long>(index));
  }
  /// The event comes to a CPU. True, the first time, if a record tells whose trace follows.
  /// Source: perf_log_itrace_start.
  bool sched_in(std::size_t index) {
    ExclusiveEvent& event = events_[index];
    if (!pmu_.has(kPmuItrace) || event.told) return false;
    event.told = !defects_.has(defect::kItraceToldAlways);
    return true;
  }
  [[nodiscard]] const std::vector<ExclusiveEvent>& events() const { return events_; }

 private:
  void leave(const ExclusiveEvent& event) { count_ += event.of_task() ? -1 : 1; }
  static bool same_context(const ExclusiveEvent& a, const ExclusiveEvent& b) {
    return a.task == b.task && (a.of_task() || a.cpu == b.cpu);
  }
  [[nodiscard]] bool match(const ExclusiveEvent& a, const ExclusiveEvent& b) const {
    if (a.cpu == b.cpu) return true;
    return (a.cpu == -1 || b.cpu == -1) && !defects_.has(defect::kExclusiveSameCpuAlone);
  }

  RegisteredPmu pmu_;
  DefectSet defects_;
  std::vector<ExclusiveEvent> events_;
  int count_ = 0;
};

}  // namespace ringcheck
