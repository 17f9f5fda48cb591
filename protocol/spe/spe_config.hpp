#pragma once
// What an Arm SPE unit can do, which events its driver takes, and how an event is written into the
// unit's registers.
//
// Source: drivers/perf/arm_spe_pmu.c __arm_spe_pmu_dev_probe, arm_spe_pmu_cap_get,
// arm_spe_pmu_event_init, arm_spe_event_sanitise_period, arm_spe_event_to_pmsirr,
// arm_spe_event_to_pmsfcr, arm_spe_event_to_pmscr, arm_spe_pmu_start, arm_spe_pmu_stop;
// arch/arm64/include/asm/sysreg.h SYS_PMSIDR_EL1_*, SYS_PMSFCR_EL1_*. Deviations: an event is
// started with PERF_EF_RELOAD always; sampling of contexts (CX) is left out.
// Tested by tests/properties/aux/aux_mutants_test.cpp.

#include <array>
#include <cstdint>
#include <optional>

#include "protocol/aux/aux_cpu.hpp"
#include "protocol/aux/trace_unit.hpp"
#include "protocol/core/error_number.hpp"
#include "protocol/spe/defects.hpp"

namespace ringcheck {

/// Errors of events. Source: include/uapi/asm-generic/errno-base.h.
inline constexpr int kNotOfThisPmu = -2;     ///< -ENOENT: another PMU may have it
inline constexpr int kNeedsPrivilege = -13;  ///< -EACCES

/// What a unit can do. Source: struct arm_spe_pmu.
struct SpeFeatures {
  bool filters_events = false, filters_types = false, filters_latency = false;
  bool arch_inst = false;        ///< the unit samples instructions, not micro-operations
  bool ernd = false;             ///< randomness comes after the interval, not into it
  std::uint64_t min_period = 0;  ///< operations
  std::uint64_t counter_bits = 0;
  std::uint64_t max_record = 0;  ///< bytes
  bool filters_inverse = false;  ///< also by events that a sample must not have

  friend bool operator==(const SpeFeatures&, const SpeFeatures&) = default;
};

/// Reads PMSIDR_EL1; none if records would have a size that the driver does not take.
/// Source: __arm_spe_pmu_dev_probe.
inline std::optional<SpeFeatures> spe_features(std::uint64_t pmsidr, DefectSet defects = {}) {
  const auto bit = [&](unsigned shift) { return (pmsidr >> shift & 1U) != 0; };
  SpeFeatures features;
  features.filters_events = bit(0);
  features.filters_types = bit(1);
  features.filters_latency = bit(2);
  features.arch_inst = bit(3);
  features.ernd = bit(5);
  // Code 1 of the interval is not defined, and unknown codes count as 8.
  constexpr std::array<std::uint64_t, 8> kPeriods = {256, 0, 512, 768, 1024, 1536, 2048, 3072};
  const std::uint64_t interval = pmsidr >> 8U & 0xf;
  features.min_period = interval < kPeriods.size() ? kPeriods.at(interval) : 4096;
  if (features.min_period == 0) features.min_period = 4096;
  if (defects.has(defect::kSpeIntervalCodeAsPower)) features.min_period = 256ULL << interval;
  features.max_record = 1ULL << (pmsidr >> 12U & 0xf);
  if (features.max_record > 2048 || features.max_record < 16) return std::nullopt;
  features.counter_bits = (pmsidr >> 16U & 0xf) == 3 ? 16 : 12;
  return features;
}

/// The files of caps/. Source: enum arm_spe_pmu_capabilities.
enum class SpeCap : std::uint8_t { arch_inst, ernd, count_size, min_interval };

/// What a file of caps/ says. Source: arm_spe_pmu_cap_get.
constexpr std::uint64_t arm_spe_pmu_cap_get(const SpeFeatures& features, SpeCap cap,
                                            DefectSet defects = {}) {
  switch (cap) {
    case SpeCap::arch_inst:
      return features.arch_inst ? 1 : 0;
    case SpeCap::ernd:
      return (defects.has(defect::kSpeCapsSwapped) ? features.arch_inst : features.ernd) ? 1 : 0;
    case SpeCap::count_size:
      return features.counter_bits;
    default:
      return features.min_period;
  }
}

/// What an event asks for. Source: ATTR_CFG_FLD_*_CFG, struct perf_event_attr.
struct SpeAsked {
  std::uint64_t period = 1;         ///< sample_period: operations
  bool jitter = false;              ///< perturb the interval at random
  bool timestamps = false;          ///< ts_enable
  bool physical_addresses = false;  ///< pa_enable
  bool physical_counter = false;    ///< pct_enable: timestamps are of the physical counter
  bool exclude_user = false;
  bool exclude_kernel = false;
  bool context = false;           ///< SPE_PMU_HW_FLAGS_CX: who opened it may see contexts
  bool branches = false;          ///< branch_filter: with any of the three, only these types
  bool loads = false;             ///< load_filter
  bool stores = false;            ///< store_filter
  std::uint64_t events = 0;       ///< event_filter: only samples with all of these
  std::uint64_t min_latency = 0;  ///< min_latency: only samples of that many cycles or more
  bool freq = false;              ///< a frequency instead of a period
  int cpu = -1;                   ///< of the event; -1: of a task, wherever it runs
  bool exclude_idle = false;
  std::uint64_t inverse_events = 0;  ///< inv_event_filter: only samples with none of these
};

/// Bits of PMSIRR_EL1, PMSFCR_EL1 and PMSCR_EL1.
inline constexpr std::uint64_t kSpeRandom = 1U << 0U;
inline constexpr std::uint64_t kSpeByEvents = 1U << 0U, kSpeByTypes = 1U << 1U,
                               kSpeByLatency = 1U << 2U, kSpeBranches = 1U << 16U,
                               kSpeLoads = 1U << 17U, kSpeStores = 1U << 18U;
inline constexpr std::uint64_t kSpeUser = 1U << 0U, kSpeKernel = 1U << 1U, kSpePhysical = 1U << 4U,
                               kSpeContext = 1U << 3U, kSpeTimestamps = 1U << 5U,
                               kSpePhysicalCounter = 1U << 6U;

/// PMSFCR_EL1 of an event. Source: arm_spe_event_to_pmsfcr.
constexpr std::uint64_t arm_spe_event_to_pmsfcr(const SpeAsked& asked, DefectSet defects = {}) {
  std::uint64_t reg = (asked.branches ? kSpeBranches : 0) | (asked.loads ? kSpeLoads : 0) |
                      (asked.stores ? kSpeStores : 0);
  if (reg != 0 && !defects.has(defect::kSpeTypesNotEnabled)) reg |= kSpeByTypes;
  if (asked.events != 0 && !defects.has(defect::kSpeEventsNotEnabled)) reg |= kSpeByEvents;
  if (asked.min_latency != 0 && !defects.has(defect::kSpeLatencyNotEnabled)) reg |= kSpeByLatency;
  return reg;
}

/// PMSCR_EL1 of an event. Source: arm_spe_event_to_pmscr.
constexpr std::uint64_t arm_spe_event_to_pmscr(const SpeAsked& asked, DefectSet defects = {}) {
  const bool timestamps = asked.timestamps && !defects.has(defect::kSpeTimestampsForgotten);
  return (asked.exclude_user ? 0 : kSpeUser) | (asked.exclude_kernel ? 0 : kSpeKernel) |
         (asked.context ? kSpeContext : 0) | (asked.physical_addresses ? kSpePhysical : 0) |
         (timestamps ? kSpeTimestamps : 0) | (asked.physical_counter ? kSpePhysicalCounter : 0);
}

/// The period that the unit counts by: a multiple of 256, within what the unit can count.
/// Source: arm_spe_event_sanitise_period.
constexpr std::uint64_t arm_spe_sanitised_period(std::uint64_t period, std::uint64_t min_period,
                                                 DefectSet defects = {}) {
  constexpr std::uint64_t kMost = std::uint64_t{0xff'ffff} << 8U;
  if (period < min_period && !defects.has(defect::kSpeShortPeriodKept)) return min_period;
  if (period > kMost) return kMost;
  return defects.has(defect::kSpeLowBitsKept) ? period : period & kMost;
}

/// Events by which a unit of version 8.2, of 8.3, or of a later one, cannot filter.
/// Source: SYS_PMSEVFR_EL1_RES0_8_2, SYS_PMSEVFR_EL1_RES0_8_3, PMSEVFR_EL1_RES0_V1P2.
constexpr std::uint64_t arm_spe_pmsevfr_res0(bool first_version, bool third_version = false) {
  constexpr std::uint64_t kRes0 = 0x0000'ffff'00ff'0f55;
  constexpr std::uint64_t kLater = 1U << 18U | 1U << 17U | 1U << 11U, kThird = 1U << 6U;
  return first_version ? kRes0 : kRes0 & ~(third_version ? kLater | kThird : kLater);
}

/// An Arm SPE PMU: what its units can do, and which CPUs have one. Source: struct arm_spe_pmu.
struct SpePmu {
  SpeFeatures features{};
  bool first_version = false;        ///< PMSVer is IMP
  std::uint64_t supported_cpus = 0;  ///< a bit a CPU
  DefectSet defects{};
  bool third_version = false;  ///< PMSVer is V1P2 or later, which Linux 6.1 does not know

  [[nodiscard]] constexpr bool supports(int cpu) const {
    return (supported_cpus >> static_cast<unsigned>(cpu) & 1U) != 0;
  }
};

/// Whether an event can be opened: 0 or an error. `capable`: perfmon_capable() or, in Linux 6.12,
/// perf_allow_kernel(), of who opens it or, if it is inherited, of who forks (docs/findings.md
/// V-80).
/// Source: arm_spe_pmu_event_init.
constexpr int arm_spe_pmu_event_init(const SpePmu& pmu, const SpeAsked& asked, bool capable) {
  const DefectSet& defects = pmu.defects;
  if (asked.cpu >= 0 && !pmu.supports(asked.cpu) && !defects.has(defect::kSpeOpenedAnywhere))
    return kNotOfThisPmu;
  const std::uint64_t res0 = arm_spe_pmsevfr_res0(pmu.first_version, pmu.third_version);
  if (((asked.events | asked.inverse_events) & res0) != 0) return kNotSupported;
  if (asked.exclude_idle) return kNotSupported;
  if (asked.freq) return kInvalid;
  const std::uint64_t reg = arm_spe_event_to_pmsfcr(asked);
  const bool looks = !defects.has(defect::kSpeFiltersNotLooked);
  if (looks && (reg & kSpeByEvents) != 0 && !pmu.features.filters_events) return kNotSupported;
  if (looks && asked.inverse_events != 0 && !pmu.features.filters_inverse) return kNotSupported;
  if (looks && (reg & kSpeByTypes) != 0 && !pmu.features.filters_types) return kNotSupported;
  if (looks && (reg & kSpeByLatency) != 0 && !pmu.features.filters_latency) return kNotSupported;
  return !capable && (asked.physical_addresses || asked.physical_counter) ? kNeedsPrivilege : 0;
}

/// Whether the event may come to CPU `here`: 0 or an error. An event of a task comes to whichever
/// CPU the task runs on. Source: arm_spe_pmu_add.
constexpr int arm_spe_pmu_may_add(const SpePmu& pmu, const SpeAsked& asked, int here) {
  const int cpu = asked.cpu == -1 ? here : asked.cpu;
  return pmu.supports(cpu) || pmu.defects.has(defect::kSpeAddedAnywhere) ? 0 : kNotOfThisPmu;
}

/// Addresses of the registers that an event is written into, consecutive from a base address.
struct SpeSamplingCells {
  std::uint64_t pmsfcr, pmsevfr, pmslatfr;  ///< filters
  std::uint64_t pmsirr;                     ///< interval, and kSpeRandom
  std::uint64_t pmsicr;                     ///< operations up to the next sample
  std::uint64_t period_left;                ///< hwc->period_left

  static constexpr std::uint64_t kCount = 6;
  /// The layout from address `b` on.
  static constexpr SpeSamplingCells at(std::uint64_t b) {
    return {b, b + 1, b + 2, b + 3, b + 4, b + 5};
  }
};

/// How an event samples.
struct SpeSampling {
  SpeSamplingCells at{};
  SpeAsked asked{};
  std::uint64_t min_period = 256;
  DefectSet defects{};
  /// Address where the driver keeps the unit's period (hwc->sample_period), if anybody looks.
  std::optional<std::uint64_t> period{};
};

/// Writes the event into the registers; returns the bits that enable profiling. Pre: profiling is
/// off.
template <AuxCpu C>
typename C::Value arm_spe_configure(C& cpu, const SpeSampling& sampling) {
  const SpeAsked& asked = sampling.asked;
  const DefectSet& defects = sampling.defects;
  cpu.write_once(sampling.at.pmsfcr, arm_spe_event_to_pmsfcr(asked, defects));
  cpu.write_once(sampling.at.pmsevfr, asked.events);
  cpu.write_once(sampling.at.pmslatfr, asked.min_latency);
  const std::uint64_t period = arm_spe_sanitised_period(asked.period, sampling.min_period, defects);
  if (sampling.period) cpu.store(*sampling.period, period);
  cpu.write_once(sampling.at.pmsirr, (asked.jitter ? kSpeRandom : 0) | period);
  context_sync(cpu);
  cpu.write_once(sampling.at.pmsicr, cpu.local_read(sampling.at.period_left));
  return arm_spe_event_to_pmscr(asked, defects);
}

/// Keeps what is left of the interval. Pre: profiling is off.
template <AuxCpu C>
void arm_spe_keep_period(C& cpu, const SpeSampling& sampling) {
  if (sampling.defects.has(defect::kSpeRestForgotten)) return;
  cpu.local_set(sampling.at.period_left, cpu.read_once(sampling.at.pmsicr));
}

}  // namespace ringcheck
