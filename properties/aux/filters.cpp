// filter-ranges: which addresses a filter covers and what is programmed, against plain
// intersections of intervals. filter-update: ranges change while the event is scheduled in on
// another CPU, or runs. filter-clone: an inherited event's filters. filter-files: filters on files
// of an overlay and on those below; the kernel is that of Linux 6.12, and in 6.1
// (filter-files-as-it-is, V-55) those on an overlay's files match nothing.
//
// Left out of filter-ranges: filters and mappings that only touch (docs/findings.md V-14).
// Tested by tests/properties/aux/aux_mutants_test.cpp.
#include <array>

#include "properties/aux/aux_bench.hpp"
#include "properties/aux/sequences.hpp"
#include "protocol/aux/addr_filter.hpp"
#include "protocol/aux/addr_filter_sync.hpp"
#include "protocol/aux/defects.hpp"

namespace ringcheck {
namespace {

constexpr std::array<std::string_view, 1> kProperties = {"I-40"};
constexpr std::uint64_t kBits = 48;
constexpr std::uint64_t kLowEnd = std::uint64_t{1} << (kBits - 1);
/// Where mappings start: below, before the hole between canonical addresses, in the upper half,
/// before the end of all addresses, and in the hole, before its end.
constexpr std::array<std::uint64_t, 5> kBases = {0x1000, kLowEnd - 4, 0 - kLowEnd,
                                                 0 - std::uint64_t{6}, 0 - kLowEnd - 3};
enum About : std::uint64_t { addresses, the_file, another_file, no_file };

constexpr std::array kRangesSetup = {
    Dial{"filter at", 0, 5},
    Dial{"filter's size", 1, 5},
    Dial{"mapping's file offset", 0, 5},
    Dial{"mapping's size", 1, 5},
    Dial{"base", 0, 4},
    Dial{"about", addresses, no_file},
    Dial{"ends behind the hole", 0, 1},
};

/// The first and the last canonical address from `first` to `last`, as pt_filter_of has them; none:
/// both 0.
PtFilter canonical_part(std::uint64_t first, std::uint64_t last) {
  struct Half {
    std::uint64_t first, last;
  };
  PtFilter wanted{0, 0, 1};
  for (const Half half : {Half{0, kLowEnd - 1}, Half{0 - kLowEnd, ~std::uint64_t{0}}}) {
    const std::uint64_t from = std::max(first, half.first);
    const std::uint64_t to = std::min(last, half.last);
    if (from > to) continue;
    if (wanted.last == 0) wanted.first = from;
    wanted.last = to;
  }
  return wanted;
}

/// A filter applies only to mappings of its own file. A filter without a mapping stops nothing and
/// confines nothing.
void judge_without_file(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  const std::uint64_t file = example.setup[5] == another_file ? 2 : 0;
  const AddrFilter filter{file, example.setup[0], example.setup[1], example.setup[3] == 1};
  const Mapping mapping{kBases[0], kBases[0] + example.setup[3],
                        example.setup[5] == no_file ? 0U : 1U, example.setup[2]};
  AddrRange range;
  judge.require(
      !perf_addr_filter_vma_adjust(filter, mapping, range, defects) && range == AddrRange{}, "I-40",
      "a filter is about a mapping of another file, or of none");
  const AddrFilter unmapped{1, 0, 8, filter.stop};
  judge.require(pt_filter_of(unmapped, {}, kBits, defects) == PtFilter{0, 0, filter.stop ? 2U : 1U},
                "I-40", "a filter that has come to no mapping is programmed with addresses");
}

void run_ranges(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  const std::uint64_t base = kBases[example.setup[4]];
  const bool of_file = example.setup[5] == the_file;
  judge_without_file(example, defects, judge);
  if (example.setup[5] > the_file) return;
  AddrFilter filter{of_file ? std::uint64_t{1} : 0, example.setup[0], example.setup[1], false};
  const Mapping mapping{base, base + example.setup[3], 1, example.setup[2]};
  AddrRange range;
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  if (of_file) {
    if (example.setup[6] != 0) return;  // no mapping has bytes on both sides
    if (mapping.end < base) return;     // no mapping goes beyond the end of all addresses
    const std::uint64_t from = std::max(filter.offset, mapping.offset);
    const std::uint64_t to =
        std::min(filter.offset + filter.size, mapping.offset + example.setup[3]);
    if (from == to) return;
    const bool matches = perf_addr_filter_vma_adjust(filter, mapping, range, defects);
    if (!judge.require(matches == (from < to), "I-40",
                       "a mapping is taken for a filter's, or not taken for it"))
      return;
    if (!matches) return;
    first = base + (from - mapping.offset);
    last = first + (to - from) - 1;
  } else {
    filter.offset += base;
    if (example.setup[6] != 0) {
      if (base >= 0 - kLowEnd) return;  // it starts behind the hole
      filter.size += 0 - kLowEnd - filter.offset;
    }
    range = {filter.offset, filter.size};
    first = filter.offset;
    last = first + std::min(filter.size - 1, ~std::uint64_t{0} - first);
    if (filter.offset < base) return;
  }
  judge.require(pt_filter_of(filter, range, kBits, defects) == canonical_part(first, last), "I-40",
                "what is programmed is not what the filter and the mapping have in common");
  const std::array filters = {PtFilter{0, 0, 1}, PtFilter{0, 0, 2}};
  judge.require(
      pt_config_filters(filters, defects) == (std::uint64_t{1} << 32U | std::uint64_t{2} << 36U),
      "I-40", "a filter's configuration does not reach the control register");
}

constexpr std::array kUpdateSetup = {
    Dial{"active", 0, 1},
    Dial{"exec", 0, 1},
    Dial{"scheduled in before access", 0, 24},
};

void run_update(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  std::vector<std::uint64_t> memory(AddrFilterCells::kCount);
  const AddrFilterCells at = AddrFilterCells::at(0);
  memory[at.start] = 0x1000;
  memory[at.size] = 0x1000;
  memory[at.generation] = 1;
  SequentialCpu<> other(memory);
  if (example.setup[0] != 0) filtered_event_start(other, at, defects);
  const std::uint64_t start = example.setup[1] != 0 ? 0 : 0x8000;
  const std::uint64_t size = example.setup[1] != 0 ? 0 : 0x10;
  std::uint64_t left = example.setup[2];
  bool scheduled = example.setup[0] != 0;
  std::uint64_t hw_start = memory[at.hw_start];
  std::uint64_t hw_size = memory[at.hw_size];
  const auto before_access = [&] {
    judge.require(memory[at.enabled] == 0 ||
                      (memory[at.hw_start] == hw_start && memory[at.hw_size] == hw_size),
                  "I-40", "ranges are programmed while the unit traces");
    hw_start = memory[at.hw_start];
    hw_size = memory[at.hw_size];
    if (left > 0) --left;
    const bool waits = memory[at.lock] != 0 && !defects.has(defect::kFilterSyncedWithoutLock);
    if (left > 0 || scheduled || waits) return;
    scheduled = true;
    filtered_event_start(other, at, defects);
    hw_start = memory[at.hw_start];
    hw_size = memory[at.hw_size];
    const bool before = hw_start == 0x1000 && hw_size == 0x1000;
    judge.require(before || (hw_start == start && hw_size == size), "I-40",
                  "what is programmed is half of one generation and half of another");
  };
  SequentialCpu<IgnoreObservations, BeforeEachAccess<decltype(before_access)>> cpu(
      memory, {}, BeforeEachAccess<decltype(before_access)>(before_access));
  change_addr_range(cpu, at, start, size, example.setup[1] != 0, defects);
  judge.require(scheduled || memory[at.enabled] == 0, "I-40",
                "a unit traces for an event that is not on its CPU");
  if (memory[at.enabled] == 0) filtered_event_start(other, at, defects);
  judge.require(memory[at.hw_start] == start && memory[at.hw_size] == size, "I-40",
                "the unit traces with the ranges of before the update");
}

constexpr std::array kStartSetup = {Dial{"changes before access", 0, 12}};
constexpr std::uint64_t kMoved = 0x9000, kMovedSize = 0x20;

/// Ranges change while the event starts, whenever nobody holds their lock.
void run_start(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  std::vector<std::uint64_t> memory(AddrFilterCells::kCount);
  const AddrFilterCells at = AddrFilterCells::at(0);
  memory[at.start] = memory[at.size] = 0x1000;
  memory[at.generation] = 1;
  SequentialCpu<> other(memory);
  std::uint64_t left = example.setup[0];
  bool changed = false;
  const auto change = [&] {
    if (changed || left > 0 || memory[at.lock] != 0) return;
    changed = true;
    change_addr_range(other, at, kMoved, kMovedSize, false, defects);
  };
  const auto before_access = [&] {
    change();
    if (left > 0) --left;
  };
  SequentialCpu<IgnoreObservations, BeforeEachAccess<decltype(before_access)>> cpu(
      memory, {}, BeforeEachAccess<decltype(before_access)>(before_access));
  filtered_event_start(cpu, at, defects);
  left = 0;
  judge.require(memory[at.lock] == 0, "I-40", "filters stay locked that were programmed");
  change();
  judge.require(
      memory[at.hw_start] == kMoved && memory[at.hw_size] == kMovedSize && memory[at.enabled] != 0,
      "I-40", "the unit traces with the ranges of before the update");
}

constexpr std::array kCloneSetup = {Dial{"range is mapped", 0, 1}, Dial{"parent has started", 0, 1},
                                    Dial{"changes before access", 0, 12}};

void run_clone(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  std::vector<std::uint64_t> memory(2 * AddrFilterCells::kCount);
  const AddrFilterCells parent = AddrFilterCells::at(0);
  const AddrFilterCells child = AddrFilterCells::at(AddrFilterCells::kCount);
  SequentialCpu<> cpu(memory);
  memory[parent.generation] = 1;
  if (example.setup[0] != 0) change_addr_range(cpu, parent, 0x1000, 0x10, false, defects);
  if (example.setup[1] != 0) filtered_event_start(cpu, parent, defects);
  const std::uint64_t start = memory[parent.start], size = memory[parent.size];
  // The parent's ranges change while they are copied, unless somebody holds its lock.
  std::uint64_t left = example.setup[2];
  const auto before_access = [&] {
    if (left == 0 || --left > 0 || memory[parent.lock] != 0) return;
    change_addr_range(cpu, parent, kMoved, kMovedSize, false, defects);
  };
  SequentialCpu<IgnoreObservations, BeforeEachAccess<decltype(before_access)>> copying(
      memory, {}, BeforeEachAccess<decltype(before_access)>(before_access));
  clone_addr_filters(copying, child, parent, defects);
  judge.require(memory[parent.lock] == 0 && memory[child.lock] == 0, "I-40",
                "filters stay locked that were copied");
  filtered_event_start(cpu, child, defects);
  const bool as_before = memory[child.hw_start] == start && memory[child.hw_size] == size;
  const bool as_moved = memory[child.hw_start] == kMoved && memory[child.hw_size] == kMovedSize;
  judge.require(as_before || (as_moved && memory[parent.start] == kMoved), "I-40",
                "an inherited event traces other addresses than its parent");
}

/// Files 1 and 2 are an overlay's, and 3 and 4 lie in the layer below.
constexpr std::array kFilesSetup = {Dial{"filter's file", 1, 4}, Dial{"mapped file", 1, 4}};

template <FilterFile Compared>
void run_files(const AuxCase& example, DefectSet /*defects*/, AuxJudge& judge) {
  const AddrFilter filter{example.setup[0], 0, 8, false};
  Mapping mapping{0x1000, 0x2000, example.setup[1], 0};
  if (mapping.file <= 2) mapping.backing = mapping.file + 2;
  judge.require(perf_addr_filter_match(filter, mapping, Compared) == (filter.file == mapping.file),
                "I-40", "a mapping is taken for one of another file, or not for one of its own");
}

constexpr std::string_view kFilesTitle = "filters on files of an overlay";

}  // namespace

const AuxSequence kFilterFiles = {
    "filter-files", kFilesTitle, kProperties, kFilesSetup, {}, true, run_files<FilterFile::named>};
const AuxSequence kFilterFilesAsItIs = {
    "filter-files-as-it-is",       kFilesTitle, kProperties, kFilesSetup, {}, true,
    run_files<FilterFile::backing>};
const AuxSequence kFilterRanges = {
    "filter-ranges", "filters and mappings of a few bytes", kProperties, kRangesSetup, {}, true,
    run_ranges};
const AuxSequence kFilterUpdate = {"filter-update",
                                   "ranges change while the event is scheduled in, or runs",
                                   kProperties,
                                   kUpdateSetup,
                                   {},
                                   true,
                                   run_update};
const AuxSequence kFilterStart = {
    "filter-start", "ranges change while the event starts", kProperties, kStartSetup, {}, true,
    run_start};
const AuxSequence kFilterClone = {
    "filter-clone", "the filters of an inherited event", kProperties, kCloneSetup, {}, true,
    run_clone};

}  // namespace ringcheck
