// What the driver of a TMC-ETR gets for an event, and which words the specification has for it.
// Tested by tests/kernel/etr_specification_test.cpp.
#include "kernel/calls/etr_setup.hpp"

#include <utility>

#include "protocol/tmc/sg_table.hpp"
#include "protocol/tmc/tmc_pages.hpp"

namespace ringcheck {

std::vector<EtrCame> etr_came(EtrFirst first) {
  constexpr std::size_t kSame = 0, kOther = 2, kAlone = 3;
  const auto traces = [](std::size_t other) {
    return std::vector<EtrCame>{{EtrUser::area, other}, {EtrUser::tracer, other}};
  };
  switch (first) {
    case EtrFirst::nobody:
      return {};
    case EtrFirst::sysfs:
      return {{EtrUser::sysfs}};
    case EtrFirst::debugger:
      return {{EtrUser::debugger}};
    case EtrFirst::its_session:
      return traces(kSame);
    case EtrFirst::other_session:
      return traces(kOther);
    case EtrFirst::read_by_file:
      return {{EtrUser::sysfs}, {EtrUser::sysfs}, {EtrUser::file}};
    case EtrFirst::its_owner:
      return traces(kAlone);
    case EtrFirst::mapped:
      return {{EtrUser::area, kSame}};
    case EtrFirst::another_size:
      return {{EtrUser::sysfs}, {EtrUser::sysfs}, {EtrUser::size}};
    case EtrFirst::lap_by_file:
      return {{EtrUser::sysfs}, {EtrUser::device}, {EtrUser::sysfs}, {EtrUser::file}};
  }
  return {};
}

bool EtrAllocations::obtain(EtrMode mode, std::uint64_t bytes) {
  if (std::exchange(asked_, bytes) != bytes) kept_ = take_();
  return kept_ && (mode == EtrMode::flat ? obtain_run(bytes) : obtain_pages(mode, bytes));
}

/// Source: tmc_etr_alloc_flat_buf.
bool EtrAllocations::obtain_run(std::uint64_t bytes) {
  if (!take_()) return false;
  steps_.add(EtrStep::ask_for_run, bytes);
  if (!take_() || setup_.no_run) return false;
  got_.hwaddr = etr_run_address(given_.runs++);
  return true;
}

/// Source: tmc_etr_alloc_sg_buf, tmc_init_etr_sg_table, tmc_alloc_sg_table; catu_alloc_etr_buf,
/// catu_init_sg_table.
bool EtrAllocations::obtain_pages(EtrMode mode, std::uint64_t bytes) {
  constexpr std::uint64_t kEntryBytes = 4;
  std::vector<std::uint64_t> tables;
  const std::uint64_t count = bytes / kEtrPageBytes;
  got_.daddrs.clear();
  if (!take_() || !take_() || !map(count, got_.daddrs)) return false;
  const SgTable table{0, kEtrPageBytes / kEntryBytes, 1, {}, got_.daddrs, {}};
  const std::uint64_t entries = tmc_etr_sg_table_entries(table);
  const bool translated = mode == EtrMode::catu;
  const std::uint64_t table_pages = translated ? (bytes + kCatuTableReach - 1) / kCatuTableReach
                                               : (entries + table.entries - 1) / table.entries;
  if (!map(table_pages, tables)) return false;
  got_.hwaddr = translated ? kCatuBuffer : tables.front();
  got_.tables = tables;
  for (const std::uint64_t page : tables) steps_.add(EtrStep::sync_from, page, kEtrPageBytes);
  return true;
}

bool EtrAllocations::map(std::uint64_t count, std::vector<std::uint64_t>& daddrs) {
  if (!take_() || !take_()) return false;
  TmcPages pages;
  const bool got = tmc_pages_alloc(
      pages, count, UnmappedPage::lost, [&] { return take_() && !setup_.no_pages; },
      [&] {
        if (!take_()) return false;
        daddrs.push_back(etr_page_address(given_.pages++));
        return true;
      });
  lost_pages_ += pages.lost;
  return got && take_();
}

EtrFacts EtrAllocations::facts(std::uint64_t configured) const {
  EtrFacts facts;
  facts.has_sg = setup_.has(kEtrScatters);
  facts.has_catu = setup_.has_catu;
  facts.has_iommu = setup_.has_iommu;
  facts.configured = configured;
  facts.preferred = setup_.preferred;
  return facts;
}

EtrGot EtrAllocations::got(const EtrMemory& memory) {
  got_.memory = memory;
  if (memory.mode == EtrMode::flat || memory.bytes == 0) got_.daddrs.clear();
  if (memory.mode != EtrMode::catu) got_.tables.clear();
  return std::exchange(got_, {});
}

EtrGot EtrAllocations::for_area(std::uint64_t configured, std::uint64_t aux_bytes) {
  asked_ = 0;
  return got(alloc_etr_buf(facts(configured), aux_bytes,
                           [&](EtrMode mode, std::uint64_t bytes) { return obtain(mode, bytes); }));
}

EtrGot EtrAllocations::of_size(std::uint64_t bytes) {
  asked_ = 0;
  return got(tmc_alloc_etr_buf(
      facts(bytes), bytes, [&](EtrMode mode, std::uint64_t size) { return obtain(mode, size); }));
}

EtrStart EtrSetup::start() const {
  EtrStart start;
  const auto take = [&] { return ++start.allocations != area.failing; };
  // What the drivers of tracer and sink keep about the event.
  if (!take() || !take()) return start;
  EtrAllocations allocations(*this, start.given, start.steps, take);
  start.got = allocations.for_area(configured, area.aux_pages * area.page_bytes);
  start.lost_pages = allocations.lost_pages();
  // The table of sessions.
  if (start.got.memory.bytes != 0 && sharing == EtrSharing::session && !take()) start.got = {};
  return start;
}

EtrWords::EtrWords(const EtrSetup& setup)
    : AuxAreaWords(setup.area),
      sink(SinkCells::at(driver)),
      other_entry(driver + SinkCells::kNames.size()),
      etr(EtrCells::at(other_entry + 1)),
      id_told(other_entry + 1 + EtrCells::kCount),
      start(setup.start()),
      asked(start.steps) {
  sink.references = id_told + 1;
  etr.refcnt = sink.refcnt;
  etr.perf_buf = sink.perf_buf;
  allocations = start.allocations;
  lost_pages = start.lost_pages;
  driver_names.assign(SinkCells::kNames.begin(), SinkCells::kNames.end());
  driver_names.emplace_back("entry of another session");
  driver_names.insert(driver_names.end(), EtrCells::kNames.begin(), EtrCells::kNames.end());
  driver_names.emplace_back("aux_hwid_done");
  std::vector<std::uint64_t> orders;
  refused = alloc_of(setup.area, orders).result != 0 || start.got.memory.bytes == 0;
}

}  // namespace ringcheck
