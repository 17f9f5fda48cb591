#pragma once
// Topa: the tables through which an Intel PT unit finds its output regions.
//
// A region is a run of 2^order pages. Tables are chained. A unit that knows only one entry per
// table has as many tables as regions.
//
// Source: arch/x86/events/intel/pt.c topa_insert_pages, topa_insert_table, topa_table_full,
// pt_buffer_init_topa, pt_topa_entry_for_page, pt_topa_prev_entry.
// Deviations: entries that link tables are not modelled as entries.
// Tested by tests/properties, against recorded answers.

#include <cstdint>
#include <vector>

#include "protocol/aux/aux_cpu.hpp"

namespace ringcheck {

inline constexpr std::uint64_t kPtPageBytes = 4096;

/// Regions of a table if the unit knows several. Source: TENTS_PER_PAGE less the link.
inline constexpr std::uint64_t kTopaEntries = 506;

/// A table: regions `first` to before `first` + `last`.
struct TopaTable {
  std::uint64_t offset = 0;   ///< of its first region in the buffer (bytes)
  std::uint64_t size = 0;     ///< of its regions together (bytes)
  std::uint64_t first = 0;    ///< number of its first region in the buffer
  std::uint64_t last = 0;     ///< regions that it has
  std::uint64_t z_count = 0;  ///< how often the first region's order repeats at the start
};

/// The tables of a buffer. Whatever can change is elsewhere (PtCells).
struct Topa {
  std::vector<TopaTable> tables;
  std::vector<std::uint64_t> orders;  ///< of the regions, in order
  bool multiple_entries = false;      ///< the unit knows tables of several entries

  [[nodiscard]] std::uint64_t region_bytes(std::uint64_t region) const {
    return kPtPageBytes << orders[region];
  }
  /// Bytes of the buffer.
  [[nodiscard]] std::uint64_t size() const {
    return tables.empty() ? 0 : tables.back().offset + tables.back().size;
  }
  [[nodiscard]] std::uint64_t nr_pages() const { return size() / kPtPageBytes; }
};

/// Tables for regions of these orders. Source: pt_buffer_init_topa.
inline Topa make_topa(const std::vector<std::uint64_t>& orders, bool multiple_entries) {
  Topa topa;
  topa.multiple_entries = multiple_entries;
  topa.tables.emplace_back();
  const std::uint64_t most = multiple_entries ? kTopaEntries : 1;
  for (const std::uint64_t order : orders) {
    if (topa.tables.back().last == most) {
      const TopaTable& full = topa.tables.back();
      topa.tables.push_back({full.offset + full.size, 0, full.first + full.last, 0, 0});
    }
    TopaTable& table = topa.tables.back();
    if (table.last != 0 && table.z_count == table.last - 1 && topa.orders.back() == order)
      ++table.z_count;
    topa.orders.push_back(order);
    table.size += kPtPageBytes << order;
    ++table.last;
  }
  return topa;
}

/// A region by its table and its place there, as the unit's registers name it.
template <Cpu C>
struct TopaPlace {
  typename C::Value table = 0, index = 0;
};

/// The place of region `region`.
template <Cpu C>
TopaPlace<C> topa_place(const Topa& topa, std::uint64_t region) {
  std::uint64_t t = 0;
  while (topa.tables[t].first + topa.tables[t].last <= region) ++t;
  return {t, region - topa.tables[t].first};
}

/// The region at `place`. An index past the table's last region means that region.
template <AuxCpu C>
std::uint64_t topa_region(C& cpu, const Topa& topa, const TopaPlace<C>& place) {
  using Value = typename C::Value;
  std::uint64_t t = 0;
  while (t + 1 < topa.tables.size() && !cpu.branch(place.table == Value(t))) ++t;
  const TopaTable& table = topa.tables[t];
  std::uint64_t i = 0;
  while (i + 1 < table.last && !cpu.branch(place.index == Value(i))) ++i;
  return table.first + i;
}

/// The region that page `page` of the buffer lies in. Pre: the buffer has that page.
/// Source: pt_topa_entry_for_page; the search there has a short cut for equal regions.
template <AuxCpu C>
std::uint64_t topa_region_of_page(C& cpu, const Topa& topa, const typename C::Value& page) {
  using Value = typename C::Value;
  std::uint64_t pages = 0;
  for (std::uint64_t region = 0; region + 1 < topa.orders.size(); ++region) {
    pages += std::uint64_t{1} << topa.orders[region];
    if (cpu.branch(page < Value(pages))) return region;
  }
  return topa.orders.size() - 1;
}

/// The region before `region`, around the start. Source: pt_topa_prev_entry.
inline std::uint64_t topa_prev_region(const Topa& topa, std::uint64_t region) {
  return (region == 0 ? topa.orders.size() : region) - 1;
}

}  // namespace ringcheck
