#pragma once
// How often an AMD IBS unit samples: what attr.config or attr.sample_period asks for, and what the
// driver writes to the unit's control.
//
// The unit counts up to a number of which the control has bits 4 to 19 in its bits 0 to 15. A unit
// for operations whose count is longer has bits 20 to 26 where they are in the number. attr.config
// may have the same field instead of a period.
//
// Source: arch/x86/events/amd/ibs.c perf_ibs_init, perf_ibs_start, perf_ibs_op_init,
// perf_ibs_set_period; arch/x86/include/asm/perf_event.h IBS_FETCH_MAX_CNT, IBS_OP_MAX_CNT. The
// repair is that of Linux 6.12.117. Deviations: of perf_ibs_set_period only that a long
// period is counted in pieces; a frequency instead of a period is left out.
// Tested by tests/properties/aux/aux_mutants_test.cpp.

#include <cstdint>
#include <vector>

namespace ringcheck {

inline constexpr std::uint64_t kIbsMaxCount = 0xffff;              ///< IBS_OP_MAX_CNT
inline constexpr std::uint64_t kIbsMaxCountMore = 0x7fULL << 20U;  ///< IBS_OP_MAX_CNT_EXT_MASK

/// How attr.config becomes a period.
enum class IbsConfigPeriod : std::uint8_t {
  shifted,   ///< Linux 6.1: the whole field four bits up
  by_field,  ///< each part to where it belongs
};

/// Whether a unit has the upper part of the count.
struct IbsCounter {
  bool ops = false;   ///< the unit for operations
  bool more = false;  ///< IBS_CAPS_OPCNTEXT
  IbsConfigPeriod by = IbsConfigPeriod::by_field;

  [[nodiscard]] constexpr std::uint64_t more_mask() const {
    return ops && more ? kIbsMaxCountMore : 0;
  }
  /// Bits of attr.config that are the field, all of which an event may set.
  [[nodiscard]] constexpr std::uint64_t mask() const { return kIbsMaxCount | more_mask(); }
  /// The longest period that the unit counts at once.
  [[nodiscard]] constexpr std::uint64_t longest() const { return kIbsMaxCount << 4U | more_mask(); }
};

/// The period that attr.config asks for, in cycles or operations. Source: perf_ibs_init.
constexpr std::uint64_t ibs_period_of_config(const IbsCounter& ibs, std::uint64_t config) {
  if (ibs.by == IbsConfigPeriod::shifted) return (config & ibs.mask()) << 4U;
  return (config & kIbsMaxCount) << 4U | (config & ibs.more_mask());
}

/// The field of the control for a period that the unit counts at once. Source: perf_ibs_start.
constexpr std::uint64_t ibs_control_of_period(const IbsCounter& ibs, std::uint64_t period) {
  return (period & ibs.more_mask()) | (period & ~ibs.more_mask()) >> 4U;
}

/// How far a unit with this field in its control counts. Source: AMD64 Architecture Programmer's
/// Manual volume 2, IbsOpMaxCnt, IbsFetchMaxCnt.
constexpr std::uint64_t ibs_counts_to(const IbsCounter& ibs, std::uint64_t control) {
  return (control & kIbsMaxCount) << 4U | (control & ibs.more_mask());
}

/// How far the unit counts in each of the pieces from one sample to the next.
/// Source: perf_event_set_period.
inline std::vector<std::uint64_t> ibs_pieces(const IbsCounter& ibs, std::uint64_t period) {
  constexpr std::uint64_t kShortest = 16;
  std::vector<std::uint64_t> pieces;
  std::uint64_t left = period;
  while (left >= kShortest) {
    std::uint64_t piece = left;
    // The piece before the last is made shorter, so that the last one is long.
    if (left > ibs.longest()) {
      piece = left - ibs.longest();
      if (piece > ibs.longest()) piece = ibs.longest();
      if (piece < kShortest) piece = kShortest;
    }
    const std::uint64_t counts = ibs_counts_to(ibs, ibs_control_of_period(ibs, piece));
    if (counts == 0) break;
    pieces.push_back(counts);
    left -= counts < left ? counts : left;
  }
  return pieces;
}

}  // namespace ringcheck
