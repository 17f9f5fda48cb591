// etm-filters: a task runs along addresses, goes away once and comes back, and its tracer is
// programmed with filters. It traces exactly what they ask for.
//
// Left out of etm-filters: sets for which a unit has too few comparators (docs/findings.md V-35).
// Not judged: the address after a range, which a unit may trace, since it matches blocks of
// instructions. Tested by tests/properties/aux/aux_mutants_test.cpp.
#include <array>
#include <vector>

#include "properties/aux/aux_bench.hpp"
#include "properties/coresight/sequences.hpp"
#include "protocol/coresight/etm4_filters.hpp"

namespace ringcheck {
namespace {

constexpr std::uint64_t kAddresses = 16, kMostPairs = 8;
constexpr std::array<std::string_view, 2> kProperties = {"I-57", "I-88"};
constexpr std::array kSetup = {Dial{"pairs of comparators", 1, kMostPairs},
                               Dial{"task goes away before", 0, 2 * kAddresses},
                               Dial{"filters at most", 0, 9}, Dial{"of one kind", 0, 3}};
enum Kind : std::uint64_t { any_kind, addresses_alone };  // others: ranges alone
enum Step : std::size_t { range, start, stop, sized_start };
constexpr std::array kSteps = {Dial{"range", 0, kAddresses * 4 - 1},
                               Dial{"start", 1, kAddresses - 1}, Dial{"stop", 1, kAddresses - 1},
                               Dial{"start of a range", 1, kAddresses - 1}};

/// A tracer, as Arm IHI 0064H has it: ViewInst include, start and stop.
constexpr std::array kShares = {Share{"takes filters", 30}, Share{"refuses filters", 30},
                                Share{"leaves an instruction out", 30},
                                Share{"traces by filters", 30}};
class Tracer {
 public:
  void program(const EtmConfig& config) { config_ = config; }
  [[nodiscard]] bool started() const { return config_.started; }
  /// Executes an instruction; returns whether it is traced.
  bool execute(std::uint64_t address) {
    if (matches(address, 0)) config_.started = true;
    const bool traced = config_.started && included(address);
    if (matches(address, EtmConfig::kStopShift)) config_.started = false;
    return traced;
  }

 private:
  [[nodiscard]] bool matches(std::uint64_t address, unsigned shift) const {
    for (std::size_t i = 0; i < EtmConfig::kComparators; ++i)
      if ((config_.start_stop >> (i + shift) & 1U) != 0 && config_.values.at(i) == address)
        return true;
    return false;
  }
  [[nodiscard]] bool included(std::uint64_t address) const {
    for (std::size_t pair = 0; pair < EtmConfig::kComparators / 2; ++pair)
      if ((config_.include >> pair & 1U) != 0 && config_.values.at(2 * pair) <= address &&
          address <= config_.values.at(2 * pair + 1))
        return true;
    return config_.include == 0;
  }

  EtmConfig config_;
};

/// What a set of filters asks for, stated without comparators.
class Asked {
 public:
  explicit Asked(std::span<const EtmFilter> filters) : filters_(filters) {}
  /// Whether the instruction must be traced; an end of a range may be.
  bool execute(std::uint64_t address, bool& open) {
    bool in_range = false, confined = false, by_addresses = false, starts = false, stops = false;
    open = false;
    for (const EtmFilter& f : filters_) {
      if (f.action == EtmAction::range) {
        confined = true;
        in_range = in_range || address - f.at.start < f.at.size;
        open = open || address == f.at.start + f.at.size;
      } else {
        by_addresses = true;
        if (f.at.start == address) (f.action == EtmAction::start ? starts : stops) = true;
      }
    }
    if (confined) return in_range;
    started_ = started_ || starts;
    const bool traced = started_ || !by_addresses;
    if (stops) started_ = false;
    return traced;
  }

 private:
  std::span<const EtmFilter> filters_;
  bool started_ = false;
};

EtmFilter filter_of(const AuxStep& step) {
  if (step.kind == Step::start) return {EtmAction::start, {step.amount, 0}};
  if (step.kind == Step::stop) return {EtmAction::stop, {step.amount, 0}};
  if (step.kind == Step::sized_start) return {EtmAction::start, {step.amount, 2}};
  return {EtmAction::range, {step.amount % kAddresses, 1 + step.amount / kAddresses}};
}

/// The step, limited to its kind.
AuxStep of_kind(AuxStep step, std::uint64_t kind) {
  if (kind == addresses_alone && (step.kind == Step::range || step.kind == Step::sized_start))
    return {step.amount % 2 == 0 ? Step::start : Step::stop, 1 + step.amount % (kAddresses - 1)};
  if (kind > addresses_alone && step.kind != Step::range)
    return {Step::range, step.amount + kAddresses};
  return step;
}

/// Ranges have pairs of comparators one after the other, and are included. Each address has one
/// comparator, which starts trace or stops it.
void judge_programmed(const EtmConfig& config, std::span<const EtmFilter> filters, bool started,
                      AuxJudge& judge) {
  EtmConfig wanted;
  wanted.started = filters.empty() || started;
  for (std::size_t i = 0; i < filters.size(); ++i) {
    const EtmFilter& f = filters[i];
    if (f.action == EtmAction::range) {
      wanted.values.at(2 * i) = f.at.start;
      wanted.values.at(2 * i + 1) = f.at.start + f.at.size;
      wanted.types.at(2 * i) = wanted.types.at(2 * i + 1) = EtmAction::range;
      wanted.include |= std::uint32_t{1} << i;
      wanted.started = true;
    } else {
      wanted.values.at(i) = f.at.start;
      wanted.types.at(i) = f.action;
      wanted.start_stop |= std::uint32_t{1} << (i + (f.action == EtmAction::stop ? 16 : 0));
    }
  }
  judge.require(config.values == wanted.values && config.types == wanted.types &&
                    config.include == wanted.include && config.start_stop == wanted.start_stop &&
                    config.started == wanted.started,
                "I-88", "a tracer has other comparators than its filters ask for");
}

/// Whether the PMU should take a set, for a unit of `pairs` pairs.
bool to_be_taken(std::span<const EtmFilter> filters, std::uint64_t pairs) {
  std::uint64_t ranges = 0, addresses = 0;
  for (const EtmFilter& f : filters) {
    if (f.action != EtmAction::range && f.at.size != 0) return false;
    ++(f.action == EtmAction::range ? ranges : addresses);
  }
  return filters.size() <= 8 && (ranges == 0 || addresses == 0) && ranges <= pairs &&
         addresses <= 2 * pairs;
}

void run_with(const AuxCase& example, DefectSet defects, AuxJudge& judge, bool asks_unit) {
  const std::uint64_t pairs = example.setup[0];
  std::vector<EtmFilter> filters;
  for (const AuxStep& step : example.steps)
    if (filters.size() < example.setup[2])
      filters.push_back(filter_of(of_kind(step, example.setup[3])));
  const bool taken = etm_addr_filters_validate(filters, asks_unit ? pairs : kMostPairs, defects);
  judge.require(taken == to_be_taken(filters, pairs), "I-57",
                taken ? "a set of filters is taken that the unit cannot be programmed with"
                      : "a set of filters is refused that the unit can be programmed with");
  judge.comes_to(taken ? "takes filters" : "refuses filters", !filters.empty());
  EtmConfig config;
  // A set that is refused for want of comparators gets none, whoever asks for it.
  if (!taken && etm_addr_filters_validate(filters, kMostPairs))
    judge.require(!etm4_set_event_filters(config, filters, pairs, false, defects), "I-57",
                  "a tracer has more comparators than there are");
  if (!taken) return;
  if (!judge.require(etm4_set_event_filters(config, filters, pairs, false, defects), "I-57",
                     "a tracer has no comparator for a filter that was taken"))
    return;
  judge_programmed(config, filters, false, judge);
  Tracer tracer;
  tracer.program(config);
  Asked asked(filters);
  for (std::uint64_t i = 0; i < 2 * kAddresses; ++i) {
    if (i == example.setup[1]) {
      etm4_set_event_filters(config, filters, pairs, tracer.started(), defects);
      judge_programmed(config, filters, tracer.started(), judge);
      tracer.program(config);
    }
    bool open = false;
    const std::uint64_t address = i % kAddresses;
    const bool wanted = asked.execute(address, open), traced = tracer.execute(address);
    judge.comes_to("leaves an instruction out", !wanted);
    judge.comes_to("traces by filters", wanted && !filters.empty());
    judge.require(traced == wanted || (open && !wanted), "I-88",
                  traced ? "an instruction is traced that no filter asks for"
                         : "an instruction is not traced that the filters ask for");
  }
}

void run(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  run_with(example, defects, judge, true);
}
void run_as_it_is(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  run_with(example, defects, judge, false);
}

constexpr std::string_view kTitle = "a tracer's comparators trace what filters ask for";

}  // namespace

const AuxSequence kEtmFilters = {"etm-filters", kTitle, kProperties, kSetup, kSteps,
                                 false,         run,    4000,        kShares};
const AuxSequence kEtmFiltersAsItIs = {
    "etm-filters-as-it-is", kTitle, kProperties, kSetup, kSteps, false, run_as_it_is};

}  // namespace ringcheck
