// sg-tables: the pages that an ETR and a CATU find by the tables that their drivers fill: each page
// of the buffer once and in order, and nothing after the last.
// Tested by tests/properties/aux/aux_mutants_test.cpp.
#include <algorithm>
#include <optional>
#include <vector>

#include "properties/aux/aux_bench.hpp"
#include "properties/tmc/sequences.hpp"
#include "protocol/tmc/sg_table.hpp"

namespace ringcheck {
namespace {

constexpr std::array<std::string_view, 1> kProperties = {"I-56"};
constexpr std::array kSetup = {Dial{"CATU", 0, 1}, Dial{"pages of the CPU", 1, 9},
                               Dial{"device pages to one of the CPU, less one", 0, 3},
                               Dial{"entries of a table, less two, by halves", 1, 3},
                               Dial{"width of addresses", 0, 2}};

/// The value of words that nobody has written.
constexpr std::uint64_t kNobodys = 0xdead'b001;

/// Where pages lie: scattered, below 4 GiB, up to the 40 bits that an ETR has, and above.
std::vector<std::uint64_t> scattered(std::uint64_t count, std::uint64_t width, std::uint64_t from) {
  constexpr std::array<std::uint64_t, 3> kBases = {0x10'0000, 0xff'0000'0000, 0xffff'0000'0000};
  std::vector<std::uint64_t> addresses;
  for (std::uint64_t i = 0; i < count; ++i)
    addresses.push_back(kBases.at(width) + (from + (i * 7) % 16) * 0x10000);
  return addresses;
}

/// A table in memory, and how the device reads it.
class DeviceTable {
 public:
  DeviceTable(const std::vector<std::uint64_t>& memory, const SgTable& table)
      : memory_(memory), table_(table) {}

  /// Number of the device page of the table at this address; nothing if there is none.
  [[nodiscard]] std::optional<std::uint64_t> page_at(std::uint64_t address) const {
    for (std::uint64_t i = 0; i < table_.table_daddrs.size(); ++i)
      for (std::uint64_t j = 0; j < table_.per_page; ++j)
        if (address == table_.table_daddrs[i] + j * kDevicePage) return i * table_.per_page + j;
    return std::nullopt;
  }
  /// The address in memory after an entry of a page of the table.
  [[nodiscard]] std::uint64_t after(std::uint64_t page, std::uint64_t i) const {
    return table_.base + page * table_.entries + i + 1;
  }
  /// An entry of a page of the table.
  [[nodiscard]] std::uint64_t entry(std::uint64_t page, std::uint64_t i) const {
    return memory_.at(table_.base + page * table_.entries + i);
  }

 private:
  const std::vector<std::uint64_t>& memory_;
  const SgTable& table_;
};

/// The pages of the buffer as an ETR visits them, up to the last; at most `most`. `end` becomes the
/// address after the last entry. Source: Arm DDI 0461B, scatter-gather operation.
std::vector<std::uint64_t> walked_by_etr(const DeviceTable& device, const SgTable& table,
                                         std::uint64_t most, std::uint64_t& end) {
  std::vector<std::uint64_t> pages;
  std::optional<std::uint64_t> at = device.page_at(table.table_daddrs[0]);
  for (std::uint64_t i = 0; at && i < table.entries && pages.size() < most; ++i) {
    const std::uint64_t entry = device.entry(*at, i), address = entry >> 4U << 12U;
    end = device.after(*at, i);
    if (entry % 4 == static_cast<std::uint64_t>(EtrEntry::link)) {
      at = device.page_at(address);
      i = ~std::uint64_t{0};
      continue;
    }
    pages.push_back(address);
    if (entry % 4 == static_cast<std::uint64_t>(EtrEntry::last)) return pages;
  }
  pages.push_back(0);  // it goes on after the table
  return pages;
}

/// The pages that a CATU translates to, forwards by the links, up to the first that is not valid;
/// one more at the front if the links do not lead back. Source: Arm DDI 0617, CATU tables.
std::vector<std::uint64_t> walked_by_catu(const DeviceTable& device, const SgTable& table,
                                          std::uint64_t most) {
  std::vector<std::uint64_t> pages;
  std::uint64_t came_from = 0, address = table.table_daddrs[0];
  for (std::uint64_t t = 0; t <= most; ++t) {
    const auto at = device.page_at(address);
    if (!at) {
      pages.push_back(0);  // it leads to no table
      break;
    }
    if (device.entry(*at, table.entries - 2) != came_from) pages.insert(pages.begin(), 0);
    for (std::uint64_t i = 0; i < table.entries / 2; ++i) {
      const std::uint64_t entry = device.entry(*at, i);
      if (entry % 2 == 0) return pages;
      pages.push_back(entry - 1);
    }
    came_from = address | 1;
    const std::uint64_t next = device.entry(*at, table.entries - 1);
    if (next % 2 == 0) break;
    address = next - 1;
  }
  return pages;
}

void run(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  const bool catu = example.setup[0] != 0;
  const std::uint64_t width = example.setup[4];
  // An ETR's DMA mask has 40 bits: it gets no pages above.
  if (!catu && width == 2) return;
  SgTable table;
  table.per_page = example.setup[2] + 1;
  table.entries = 2 + 2 * example.setup[3];
  table.defects = defects;
  const std::vector<std::uint64_t> data = scattered(example.setup[1], width, 0);
  table.data_daddrs = data;
  const std::uint64_t pages = example.setup[1] * table.per_page;
  // A link takes an entry of each page of an ETR's table but the last.
  const std::uint64_t filled = catu ? table.entries / 2 : table.entries - 1;
  const std::uint64_t tables = catu ? (pages + filled - 1) / filled
                                    : std::max<std::uint64_t>(1, (pages + filled - 2) / filled);
  const std::vector<std::uint64_t> table_pages =
      scattered((tables + table.per_page - 1) / table.per_page, width, 32);
  table.table_daddrs = table_pages;
  // Entries that nobody has written lead somewhere.
  std::vector<std::uint64_t> memory((tables + 1) * table.entries, kNobodys);
  SequentialCpu<> cpu(memory);
  std::vector<std::uint64_t> wanted;
  for (std::uint64_t page = 0; page < pages; ++page)
    wanted.push_back(data[page / table.per_page] + page % table.per_page * kDevicePage);
  std::uint64_t end = tables * table.entries;
  const DeviceTable device(memory, table);
  if (catu) {
    catu_populate_table(cpu, table);
    judge.require(walked_by_catu(device, table, pages) == wanted, "I-56",
                  "a CATU does not come by each page once, in order");
  } else {
    tmc_etr_sg_table_populate(cpu, table);
    judge.require(walked_by_etr(device, table, pages + 1, end) == wanted, "I-56",
                  "an ETR does not come by each page once, in order");
  }
  // Nothing between the pointers and the links of a page of a CATU's table is used.
  for (std::uint64_t t = 0; catu && t < tables; ++t)
    for (std::uint64_t i = filled; i + 2 < table.entries; ++i)
      judge.require(device.entry(t, i) == kNobodys, "I-56",
                    "an entry is filled that none looks at");
  for (std::uint64_t i = end; i < memory.size(); ++i)
    judge.require(memory[i] == kNobodys, "I-56", "the table goes on after its last entry");
}

}  // namespace

const AuxSequence kSgTables = {
    "sg-tables", "tables by which an ETR and a CATU find scattered pages",
    kProperties, kSetup,
    {},          true,
    run};

}  // namespace ringcheck
