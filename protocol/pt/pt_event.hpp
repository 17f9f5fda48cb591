#pragma once
// Which events Intel PT takes, by what its unit can do, and who keeps PT, BTS and LBR apart.
//
// Source: arch/x86/events/intel/pt.c pt_event_valid, pt_event_init, pt_event_destroy; bts.c
// bts_event_init, bts_event_destroy; arch/x86/events/core.c x86_add_exclusive, x86_del_exclusive;
// kernel/events/core.c perf_allow_kernel. Deviations: functions of numbers; that counters are
// reserved for BTS (x86_reserve_hardware) is left out.
// Tested by tests/properties/aux/pt_event_test.cpp and `make kernel`.

#include <array>
#include <cstdint>

#include "protocol/core/error_number.hpp"

namespace ringcheck {

/// What a unit can do, by CPUID. Source: enum pt_capabilities.
struct PtCapabilities {
  bool psb_cyc = false;                ///< periods of PSB, and counts of cycles
  std::uint64_t psb_periods = 0;       ///< a bit for each code
  std::uint64_t cycle_thresholds = 0;  ///< the same
  bool mtc = false;
  std::uint64_t mtc_periods = 0;
  bool power_events = false;
  bool event_trace = false;
  bool tnt_disable = false;
  bool ptwrite = false;
  bool branch_always = false;  ///< pt_pmu.branch_en_always_on: it cannot do without branches
};

/// Bits of attr.config, which are those of RTIT_CTL.
namespace pt_config_bit {
inline constexpr std::uint64_t kAsItIs = 1U << 0U, kCycles = 1U << 1U, kPowerEvents = 1U << 4U,
                               kFupOnPtw = 1U << 5U, kMtc = 1U << 9U, kTsc = 1U << 10U,
                               kNoRetc = 1U << 11U, kPtw = 1U << 12U, kBranches = 1U << 13U,
                               kEvents = std::uint64_t{1} << 31U, kNoTnt = std::uint64_t{1} << 55U;
inline constexpr unsigned kMtcPeriod = 14, kThreshold = 19, kPsbPeriod = 24;  ///< of 4 bits each
}  // namespace pt_config_bit

/// Whether a unit takes attr.config. Source: pt_event_valid.
constexpr bool pt_event_valid(std::uint64_t config, const PtCapabilities& unit) {
  namespace bit = pt_config_bit;
  constexpr std::uint64_t kField = 0xf;
  const auto field = [&](unsigned at) { return config >> at & kField; };
  const auto in = [](std::uint64_t codes, std::uint64_t code) { return (codes >> code & 1U) != 0; };
  const auto has = [&](std::uint64_t bits) { return (config & bits) != 0; };
  constexpr std::uint64_t kOfCycles =
      bit::kCycles | kField << bit::kThreshold | kField << bit::kPsbPeriod;
  constexpr std::uint64_t kOfMtc = bit::kMtc | kField << bit::kMtcPeriod;
  constexpr std::uint64_t kKnown = bit::kAsItIs | bit::kPowerEvents | bit::kFupOnPtw | bit::kTsc |
                                   bit::kNoRetc | bit::kPtw | bit::kBranches | bit::kEvents |
                                   bit::kNoTnt | kOfCycles | kOfMtc;
  if (has(~kKnown)) return false;
  if (has(kOfCycles)) {
    const std::uint64_t period = field(bit::kPsbPeriod), threshold = field(bit::kThreshold);
    if (!unit.psb_cyc || (period != 0 && !in(unit.psb_periods, period)) ||
        (threshold != 0 && !in(unit.cycle_thresholds, threshold)))
      return false;
  }
  if (has(kOfMtc) && (!unit.mtc || !in(unit.mtc_periods, field(bit::kMtcPeriod)))) return false;
  if (has(bit::kPowerEvents) && !unit.power_events) return false;
  if (has(bit::kEvents) && !unit.event_trace) return false;
  if (has(bit::kNoTnt) && !unit.tnt_disable) return false;
  if (has(bit::kPtw | bit::kFupOnPtw) && (!unit.ptwrite || !has(bit::kPtw))) return false;
  if (has(bit::kAsItIs)) return !unit.branch_always || has(bit::kBranches);
  return !has(bit::kBranches);
}

/// Who uses what LBR, BTS and PT share. Source: enum x86_lbr_exclusive_*, x86_pmu.lbr_exclusive.
enum class X86Exclusive : std::uint8_t { lbr, bts, pt };

/// Users of LBR, BTS and PT.
struct X86ExclusiveUsers {
  std::array<std::int64_t, 3> users{};
  std::int64_t active = 0;     ///< active_events
  bool pt_beside_lbr = false;  ///< x86_pmu.lbr_pt_coexist

  /// One more user: 0, or kBusy if one of another kind is there. Source: x86_add_exclusive.
  constexpr int add(X86Exclusive what) {
    const bool beside = pt_beside_lbr && what == X86Exclusive::pt;
    if (!beside && of(what) == 0)
      for (const std::int64_t count : users)
        if (count != 0) return kBusy;
    if (!beside) ++of(what);
    ++active;
    return 0;
  }
  /// Source: x86_del_exclusive.
  constexpr void remove(X86Exclusive what) {
    --active;
    if (!pt_beside_lbr || what != X86Exclusive::pt) --of(what);
  }

 private:
  constexpr std::int64_t& of(X86Exclusive what) { return users.at(static_cast<std::size_t>(what)); }
};

/// Who opens an event, or forks a task that has one.
struct EventOpener {
  bool capable = true;        ///< perfmon_capable()
  std::int64_t paranoid = 2;  ///< sysctl_perf_event_paranoid

  /// 0 if the kernel may be looked at, or kAccess. Source: perf_allow_kernel.
  [[nodiscard]] constexpr int allow_kernel() const {
    return paranoid > 1 && !capable ? kAccess : 0;
  }
};

/// Whether BTS takes an event: 0 or an error number. An inherited one is asked for by who forks,
/// whose fork fails if it is refused (docs/findings.md V-80). Source: bts_event_init.
constexpr int bts_event_init(bool exclude_kernel, const EventOpener& opener,
                             X86ExclusiveUsers& users) {
  if (exclude_kernel)
    if (const int error = opener.allow_kernel(); error != 0) return error;
  return users.add(X86Exclusive::bts);
}

}  // namespace ringcheck
