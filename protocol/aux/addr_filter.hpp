#pragma once
// Address filters: which addresses a filter on a file covers once the file is mapped, and how a PT
// unit is programmed for them.
//
// Source: kernel/events/core.c perf_addr_filter_match, perf_addr_filter_vma_adjust;
// arch/x86/events/intel/pt.c pt_event_addr_filters_sync, pt_config_filters,
// clamp_to_ge_canonical_addr, clamp_to_le_canonical_addr.
// Deviations: a file is a number; plain functions of numbers, because every caller holds the lock
// of the event's filters.
// Tested by tests/properties/aux/aux_mutants_test.cpp and aux_findings_test.cpp.

#include <algorithm>
#include <cstdint>
#include <span>

#include "protocol/aux/defects.hpp"

namespace ringcheck {

/// What a filter asks for. Source: enum perf_addr_filter_action_t.
enum class FilterAction : std::uint8_t { stop, start, filter };

/// A filter. Units: bytes.
struct AddrFilter {
  std::uint64_t file = 0;    ///< the file that it is on; 0: addresses as they are
  std::uint64_t offset = 0;  ///< in the file, or an address
  std::uint64_t size = 0;
  bool stop = false;  ///< tracing stops there, instead of being confined to it
};

/// A mapping of a part of a file. Source: struct vm_area_struct.
struct Mapping {
  std::uint64_t start = 0, end = 0;  ///< addresses
  std::uint64_t file = 0;
  std::uint64_t offset = 0;   ///< of its first byte in the file (bytes)
  std::uint64_t backing = 0;  ///< the file in a layer below whose pages an overlay maps; 0: none
};

/// Which of a mapping's files a filter is compared with.
enum class FilterFile : std::uint8_t {
  backing,  ///< Linux 6.1: whose pages are mapped, as file_inode has it
  named,    ///< Linux 6.12: that which was mapped by its name, as file_user_inode has it
};

/// Addresses that a filter covers. Source: struct perf_addr_filter_range.
struct AddrRange {
  std::uint64_t start = 0, size = 0;  ///< all 0: the filter's file is not mapped there
  friend constexpr bool operator==(const AddrRange&, const AddrRange&) = default;
};

/// Whether `mapping` has bytes of the filter. Also true when the two only touch.
constexpr bool perf_addr_filter_match(const AddrFilter& filter, const Mapping& mapping,
                                      FilterFile compared = FilterFile::named) {
  const bool below = compared == FilterFile::backing && mapping.backing != 0;
  return filter.file != 0 && filter.file == (below ? mapping.backing : mapping.file) &&
         filter.offset <= mapping.offset + (mapping.end - mapping.start) &&
         mapping.offset <= filter.offset + filter.size;
}

/// Sets `range` to where `mapping` has bytes of the filter. If it has none, returns false and sets
/// nothing.
constexpr bool perf_addr_filter_vma_adjust(const AddrFilter& filter, const Mapping& mapping,
                                           AddrRange& range, DefectSet defects = {},
                                           FilterFile compared = FilterFile::named) {
  if (!perf_addr_filter_match(filter, mapping, compared)) return false;
  const std::uint64_t offset = defects.has(defect::kFilterIgnoresFileOffset) ? 0 : mapping.offset;
  if (filter.offset < offset) {
    range.start = mapping.start;
    range.size = std::min(mapping.end - mapping.start, filter.size - (offset - filter.offset));
  } else {
    range.start = mapping.start + (filter.offset - offset);
    range.size = std::min(mapping.end - range.start, filter.size);
  }
  return true;
}

/// What one filter of a PT unit is programmed with: first and last address, and what happens there.
struct PtFilter {
  std::uint64_t first = 0, last = 0;  ///< RTIT_ADDRn_A, RTIT_ADDRn_B; both 0: no address
  std::uint64_t config = 0;           ///< ADDRn_CFG: 1 filter, 2 stop
  friend constexpr bool operator==(const PtFilter&, const PtFilter&) = default;
};

/// `address`, or the next one that is canonical. `bits`: of virtual addresses.
constexpr std::uint64_t canonical_from(std::uint64_t address, std::uint64_t bits) {
  const std::uint64_t low_end = std::uint64_t{1} << (bits - 1);
  return address < low_end ? address : std::max(address, 0 - low_end);
}
/// `address`, or the one before it that is canonical.
constexpr std::uint64_t canonical_up_to(std::uint64_t address, std::uint64_t bits) {
  const std::uint64_t low_end = std::uint64_t{1} << (bits - 1);
  return address >= 0 - low_end ? address : std::min(address, low_end - 1);
}

/// How `filter` is programmed when it covers `range`. Source: pt_event_addr_filters_sync.
constexpr PtFilter pt_filter_of(const AddrFilter& filter, const AddrRange& range,
                                std::uint64_t bits, DefectSet defects = {}) {
  PtFilter programmed;
  programmed.config = filter.stop ? 2 : 1;
  if (filter.file != 0 && range.start == 0) return programmed;
  const std::uint64_t more = range.size - 1;
  const bool beyond = range.start > ~std::uint64_t{0} - more;
  const std::uint64_t last =
      beyond && !defects.has(defect::kFilterEndWraps) ? ~std::uint64_t{0} : range.start + more;
  const bool clamp = !defects.has(defect::kFilterNotCanonical);
  const std::uint64_t first = clamp ? canonical_from(range.start, bits) : range.start;
  const std::uint64_t end = clamp ? canonical_up_to(last, bits) : last;
  if (end < first) return programmed;
  programmed.first = first;
  programmed.last = end;
  return programmed;
}

/// Bits of RTIT_CTL for filters in their order. Source: pt_config_filters, pt_address_ranges.
constexpr std::uint64_t pt_config_filters(std::span<const PtFilter> filters,
                                          DefectSet defects = {}) {
  constexpr unsigned kFirstField = 32, kFieldBits = 4;
  std::uint64_t bits = 0;
  unsigned shift = kFirstField;
  for (const PtFilter& filter : filters) {
    std::uint64_t field = filter.config << shift;
    if (defects.has(defect::kFilterShiftedIn32Bits)) field = static_cast<std::uint32_t>(field);
    bits |= field;
    shift += kFieldBits;
  }
  return bits;
}

}  // namespace ringcheck
