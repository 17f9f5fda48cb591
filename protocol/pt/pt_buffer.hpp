#pragma once
// The buffer of an Intel PT unit: where it writes, how much it wrote, and the markers that make it
// stop or interrupt.
//
// Source: arch/x86/events/intel/pt.c pt_buffer_advance, pt_update_head, pt_read_offset,
// pt_config_buffer, pt_handle_status, pt_buffer_reset_markers, pt_buffer_reset_offsets,
// pt_buffer_try_single. Deviations: the driver's cache of register values is not modelled.
// Tested by tests/properties, against recorded answers.

#include <array>
#include <cstdint>
#include <string_view>

#include "protocol/aux/aux_output.hpp"
#include "protocol/pt/defects.hpp"
#include "protocol/pt/topa.hpp"

namespace ringcheck {

/// Addresses of the words of a PT unit and its driver on one CPU, consecutive from a base address.
/// Source: struct pt, struct pt_buffer, the RTIT registers.
struct PtCells {
  std::uint64_t handle_nmi;  ///< 1: the interrupt has something to handle
  std::uint64_t vmx_on;      ///< 1: VMX is on, and the unit cannot be enabled
  std::uint64_t config;      ///< event->hw.config: 0 before the first start, then kPtConfigured
  std::uint64_t cur;         ///< number of the table in use
  std::uint64_t cur_idx;     ///< region in use, within that table
  std::uint64_t output_off;  ///< offset within that region (bytes)
  std::uint64_t data_size;   ///< written and not yet reported; in snapshot mode the head (bytes)
  std::uint64_t head;        ///< buf->head: position, or offset in the buffer once updated (bytes)
  std::uint64_t wrapped;     ///< 1: moved on from the last table to the first
  std::uint64_t stop_pos, intr_pos;  ///< pages at which the markers were worked out; kNoPage
  std::uint64_t stop_te, intr_te;    ///< regions that have the markers, from 1; 0 for none
  std::uint64_t ctl;                 ///< RTIT_CTL: 1 while trace is enabled
  std::uint64_t status;              ///< RTIT_STATUS: kPtStopped, kPtError
  std::uint64_t base;                ///< RTIT_OUTPUT_BASE: number of the table
  std::uint64_t mask;     ///< RTIT_OUTPUT_MASK, 7 … 31: region, or size of a single range
  std::uint64_t offset;   ///< RTIT_OUTPUT_MASK, 32 … 63: offset within the region (bytes)
  std::uint64_t regions;  ///< first of the words of the regions: kPtStop, kPtInt

  static constexpr std::uint64_t kCount = 18;  ///< without the regions
  /// The layout from address `b` on.
  static constexpr PtCells at(std::uint64_t b) {
    return {b,      b + 1,  b + 2,  b + 3,  b + 4,  b + 5,  b + 6,  b + 7,  b + 8, b + 9,
            b + 10, b + 11, b + 12, b + 13, b + 14, b + 15, b + 16, b + 17, b + 18};
  }
};

inline constexpr std::uint64_t kNoPage = ~std::uint64_t{0};

/// Bits of PtCells::config.
inline constexpr std::uint64_t kPtTraceEn = 1;     ///< RTIT_CTL_TRACEEN
inline constexpr std::uint64_t kPtConfigured = 2;  ///< the rest

/// Bits of RTIT_STATUS.
inline constexpr std::uint64_t kPtError = 1U << 4U;
inline constexpr std::uint64_t kPtStopped = 1U << 5U;

/// Bits of a region's entry.
inline constexpr std::uint64_t kPtInt = 1;
inline constexpr std::uint64_t kPtStop = 2;

/// Where a unit of single-entry tables interrupts before a region's end. Units: bytes.
inline constexpr std::uint64_t kTopaPmiMargin = 512;

/// A PT unit, its driver's state and the AUX area that it writes to.
struct PtUnit {
  PtCells at{};
  AuxBuffer aux{};
  AuxHandle handle{};
  Topa topa{};
  bool single = false;  ///< one run of memory instead of tables
  /// A mistake: event->hw.config notes only after enabling that trace is enabled. Linux 6.1 notes
  /// it before and after (pt_config, pt_config_start).
  bool noted_late = false;

  [[nodiscard]] std::uint64_t size() const { return aux.size(); }
  [[nodiscard]] std::uint64_t nr_pages() const { return size() / kPtPageBytes; }
  [[nodiscard]] bool snapshot() const { return aux.overwrite; }
  [[nodiscard]] std::uint64_t entry(std::uint64_t region) const { return at.regions + region; }
};

/// Whether a buffer is used without tables: a snapshot's, of one page, if the unit can do that.
constexpr bool pt_single_range(bool snapshot, bool capable, std::uint64_t nr_pages,
                               DefectSet defects = {}) {
  // Some units cannot write more than a page as one range, whatever they claim.
  return snapshot && capable && (nr_pages == 1 || defects.has(defect::kPtSingleOfPages));
}

/// The region in use.
template <AuxCpu C>
std::uint64_t pt_current_region(C& cpu, const PtUnit& pt) {
  return topa_region<C>(cpu, pt.topa, {cpu.load(pt.at.cur), cpu.load(pt.at.cur_idx)});
}

/// Moves on to the next region.
template <AuxCpu C>
void pt_buffer_advance(C& cpu, const PtUnit& pt) {
  using Value = typename C::Value;
  cpu.store(pt.at.output_off, 0);
  const std::uint64_t region = pt_current_region(cpu, pt);
  const bool last = region + 1 == pt.topa.orders.size();
  if (last) cpu.store(pt.at.wrapped, 1);
  const TopaPlace<C> next = topa_place<C>(pt.topa, last ? 0 : region + 1);
  cpu.store(pt.at.cur, next.table);
  cpu.store(pt.at.cur_idx, Value(next.index));
}

/// Takes over the registers of a stopped unit.
template <AuxCpu C>
void pt_read_offset(C& cpu, const PtUnit& pt) {
  if (!pt.single) cpu.store(pt.at.cur, cpu.read_once(pt.at.base));
  cpu.store(pt.at.output_off, cpu.read_once(pt.at.offset));
  if (!pt.single) cpu.store(pt.at.cur_idx, cpu.read_once(pt.at.mask));
}

/// Adds up how much was written since the last time; in snapshot mode, notes where the head is.
template <AuxCpu C>
void pt_update_head(C& cpu, const PtUnit& pt) {
  using Value = typename C::Value;
  const bool wrapped =
      cpu.branch(!(cpu.load(pt.at.wrapped) == Value(0))) && !pt.aux.has(defect::kPtWrappedIgnored);
  cpu.store(pt.at.wrapped, 0);
  Value base = cpu.load(pt.at.output_off);
  if (!pt.single) {
    const std::uint64_t region = pt_current_region(cpu, pt);
    for (std::uint64_t r = 0; r < region; ++r) base = base + Value(pt.topa.region_bytes(r));
  }
  if (pt.snapshot()) {
    cpu.local_set(pt.at.data_size, base);
    return;
  }
  const Value old = cpu.local_xchg(pt.at.head, base) & Value(pt.size() - 1);
  const bool behind = cpu.branch(base < old);
  if (behind || (wrapped && cpu.branch(base == old))) base = base + Value(pt.size());
  cpu.local_add(base - old, pt.at.data_size);
}

/// Programs the unit's output registers.
template <AuxCpu C>
void pt_config_buffer(C& cpu, const PtUnit& pt) {
  using Value = typename C::Value;
  if (pt.single) {
    cpu.write_once(pt.at.mask, (pt.size() - 1) >> 7U);
  } else {
    cpu.write_once(pt.at.base, cpu.load(pt.at.cur));
    cpu.write_once(pt.at.mask, cpu.load(pt.at.cur_idx));
  }
  cpu.write_once(pt.at.offset, Value(cpu.load(pt.at.output_off)));
}

/// Looks at what a stopped unit reports. A STOP marker that was hit is a loss. A unit of
/// single-entry tables that came near a region's end has the rest filled with zeroes.
template <AuxCpu C>
void pt_handle_status(C& cpu, const PtUnit& pt) {
  using Value = typename C::Value;
  Value status = cpu.read_once(pt.at.status);
  if (!pt.aux.has(defect::kPtErrorKept)) status = status - (status & Value(kPtError));
  const bool stopped = !cpu.branch((status & Value(kPtStopped)) == Value(0));
  status = status - (status & Value(kPtStopped));
  bool advance = false;
  if (!pt.single) {
    const Value offset = cpu.load(pt.at.output_off);
    const std::uint64_t region = pt_current_region(cpu, pt);
    const Value bytes = pt.topa.region_bytes(region);
    if (stopped && (!pt.topa.multiple_entries || cpu.branch(offset == bytes))) {
      perf_aux_output_flag(cpu, pt.handle, Value(kAuxTruncated));
      advance = true;
    }
    if (!pt.topa.multiple_entries && !pt.snapshot() &&
        !cpu.branch(Value(kTopaPmiMargin) < bytes - offset)) {
      std::uint64_t start = 0;
      for (std::uint64_t r = 0; r < region; ++r) start += pt.topa.region_bytes(r);
      pad_bytes(cpu, pt.aux.area, Value(start) + offset, bytes - offset);
      advance = true;
    }
  }
  if (advance) pt_buffer_advance(cpu, pt);
  cpu.write_once(pt.at.status, status);
}

/// Moves a marker to the region before page `page`, if it was not worked out for that page.
template <AuxCpu C>
void pt_move_marker(C& cpu, const PtUnit& pt, std::uint64_t position, std::uint64_t entry,
                    const typename C::Value& page) {
  using Value = typename C::Value;
  if (cpu.branch(page == cpu.load(position))) return;
  cpu.store(position, page);
  const std::uint64_t region = topa_region_of_page(cpu, pt.topa, page);
  cpu.store(entry, Value(topa_prev_region(pt.topa, region) + 1));
}

/// Sets or clears bits of the region that `entry` names, if it names one.
template <AuxCpu C>
void pt_mark(C& cpu, const PtUnit& pt, std::uint64_t entry, std::uint64_t bits, bool set) {
  using Value = typename C::Value;
  const Value region = cpu.load(entry);
  if (cpu.branch(region == Value(0))) return;
  const Value address = Value(pt.at.regions) + region - Value(1);
  const Value old = cpu.load(address);
  cpu.store(address, set ? old | Value(bits) : old - (old & Value(bits)));
}

/// Places the markers for the open transaction: STOP at the last region that fits, INT there and at
/// the page of the next wakeup. If the rest of the region in use does not fit, flags the
/// transaction and returns false: the unit can only stop at a region's end.
template <AuxCpu C>
bool pt_buffer_reset_markers(C& cpu, const PtUnit& pt) {
  using Value = typename C::Value;
  if (pt.single) return true;
  const Value room = cpu.load(pt.handle.size);
  const std::uint64_t region = pt_current_region(cpu, pt);
  if (cpu.branch(cpu.load(pt.at.output_off) + room + Value(1) <
                 Value(pt.topa.region_bytes(region)))) {
    perf_aux_output_flag(cpu, pt.handle, Value(kAuxTruncated));
    return false;
  }
  if (!pt.topa.multiple_entries) return true;
  if (!pt.aux.has(defect::kPtMarkersLeft)) {
    pt_mark(cpu, pt, pt.at.stop_te, kPtStop | kPtInt, false);
    pt_mark(cpu, pt, pt.at.intr_te, kPtInt, false);
  }
  const Value page = kPtPageBytes;
  const Value head = cpu.local_read(pt.at.head);
  Value pages = room / page;
  // One byte of the room is never granted: at a page boundary one more page can be filled.
  if (pt.aux.has(defect::kPtPageTooMany) || cpu.branch((head + room + Value(1)) % page == Value(0)))
    pages = pages + Value(1);
  const auto last_page = Value(pt.nr_pages() - 1);
  const Value stop = head / page + pages;
  pt_move_marker(cpu, pt, pt.at.stop_pos, pt.at.stop_te, stop & last_page);
  const Value wakeup = cpu.load(pt.handle.wakeup) / page;
  const Value interrupt = min_of(cpu, stop - Value(1), wakeup);
  pt_move_marker(cpu, pt, pt.at.intr_pos, pt.at.intr_te, interrupt & last_page);
  pt_mark(cpu, pt, pt.at.stop_te, kPtStop | kPtInt, true);
  pt_mark(cpu, pt, pt.at.intr_te, kPtInt, true);
  return true;
}

/// Finds the place at which the open transaction starts.
template <AuxCpu C>
void pt_buffer_reset_offsets(C& cpu, const PtUnit& pt) {
  using Value = typename C::Value;
  Value head = cpu.load(pt.handle.head);
  if (pt.snapshot() && !pt.aux.has(defect::kPtHeadNotMasked)) head = head & Value(pt.size() - 1);
  if (pt.single) {
    cpu.store(pt.at.output_off, pt.aux.has(defect::kPtSingleFromStart) ? Value(0) : head);
  } else {
    const Value page = (head / Value(kPtPageBytes)) & Value(pt.nr_pages() - 1);
    const std::uint64_t region = topa_region_of_page(cpu, pt.topa, page);
    const TopaPlace<C> place = topa_place<C>(pt.topa, region);
    cpu.store(pt.at.cur, place.table);
    cpu.store(pt.at.cur_idx, place.index);
    cpu.store(pt.at.output_off, head & Value(pt.topa.region_bytes(region) - 1));
  }
  cpu.local_set(pt.at.head, head);
  cpu.local_set(pt.at.data_size, 0);
}

}  // namespace ringcheck
