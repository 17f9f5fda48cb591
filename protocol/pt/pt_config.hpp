#pragma once
// How an Intel PT unit is programmed when its event starts: output, address ranges, control. The
// driver keeps what it last wrote to the output and range registers, and skips what has not
// changed.
//
// Source: arch/x86/events/intel/pt.c pt_config_buffer, pt_config_filters, pt_config,
// pt_event_addr_filters_validate, PT_CONFIG_MASK. Deviations: of what attr.config may ask for only
// the bits of PtEvent; a filter on page tables (CR3) is no bit of attr.config, and never set.
// Tested by tests/properties/aux/aux_mutants_test.cpp.

#include <cstdint>
#include <span>

#include "protocol/aux/addr_filter.hpp"
#include "protocol/aux/aux_cpu.hpp"
#include "protocol/pt/defects.hpp"

namespace ringcheck {

/// Most address ranges of a unit.
inline constexpr std::uint64_t kPtRanges = 4;

/// Addresses of the registers and of the driver's copies of them, consecutive from a base address.
struct PtRegisters {
  std::uint64_t ctl, status;
  std::uint64_t base, mask;            ///< RTIT_OUTPUT_BASE, RTIT_OUTPUT_MASK
  std::uint64_t ranges;                ///< RTIT_ADDR0_A, RTIT_ADDR0_B, RTIT_ADDR1_A, …
  std::uint64_t kept_base, kept_mask;  ///< pt->output_base, pt->output_mask
  std::uint64_t kept_ranges;           ///< pt->filters

  static constexpr std::uint64_t kCount = 6 + 4 * kPtRanges;
  /// The layout from address `b` on.
  static constexpr PtRegisters at(std::uint64_t b) {
    return {b,
            b + 1,
            b + 2,
            b + 3,
            b + 4,
            b + 4 + 2 * kPtRanges,
            b + 5 + 2 * kPtRanges,
            b + 6 + 2 * kPtRanges};
  }
};

/// Bits of RTIT_CTL.
inline constexpr std::uint64_t kPtCtlOn = 1, kPtCtlKernel = 1U << 2U, kPtCtlUser = 1U << 3U,
                               kPtCtlCr3 = 1U << 7U, kPtCtlTables = 1U << 8U;

/// Where the unit writes: one run of memory, or a table and a region of it.
struct PtOutput {
  bool single = false;
  std::uint64_t base = 0;    ///< physical address of the run, or of the table
  std::uint64_t bytes = 0;   ///< of a single range; a power of two
  std::uint64_t region = 0;  ///< index in the table
  std::uint64_t offset = 0;  ///< in the run or region (bytes)

  /// RTIT_OUTPUT_MASK: low bits set, size or index from bit 7 on, offset from bit 32 on.
  [[nodiscard]] constexpr std::uint64_t mask() const {
    const std::uint64_t upper = single ? (bytes - 1) >> 7U : region;
    return 0x7f | upper << 7U | offset << 32U;
  }
};

/// What an event asks for.
struct PtEvent {
  bool exclude_kernel = false, exclude_user = false;
  std::span<const PtFilter> filters{};
};

/// Writes a register, unless the last write had the same value.
template <AuxCpu C>
void pt_write_if_changed(C& cpu, std::uint64_t address, std::uint64_t kept, std::uint64_t value) {
  using Value = typename C::Value;
  if (cpu.branch(cpu.load(kept) == Value(value))) return;
  cpu.write_once(address, value);
  cpu.store(kept, value);
}

/// Tells the unit where to write.
template <AuxCpu C>
void pt_config_output(C& cpu, const PtRegisters& at, const PtOutput& output, DefectSet defects) {
  using Value = typename C::Value;
  const std::uint64_t mask =
      defects.has(defect::kPtOffsetForgotten) ? output.mask() & 0xffff'ffff : output.mask();
  const bool same_base = cpu.branch(cpu.load(at.kept_base) == Value(output.base));
  pt_write_if_changed(cpu, at.base, at.kept_base, output.base);
  if (same_base && defects.has(defect::kPtMaskGoesByBase)) return;
  pt_write_if_changed(cpu, at.mask, at.kept_mask, mask);
}

/// Programs the ranges; returns their bits of RTIT_CTL.
template <AuxCpu C>
std::uint64_t pt_config_ranges(C& cpu, const PtRegisters& at, std::span<const PtFilter> filters,
                               DefectSet defects) {
  for (std::uint64_t i = 0; i < filters.size(); ++i) {
    pt_write_if_changed(cpu, at.ranges + 2 * i, at.kept_ranges + 2 * i, filters[i].first);
    if (!defects.has(defect::kPtRangeEndNotLooked) || i == 0)
      pt_write_if_changed(cpu, at.ranges + 2 * i + 1, at.kept_ranges + 2 * i + 1, filters[i].last);
  }
  const std::uint64_t bits = pt_config_filters(filters, defects);
  // A stop's 2 is in the upper bit of each field.
  constexpr std::uint64_t kStops = 0x2222ULL << 32U;
  return defects.has(defect::kPtStopAsFilter) ? (bits & ~kStops) | (bits & kStops) >> 1U : bits;
}

/// Programs the ranges of an event; returns the value of RTIT_CTL that enables trace for it.
template <AuxCpu C>
std::uint64_t pt_config_control(C& cpu, const PtRegisters& at, const PtOutput& output,
                                const PtEvent& event, DefectSet defects) {
  std::uint64_t ctl = pt_config_ranges(cpu, at, event.filters, defects) | kPtCtlOn;
  if (!output.single || defects.has(defect::kPtSingleByTables)) ctl |= kPtCtlTables;
  if (!event.exclude_kernel) ctl |= kPtCtlKernel;
  if (!event.exclude_user || defects.has(defect::kPtUserAlways)) ctl |= kPtCtlUser;
  return ctl;
}

/// Enables trace for an event.
template <AuxCpu C>
void pt_config(C& cpu, const PtRegisters& at, const PtOutput& output, const PtEvent& event,
               DefectSet defects) {
  const std::uint64_t ctl = pt_config_control(cpu, at, output, event, defects);
  if (defects.has(defect::kPtOutputAfterEnable)) cpu.write_once(at.ctl, ctl);
  pt_config_output(cpu, at, output, defects);
  cpu.write_once(at.ctl, ctl);
}

/// A filter as it comes from user space. Units: bytes; 0: one address.
struct AskedFilter {
  FilterAction action = FilterAction::filter;
  std::uint64_t size = 0;
};

/// Whether a unit of `ranges` ranges can be programmed with these filters.
constexpr bool pt_event_addr_filters_validate(std::span<const AskedFilter> filters,
                                              std::uint64_t ranges, DefectSet defects = {}) {
  std::uint64_t taken = 0;
  for (const AskedFilter& filter : filters) {
    if (filter.size == 0 && !defects.has(defect::kPtTakesAddresses)) return false;
    if (filter.action == FilterAction::start && !defects.has(defect::kPtTakesStarts)) return false;
    if (++taken > ranges + (defects.has(defect::kPtRangeTooMany) ? 1 : 0)) return false;
  }
  return true;
}

}  // namespace ringcheck
