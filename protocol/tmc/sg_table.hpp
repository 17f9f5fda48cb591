#pragma once
// Tables by which a device finds scattered pages: a TMC-ETR's, with entries of 32 bits, and a
// CATU's, with entries of 64.
//
// Source: drivers/hwtracing/coresight/coresight-tmc-etr.c tmc_etr_sg_table_entries,
// tmc_etr_sg_table_populate, ETR_SG_ENTRY; coresight-catu.c catu_populate_table, catu_get_table,
// catu_make_entry. Deviations: an entry is a word of memory, whatever its width; how many there are
// to a page is a number, so that small tables have links; memory can always be had, and the table
// is synced for the device by who calls.
// Tested by tests/properties/aux/aux_mutants_test.cpp.

#include <cstdint>
#include <span>

#include "protocol/aux/aux_cpu.hpp"
#include "protocol/tmc/defects.hpp"

namespace ringcheck {

/// Bytes of a page as devices have it, whatever the CPU's page size.
inline constexpr std::uint64_t kDevicePage = 4096;

/// A table and what it leads to. Pages of the CPU have `per_page` pages of the device each.
struct SgTable {
  std::uint64_t base = 0;                         ///< address of the first entry, for the CPU
  std::uint64_t entries = 1024;                   ///< of a page of the table
  std::uint64_t per_page = 1;                     ///< device pages in a page of the CPU
  std::span<const std::uint64_t> table_daddrs{};  ///< device addresses of the table's pages
  std::span<const std::uint64_t> data_daddrs{};   ///< of the buffer's
  DefectSet defects{};

  [[nodiscard]] constexpr bool has(const Defect& defect) const { return defects.has(defect); }
  /// Device pages of the buffer.
  [[nodiscard]] constexpr std::uint64_t pages() const { return data_daddrs.size() * per_page; }
  /// Device address of device page `page`: of the buffer, and of the table. Pre: there is one.
  [[nodiscard]] constexpr std::uint64_t data_page(std::uint64_t page) const {
    return data_daddrs[page / per_page] + page % per_page * kDevicePage;
  }
  [[nodiscard]] constexpr std::uint64_t table_page(std::uint64_t page) const {
    return table_daddrs[page / per_page] + page % per_page * kDevicePage;
  }
};

/// What an entry of an ETR's table leads to. Source: ETR_SG_ET_LAST, _NORMAL, _LINK.
enum class EtrEntry : std::uint64_t { last = 1, normal = 2, link = 3 };

/// An entry: bits 39:12 of a device address in bits 31:4. Source: ETR_SG_ENTRY.
constexpr std::uint64_t etr_sg_entry(std::uint64_t address, EtrEntry type, DefectSet defects = {}) {
  if (defects.has(defect::kSgAddressIn32Bits)) address = static_cast<std::uint32_t>(address);
  return static_cast<std::uint32_t>(address >> 12U << 4U) | static_cast<std::uint64_t>(type);
}

/// Entries of a table for these device pages. Each full page of the table but the last has a link;
/// if only one entry more would follow, that entry takes the link's place.
/// Source: tmc_etr_sg_table_entries.
constexpr std::uint64_t tmc_etr_sg_table_entries(const SgTable& table) {
  const std::uint64_t pages = table.pages(), full = table.entries - 1;
  std::uint64_t links = pages / full;
  if (links > 0 && pages % full < 2 && !table.has(defect::kSgSpareLink)) --links;
  return pages + links;
}

/// Fills an ETR's table.
template <AuxCpu C>
void tmc_etr_sg_table_populate(C& cpu, const SgTable& table) {
  const std::uint64_t count = tmc_etr_sg_table_entries(table);
  std::uint64_t page = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    EtrEntry type = EtrEntry::normal;
    std::uint64_t address = 0;
    const bool at_end = i % table.entries == table.entries - 1;
    if (i + 1 == count && !table.has(defect::kSgNotEnded)) type = EtrEntry::last;
    if (at_end && i + 1 < count && !table.has(defect::kSgNotLinked)) {
      type = EtrEntry::link;
      const std::uint64_t next = i / table.entries + 1;
      address = table.has(defect::kSgLinkSkipsPages)
                    ? table.table_daddrs[next < table.table_daddrs.size() ? next : 0]
                    : table.table_page(next);
    } else if (page < table.pages()) {
      address = table.data_page(page++);
    }
    cpu.store(table.base + i, etr_sg_entry(address, type, table.defects));
  }
}

/// An entry of a CATU's table: an address, marked as valid; 0 for no address.
/// Source: catu_make_entry.
constexpr std::uint64_t catu_entry(std::uint64_t address, DefectSet defects = {}) {
  if (defects.has(defect::kCatuEntryIn40Bits)) address &= (std::uint64_t{1} << 40U) - 1;
  return address == 0 ? 0 : (address & ~std::uint64_t{0xfff}) | 1;
}

/// In a page of a CATU's table, the first half leads to data, and the last two entries lead to the
/// tables before and after. Source: CATU_PTRS_PER_PAGE, CATU_LINK_PREV, CATU_LINK_NEXT.
constexpr std::uint64_t catu_pointers(const SgTable& table) {
  return table.entries / 2;
}

/// Fills a CATU's table.
template <AuxCpu C>
void catu_populate_table(C& cpu, const SgTable& table) {
  const std::uint64_t pointers = catu_pointers(table), pages = table.pages();
  const std::uint64_t tables = (pages + pointers - 1) / pointers;
  for (std::uint64_t t = 0; t < tables; ++t) {
    const std::uint64_t at = table.base + t * table.entries;
    for (std::uint64_t i = 0; i < pointers; ++i) {
      const std::uint64_t page = t * pointers + i;
      if (page < pages)
        cpu.store(at + i, catu_entry(table.data_page(page), table.defects));
      else if (!table.has(defect::kCatuEndNotCleared))
        cpu.store(at + i, 0);
    }
    const bool not_linked = table.has(defect::kCatuNotLinked);
    const std::uint64_t before = t == 0 ? 0 : table.table_page(t - 1);
    const std::uint64_t after = t + 1 == tables || not_linked ? 0 : table.table_page(t + 1);
    const bool swapped = table.has(defect::kCatuLinksSwapped);
    cpu.store(at + table.entries - 2, catu_entry(swapped ? after : before, table.defects));
    cpu.store(at + table.entries - 1, catu_entry(swapped ? before : after, table.defects));
  }
}

}  // namespace ringcheck
