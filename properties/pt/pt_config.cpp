// pt-config: events start one after another on a unit whose registers are written only when they
// change, and the unit traces. pt-filters: which sets of filters are taken.
// Tested by tests/properties/aux/aux_mutants_test.cpp.
#include <vector>

#include "properties/aux/aux_bench.hpp"
#include "properties/pt/sequences.hpp"
#include "protocol/pt/pt_config.hpp"

namespace ringcheck {
namespace {

constexpr std::array<std::string_view, 2> kProperties = {"I-40", "I-58"};

constexpr std::array<Dial, 0> kSetup{};
enum Step : std::size_t { event, same_again };
/// What an event asks for, and what the next one changes: output, filters, levels.
constexpr std::array kSteps = {Dial{"event", 0, 4 * 9 * 4 - 1}, Dial{"the event before"}};
constexpr std::array kShares = {Share{"filtered", 80}, Share{"a single range", 80},
                                Share{"writes nothing", 50}};

/// Tables at two addresses, the same with another region and offset, and a single range.
constexpr std::array kOutputs = {PtOutput{false, 0x1000, 0, 0, 0}, PtOutput{false, 0x2000, 0, 0, 0},
                                 PtOutput{false, 0x1000, 0, 1, 0x80},
                                 PtOutput{true, 0x1000, 4096, 0, 0x40}};

/// A range of addresses to which trace is confined, or where it stops.
struct Range {
  std::uint64_t first, last;
  bool stop;
};
/// Ranges of small addresses. Some begin or end where others do, or have numbers that the output
/// registers have too.
const std::vector<std::vector<Range>>& range_sets() {
  static const std::vector<std::vector<Range>> kSets = {
      {},
      {{2, 5, false}},
      {{2, 5, false}, {8, 9, true}},
      {{2, 5, false}, {8, 12, false}},
      {{3, 5, false}, {8, 9, false}},
      {{0, 9, false}, {0, 9, false}},
      {{2, 0x7f, false}, {0x1000, 0x107f, false}},
      {{8, 9, false}, {2, 0x7f, false}, {2, 9, true}},
      {{1, 2, false}, {4, 5, false}, {2, 5, false}, {14, 15, true}}};
  return kSets;
}

constexpr std::uint64_t kAddresses = 16;  ///< of a program, from 0 on, in order; odd ones: kernel

/// The addresses at which the unit traces a program, as its registers say. Source: Intel SDM
/// volume 3, trace filtering.
std::vector<std::uint64_t> traced(const std::vector<std::uint64_t>& memory, const PtRegisters& at) {
  std::vector<std::uint64_t> addresses;
  const std::uint64_t ctl = memory[at.ctl];
  bool stopped = false;
  for (std::uint64_t ip = 0; ip < kAddresses; ++ip) {
    bool confined = false, inside = false;
    for (std::uint64_t i = 0; i < kPtRanges; ++i) {
      const std::uint64_t config = ctl >> (32 + 4 * i) & 15U;
      const bool here = memory[at.ranges + 2 * i] <= ip && ip <= memory[at.ranges + 2 * i + 1];
      confined = confined || config == 1;
      inside = inside || (config == 1 && here);
      stopped = stopped || (config == 2 && here);
    }
    const bool level = (ctl & (ip % 2 != 0 ? kPtCtlKernel : kPtCtlUser)) != 0;
    if (level && !stopped && (!confined || inside)) addresses.push_back(ip);
  }
  return addresses;
}

/// The same, as the event's filters say.
std::vector<std::uint64_t> asked(const std::vector<Range>& ranges, bool no_kernel, bool no_user) {
  std::vector<std::uint64_t> addresses;
  for (std::uint64_t ip = 0; ip < kAddresses; ++ip) {
    bool confined = false, inside = false;
    for (const Range& range : ranges) {
      const bool here = range.first <= ip && ip <= range.last;
      if (range.stop && here) return addresses;
      confined = confined || !range.stop;
      inside = inside || (!range.stop && here);
    }
    if ((!confined || inside) && !(ip % 2 != 0 ? no_kernel : no_user)) addresses.push_back(ip);
  }
  return addresses;
}

class ConfiguredUnit {
 public:
  ConfiguredUnit(DefectSet defects, AuxJudge& judge)
      : defects_(defects), judge_(judge), memory_(PtRegisters::kCount) {}

  void run_event(std::uint64_t output_number, std::uint64_t filters, std::uint64_t excludes) {
    const PtOutput& output = kOutputs.at(output_number);
    const std::vector<Range>& ranges = range_sets().at(filters);
    std::vector<PtFilter> programmed;
    for (const Range& range : ranges) {
      const AddrFilter filter{0, range.first, range.last - range.first + 1, range.stop};
      programmed.push_back(pt_filter_of(filter, {filter.offset, filter.size}, 48, defects_));
    }
    const PtEvent event{(excludes & 1U) != 0, (excludes & 2U) != 0, programmed};
    const auto watch = [this] { look(); };
    SequentialCpu<IgnoreObservations, BeforeEachAccess<decltype(watch)>> cpu(
        memory_, {}, BeforeEachAccess<decltype(watch)>(watch));
    pt_config(cpu, at_, output, event, defects_);
    look();
    const std::uint64_t upper = output.single ? output.bytes / 128 - 1 : output.region;
    const std::uint64_t mask = 127 + upper * 128 + (output.offset << 32U);
    judge_.require(memory_[at_.base] == output.base && memory_[at_.mask] == mask, "I-58",
                   "the unit does not write where the transaction is");
    judge_registers(ranges);
    judge_.require(((memory_[at_.ctl] & kPtCtlTables) == 0) == output.single, "I-58",
                   "the unit takes a single range for a table, or a table for a range");
    judge_.require((memory_[at_.ctl] & kPtCtlCr3) == 0, "I-58",
                   "the unit goes by a page table that nobody has told it");
    judge_.require(traced(memory_, at_) == asked(ranges, event.exclude_kernel, event.exclude_user),
                   "I-40", "the unit traces other addresses than the event's");
    memory_[at_.ctl] = 0;
    look();
  }
  /// How many registers were written with another value.
  [[nodiscard]] std::uint64_t writes() const { return writes_; }

 private:
  /// Judges the ranges, and how each is used: 1 confines trace, 2 stops it.
  void judge_registers(const std::vector<Range>& ranges) {
    std::uint64_t used = 0;
    for (std::size_t i = 0; i < ranges.size(); ++i) {
      used += (ranges[i].stop ? std::uint64_t{2} : std::uint64_t{1}) << (32 + 4 * i);
      judge_.require(memory_[at_.ranges + 2 * i] == ranges[i].first &&
                         memory_[at_.ranges + 2 * i + 1] == ranges[i].last,
                     "I-40", "a range is programmed with other addresses than the filter's");
    }
    const std::uint64_t levels = kPtCtlKernel | kPtCtlUser | kPtCtlTables;
    judge_.require((memory_[at_.ctl] & ~levels) == used + kPtCtlOn, "I-58",
                   "the unit does not trace, or is told what no event asks for");
  }
  /// Output and ranges are written while the unit is off.
  void look() {
    for (std::uint64_t a = at_.base; a < at_.kept_base; ++a) {
      if (memory_[a] == seen_[a]) continue;
      ++writes_;
      judge_.require(memory_[at_.ctl] == 0, "I-58", "registers are written while the unit traces");
    }
    seen_ = memory_;
  }

  DefectSet defects_;
  AuxJudge& judge_;
  std::vector<std::uint64_t> memory_;
  std::vector<std::uint64_t> seen_ = memory_;
  PtRegisters at_ = PtRegisters::at(0);
  std::uint64_t writes_ = 0;
};

/// Events one after another, some of them twice.
class Events {
 public:
  Events(const AuxCase&, DefectSet defects, AuxJudge& judge)
      : unit_(defects, judge), judge_(judge) {}
  void step(const AuxStep& step) {
    if (step.kind == Step::event) number_ = step.amount;
    const std::uint64_t filters = number_ / 16, before = unit_.writes();
    unit_.run_event(number_ % 4, filters, number_ / 4 % 4);
    judge_.comes_to("filtered", filters != 0);
    judge_.comes_to("a single range", kOutputs.at(number_ % 4).single);
    judge_.comes_to("writes nothing", unit_.writes() == before);
  }

 private:
  ConfiguredUnit unit_;
  AuxJudge& judge_;
  std::uint64_t number_ = 0;  ///< of the event
};

constexpr std::array<std::string_view, 1> kFilterProperties = {"I-57"};
constexpr std::array kFilterSetup = {Dial{"ranges of the unit", 0, 2}, Dial{"filters", 0, 3},
                                     Dial{"first", 0, 5}, Dial{"second", 0, 5},
                                     Dial{"third", 0, 5}};

/// A filter by its number: an action, of a range or of one address.
AskedFilter filter_of(std::uint64_t number) {
  return {static_cast<FilterAction>(number % 3), number < 3 ? std::uint64_t{16} : 0};
}

void run_filters(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  std::vector<AskedFilter> filters;
  bool can = example.setup[1] <= example.setup[0];
  for (std::uint64_t i = 0; i < example.setup[1]; ++i) {
    filters.push_back(filter_of(example.setup[2 + i]));
    // A unit's ranges confine trace, or stop it; none starts it.
    can = can && filters.back().size != 0 && filters.back().action != FilterAction::start;
  }
  judge.require(pt_event_addr_filters_validate(filters, example.setup[0], defects) == can, "I-57",
                can ? "filters are refused that the unit has ranges for"
                    : "filters are taken that the unit cannot be programmed with");
}

}  // namespace

const AuxSequence kPtConfig = {"pt-config",
                               "events start on a unit whose registers are kept",
                               kProperties,
                               kSetup,
                               kSteps,
                               false,
                               run_steps<Events>,
                               2000,
                               kShares};
const AuxSequence kPtFilters = {"pt-filters",
                                "sets of filters for a unit with few ranges",
                                kFilterProperties,
                                kFilterSetup,
                                {},
                                true,
                                run_filters};

}  // namespace ringcheck
