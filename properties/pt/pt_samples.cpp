// pt-samples: AUX samples of an Intel PT unit that starts, writes and stops, compared byte by byte
// with what the unit wrote. pt-tables: ToPA tables of any regions.
// Tested by tests/properties/aux/aux_mutants_test.cpp.
#include <numeric>

#include "properties/aux/watched_unit.hpp"
#include "properties/pt/pt_take_sample.hpp"
#include "properties/pt/sequences.hpp"
#include "protocol/aux/observations.hpp"

namespace ringcheck {
namespace {

constexpr std::array<std::string_view, 4> kProperties = {"I-01", "I-20", "I-27", "I-104"};
constexpr std::array kSetup = {
    Dial{"layout", 0, 4},     Dial{"thousands of bytes into the area", 0, 12},
    Dial{"snapshot", 0, 3},   Dial{"words of a sample", 1, 40},
    Dial{"all padded", 0, 1},
};
enum Step : std::size_t { start, stop, bytes, sampled };
constexpr std::array kSteps = {
    Dial{"start"}, Dial{"stop"},
    Dial{"bytes written, or (6000 on) to so many after the area's end", 1, 6100}, Dial{"sample"}};
constexpr std::array kShares = {Share{"samples trace", 40}, Share{"samples around the end", 5},
                                Share{"samples nothing", 40}};

PtBenchSetup setup_of(const AuxCase& example) {
  PtBenchSetup setup;
  setup.layout = example.setup[0];
  setup.origin = example.setup[1] * 1000;
  setup.snapshot = example.setup[2] != 0;
  setup.unit = 1;
  return setup;
}

class PtSamples {
 public:
  PtSamples(const AuxCase& example, DefectSet defects, AuxJudge& judge)
      : b_(setup_of(example), defects),
        judge_(judge),
        next_(setup_of(example).origin % b_.pt.size()),
        asked_{b_.bench.m.other_handle.wakeup, example.setup[3] * kWordBytes,
               example.setup[4] != 0 ? SamplePadding::all : SamplePadding::word} {
    b_.pt.aux.ring.whole_words = false;
  }
  void step(const AuxStep& step);

 private:
  void write(std::uint64_t bytes);
  void take();
  void judge_record(std::uint64_t start, bool copied);
  [[nodiscard]] std::uint64_t byte_of_record(std::uint64_t position) {
    const PerfBuffer& ring = b_.pt.aux.ring;
    return b_.word(ring.data_word(position)) >> (8 * (position % kWordBytes)) & 0xffU;
  }

  static constexpr std::uint64_t kStale = 0xfb;  ///< each byte that stood in the ring before
  PtBench b_;
  AuxJudge& judge_;
  WatchedUnit unit_;
  std::uint64_t next_;       ///< offset at which the unit writes next
  std::uint64_t count_ = 0;  ///< bytes that it wrote
  AskedSample asked_;
};

/// The unit writes bytes that say how many there were before, none of them 0.
void PtSamples::write(std::uint64_t bytes) {
  const std::uint64_t before = b_.written;
  b_.write(bytes);
  for (std::uint64_t i = before; i < b_.written; ++i, ++count_)
    b_.bench.trace(next_++) = 1 + count_ % 249;
}

void PtSamples::step(const AuxStep& step) {
  auto cpu = b_.bench.cpu();
  const PerfEvent& event = b_.bench.m.events[0];
  if (step.kind == Step::start && !b_.bench.open()) {
    b_.bench.tail() = b_.word(b_.pt.aux.at.aux_head);
    pt_event_start(cpu, unit_, b_.pt, event);
  } else if (step.kind == Step::stop) {
    pt_event_stop(cpu, unit_, b_.pt, event);
  } else if (step.kind == Step::bytes) {
    const std::uint64_t left = b_.pt.size() - next_ % b_.pt.size();
    write(step.amount < 6000 ? step.amount : left + step.amount - 6000);
  } else if (step.kind == Step::sampled) {
    take();
  }
  b_.bench.m.drain_data_ring();
}

void PtSamples::take() {
  const PerfBuffer& ring = b_.pt.aux.ring;
  constexpr std::uint64_t kStaleWord = kStale * 0x0101'0101'0101'0101U;
  for (std::uint64_t i = 0; i < ring.data_size / kWordBytes; ++i)
    b_.word(ring.at.data + i) = kStaleWord;
  const bool running = unit_.runs, open = b_.bench.open();
  const std::uint64_t warned = b_.bench.said.count<said::Warned>();
  b_.bench.said.heard = [&](std::uint32_t kind) {
    if (kind == said::AuxSampled<>::kKind)
      judge_.require(!unit_.runs && unit_.settled && b_.word(b_.pt.at.ctl) == 0, "I-20",
                     "trace is copied to a sample while the unit writes");
  };
  bool masked = false;
  auto cpu = b_.bench.cpu();
  const auto start = take_sample(cpu, unit_, b_, asked_, masked);
  b_.bench.said.heard = {};
  judge_.require(unit_.runs == running && (b_.word(b_.pt.at.ctl) != 0) == running, "I-20",
                 "a unit does not run on after a sample, or runs that did not");
  judge_.require((b_.word(b_.pt.at.config) & kPtTraceEn) == (running ? kPtTraceEn : 0), "I-20",
                 "after a sample the unit is noted to trace, and does not, or not to");
  judge_.require(b_.word(asked_.sampling) == 0, "I-20", "no other sample may be taken any more");
  if (!start) return;
  const bool copied = open && b_.pt.snapshot();
  judge_record(*start, copied);
  // If the driver has nothing to copy and the core lacks a word or more, each warns.
  judge_.require(
      b_.bench.said.count<said::Warned>() - warned == (copied ? 0 : 2), "I-27",
      "a sample has no trace, and nobody is warned, or it has all of it, and somebody is");
}

/// A sample has the newest bytes. If there is no snapshot, it has zeroes: in all of it, or in one
/// word (docs/findings.md V-26).
void PtSamples::judge_record(std::uint64_t start, bool copied) {
  constexpr std::uint64_t kBeforeTrace = 2 * kWordBytes;
  judge_.comes_to(copied ? "samples trace" : "samples nothing");
  judge_.comes_to("samples around the end", copied && next_ % b_.pt.size() < asked_.bytes);
  judge_.require(
      header_size(b_.word(b_.pt.aux.ring.data_word(start))) == kBeforeTrace + asked_.bytes, "I-01",
      "a sample does not have the size that was asked for");
  const bool all = copied || asked_.padding == SamplePadding::all;
  const std::uint64_t judged = all ? asked_.bytes : kWordBytes;
  const std::uint64_t from = next_ + b_.pt.size() - asked_.bytes;
  for (std::uint64_t i = 0; i < judged; ++i)
    judge_.require(
        byte_of_record(start + kBeforeTrace + i) == (copied ? b_.bench.trace(from + i) : 0), "I-01",
        "a sample has other bytes than the newest trace, or than zeroes where there is none");
}

constexpr std::array<std::string_view, 1> kTableProperties = {"I-104"};
constexpr std::array kTableSetup = {Dial{"several entries", 0, 1}, Dial{"more regions", 0, 3},
                                    Dial{"of order", 0, 1}};
constexpr std::array kTableSteps = {Dial{"region of order", 0, 3}};
constexpr std::array kTableShares = {Share{"several tables", 60},
                                     Share{"starts with equal regions", 30}};

/// Tables of the regions `orders`, beside a list of where each begins.
void judge_tables(const Topa& topa, const std::vector<std::uint64_t>& orders, AuxJudge& judge) {
  constexpr std::uint64_t kSeveral = 506;
  const std::uint64_t most = topa.multiple_entries ? kSeveral : 1;
  std::vector<std::uint64_t> begins = {0};
  for (const std::uint64_t order : orders)
    begins.push_back(begins.back() + (std::uint64_t{4096} << order));
  judge.require(topa.orders == orders && topa.size() == begins.back(), "I-104",
                "the tables lead to more or less than the buffer");
  judge.require(topa.tables.size() == (orders.size() + most - 1) / most, "I-104",
                "there are more tables than needed, or fewer");
  for (std::size_t t = 0; t < topa.tables.size() && !judge.found(); ++t) {
    const TopaTable& table = topa.tables[t];
    const std::size_t first = t * most, end = std::min<std::size_t>(orders.size(), first + most);
    std::size_t equal = first;
    while (equal < end && orders[equal] == orders[first]) ++equal;
    judge.require(table.first == first && table.last == end - first, "I-104",
                  "a table has other regions than come after those of the one before");
    judge.require(table.offset == begins[first] && table.size == begins[end] - begins[first],
                  "I-104", "a table is elsewhere in the buffer than its regions");
    judge.require(table.z_count == equal - first - 1, "I-104",
                  "a table tells of more or fewer equal regions at its start than it has");
  }
}

/// Each region is found by its place and by its pages.
void judge_regions(const Topa& topa, const std::vector<std::uint64_t>& orders, AuxJudge& judge) {
  const std::uint64_t most = topa.multiple_entries ? kTopaEntries : 1;
  std::vector<std::uint64_t> memory(1);
  SequentialCpu<> cpu(memory);
  using Machine = decltype(cpu);
  std::uint64_t page = 0;
  for (std::uint64_t region = 0; region < orders.size() && !judge.found(); ++region) {
    const auto place = topa_place<Machine>(topa, region);
    judge.require(place.table == region / most && place.index == region % most, "I-104",
                  "a region has another place than its number");
    judge.require(topa_region<Machine>(cpu, topa, place) == region, "I-104",
                  "a place leads to another region");
    judge.require(topa_prev_region(topa, region) == (region + orders.size() - 1) % orders.size(),
                  "I-104", "another region is taken for the one before");
    const std::uint64_t pages = std::uint64_t{1} << orders[region];
    for (const std::uint64_t p : {page, page + pages - 1})
      judge.require(topa_region_of_page(cpu, topa, p) == region, "I-104",
                    "a page is looked for in another region");
    page += pages;
  }
  for (std::uint64_t t = 0; t < topa.tables.size(); ++t) {
    const std::uint64_t last = std::min<std::uint64_t>(orders.size(), (t + 1) * most) - 1;
    judge.require(topa_region<Machine>(cpu, topa, {t, last - t * most + 1}) == last, "I-104",
                  "an index after a table's last region does not stand for that one");
  }
}

/// The regions that the steps add, after hundreds of one order.
void run_tables(const AuxCase& example, DefectSet, AuxJudge& judge) {
  std::vector<std::uint64_t> orders(example.setup[1] == 3 ? 505 : example.setup[1],
                                    example.setup[2]);
  for (const AuxStep& step : example.steps) orders.push_back(step.amount);
  if (orders.empty()) return;
  const Topa topa = make_topa(orders, example.setup[0] != 0);
  judge.comes_to("several tables", topa.tables.size() > 1);
  judge.comes_to("starts with equal regions", orders.size() > 1 && orders[0] == orders[1]);
  judge_tables(topa, orders, judge);
  judge_regions(topa, orders, judge);
}

}  // namespace

const AuxSequence kPtSamples = {"pt-samples",
                                "AUX samples of an Intel PT unit that starts, writes and stops",
                                kProperties,
                                kSetup,
                                kSteps,
                                false,
                                run_steps<PtSamples>,
                                1000,
                                kShares};
const AuxSequence kPtTables = {"pt-tables",      "ToPA tables of any regions",
                               kTableProperties, kTableSetup,
                               kTableSteps,      false,
                               run_tables,       1000,
                               kTableShares};

}  // namespace ringcheck
