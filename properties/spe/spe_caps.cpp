// spe-caps: which events an Arm SPE unit with any abilities gets, and what caps/ tells about it.
// spe-clusters: events of CPUs and of tasks on a machine where only some CPUs have a unit.
// Tested by tests/properties/aux/aux_mutants_test.cpp.
#include <algorithm>
#include <array>
#include <utility>

#include "properties/spe/sequences.hpp"
#include "protocol/spe/spe_config.hpp"

namespace ringcheck {
namespace {

constexpr std::array<std::string_view, 1> kProperties = {"I-63"};
enum Number : std::size_t {
  filters,
  abilities,
  interval,
  record,
  later,
  asks,
  privileged,
  counter,
  frequency,
  event_bit,
  period
};
/// What an event asks for, a bit each.
enum Asks : std::uint64_t {
  by_type = 1,
  by_event = 2,
  by_latency = 4,
  physical = 8,
  newer = 16,
  with_time = 32,
  of_physical_counter = 64,
  without_user = 128,
  without_kernel = 256,
  with_context = 512,
  by_branches = 1024,
  by_stores = 2048
};
constexpr std::uint64_t kMostPeriod = std::uint64_t{1} << 33U;
constexpr std::array kSetup = {Dial{"filters that there are", 0, 7},
                               Dial{"abilities", 0, 3},
                               Dial{"interval's code", 0, 8},
                               Dial{"record's code", 3, 12},
                               Dial{"later version", 0, 1},
                               Dial{"asked", 0, 4095},
                               Dial{"privileged", 0, 1},
                               Dial{"counter's code", 2, 3},
                               Dial{"frequencies beside nine", 0, 9},
                               Dial{"event's bit, up to 63", 0, 255},
                               Dial{"period", 0, kMostPeriod}};
constexpr std::array kShares = {Share{"is opened", 10}, Share{"is refused", 40},
                                Share{"asks for more than the unit counts", 20},
                                Share{"asks for less than the unit counts", 5}};

/// Operations, by the code of the least interval, in the words of the Arm ARM (PMSIDR_EL1). Code 1
/// is reserved, and taken for the slowest.
constexpr std::array<std::uint64_t, 9> kIntervals = {256,  4096, 512,  768, 1024,
                                                     1536, 2048, 3072, 4096};

/// What the unit is told to do, in bits of its registers.
void judge_registers(const SpeFeatures& features, const SpeAsked& asked, std::uint64_t number,
                     DefectSet defects, AuxJudge& judge) {
  const auto bit = [](bool has, unsigned at) { return has ? std::uint64_t{1} << at : 0; };
  const std::uint64_t told = bit(!asked.exclude_user, 0) + bit(!asked.exclude_kernel, 1) +
                             bit(asked.context, 3) + bit(asked.physical_addresses, 4) +
                             bit(asked.timestamps, 5) + bit(asked.physical_counter, 6);
  judge.require(arm_spe_event_to_pmscr(asked, defects) == told, "I-63",
                "a unit is not told of what the event asks for");
  const bool types = asked.branches || asked.loads || asked.stores;
  const std::uint64_t filters = bit(asked.events != 0, 0) + bit(types, 1) +
                                bit(asked.min_latency != 0, 2) + bit(asked.branches, 16) +
                                bit(asked.loads, 17) + bit(asked.stores, 18);
  judge.require(arm_spe_event_to_pmsfcr(asked, defects) == filters, "I-63",
                "a unit is not told by what the event filters");
  constexpr std::uint64_t kMost = 0xffff'ff00;
  // One of three is short.
  const std::uint64_t period = number % 3 == 0 ? number % 5000 : number;
  const std::uint64_t counted = period < features.min_period ? features.min_period
                                : period > kMost             ? kMost
                                                             : period / 256 * 256;
  judge.comes_to("asks for more than the unit counts", period > kMost);
  judge.comes_to("asks for less than the unit counts", period < features.min_period);
  judge.require(arm_spe_sanitised_period(period, features.min_period, defects) == counted, "I-63",
                "a unit counts by another period than it can");
}

/// Whether a unit, perhaps of a later version than the first, can filter by this bit of
/// PMSEVFR_EL1. Source: Arm ARM, PMSEVFR_EL1.
bool filters_by(std::uint64_t number, bool later) {
  if (number >= 64) return true;
  if (number == 11 || number == 17 || number == 18) return later;
  constexpr std::array<std::pair<std::uint64_t, std::uint64_t>, 7> kKnown = {
      {{1, 1}, {3, 3}, {5, 5}, {7, 7}, {12, 15}, {24, 31}, {48, 63}}};
  return std::ranges::any_of(
      kKnown, [&](const auto& range) { return number >= range.first && number <= range.second; });
}

/// What an event asks for, by the bits of `asks`.
SpeAsked asked_by(std::uint64_t bits, std::uint64_t event) {
  SpeAsked asked;
  if ((bits & by_type) != 0) {
    asked.branches = (bits & by_branches) != 0;
    asked.stores = (bits & by_stores) != 0;
    asked.loads = asked.branches == asked.stores;
  }
  asked.events = ((bits & by_event) != 0 ? 8U : 0U) | ((bits & newer) != 0 ? 1U << 11U : 0U) |
                 (event < 64 ? std::uint64_t{1} << event : 0);
  asked.min_latency = (bits & by_latency) != 0 ? 5 : 0;
  asked.physical_addresses = (bits & physical) != 0;
  asked.exclude_user = (bits & without_user) != 0;
  asked.exclude_kernel = (bits & without_kernel) != 0;
  asked.context = (bits & with_context) != 0;
  asked.timestamps = (bits & with_time) != 0;
  asked.physical_counter = asked.timestamps && (bits & of_physical_counter) != 0;
  return asked;
}

void run_caps(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  const auto& of = example.setup;
  const bool inst = (of[abilities] & 1U) != 0, ernd = (of[abilities] & 2U) != 0;
  // Bits that later architectures use are arbitrary.
  const std::uint64_t pmsidr = of[filters] | (inst ? 8U : 0U) | (ernd ? 32U : 0U) |
                               of[interval] << 8U | of[record] << 12U | of[counter] << 16U |
                               of[period] << 20U;
  const auto features = spe_features(pmsidr, defects);
  const bool usable = of[record] >= 4 && of[record] <= 11;
  judge.require(features.has_value() == usable, "I-63",
                "a unit whose records the driver cannot place is used, or another is not");
  if (!features || !usable) return;
  const auto cap = [&](SpeCap which) { return arm_spe_pmu_cap_get(*features, which, defects); };
  judge.require(cap(SpeCap::arch_inst) == (inst ? 1 : 0) && cap(SpeCap::ernd) == (ernd ? 1 : 0) &&
                    cap(SpeCap::count_size) == (of[counter] == 3 ? 16 : 12) &&
                    cap(SpeCap::min_interval) == kIntervals.at(of[interval]),
                "I-63", "caps/ tells what the unit cannot do, or not what it can");
  SpeAsked asked = asked_by(of[asks], of[event_bit]);
  const SpePmu pmu{*features, of[later] == 0, 1, defects};
  const bool types = asked.loads || asked.branches || asked.stores;
  const bool can = (asked.events == 0 || (of[filters] & 1U) != 0) &&
                   (!types || (of[filters] & 2U) != 0) &&
                   (asked.min_latency == 0 || (of[filters] & 4U) != 0);
  const bool may = (!asked.physical_addresses && !asked.physical_counter) || of[privileged] != 0;
  asked.freq = of[frequency] == 0;
  const int answer = arm_spe_pmu_event_init(pmu, asked, of[privileged] != 0);
  // The driver looks at the unit's version first, and at its filters after everything else.
  const bool known =
      ((of[asks] & newer) == 0 || of[later] != 0) && filters_by(of[event_bit], of[later] != 0);
  const int wanted = !known ? -95 : asked.freq ? -22 : !can ? -95 : !may ? -13 : 0;
  judge.comes_to(answer == 0 ? "is opened" : "is refused");
  judge.require(answer == wanted, "I-63",
                "an event is opened that the unit cannot filter for, or another is refused");
  judge_registers(*features, asked, of[period], defects, judge);
}

constexpr int kCpus = 3;
constexpr std::array<std::string_view, 1> kClusterProperties = {"I-64"};
constexpr std::array kClusterSetup = {Dial{"CPUs with a unit", 1, 7},
                                      Dial{"CPU of the event", 0, kCpus},
                                      Dial{"first CPU of the task", 0, kCpus - 1},
                                      Dial{"second", 0, kCpus - 1}, Dial{"third", 0, kCpus - 1}};

/// A task runs on three CPUs one after the other, or, for an event of a CPU, anybody runs on that
/// CPU. Whatever runs on a CPU with a unit is profiled there, and no registers of other CPUs are
/// touched.
void run_clusters(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  const std::uint64_t with_unit = example.setup[0];
  SpePmu pmu;
  pmu.supported_cpus = with_unit;
  pmu.defects = defects;
  SpeAsked asked;
  asked.cpu = static_cast<int>(example.setup[1]) - 1;
  const auto has_unit = [&](int cpu) {
    return (with_unit >> static_cast<unsigned>(cpu) & 1U) != 0;
  };
  const int answer = arm_spe_pmu_event_init(pmu, asked, true);
  const bool opened = answer == 0;
  judge.require(answer == (asked.cpu < 0 || has_unit(asked.cpu) ? 0 : -2), "I-64",
                "an event is opened on a CPU without a unit, or refused on one with");
  if (!opened) return;
  for (std::size_t step = 2; step < 5; ++step) {
    const int runs_on = static_cast<int>(example.setup[step]);
    // An event of a CPU belongs to that CPU, wherever the question is asked.
    if (asked.cpu >= 0)
      judge.require(arm_spe_pmu_may_add(pmu, asked, runs_on) == 0, "I-64",
                    "an event is not let to the CPU that it was opened for");
    if (asked.cpu >= 0 && asked.cpu != runs_on) continue;
    const bool starts = arm_spe_pmu_may_add(pmu, asked, runs_on) == 0;
    judge.require(starts || !has_unit(runs_on), "I-64", "a CPU with a unit does not profile");
    judge.require(!starts || has_unit(runs_on), "I-64",
                  "registers are written on a CPU that does not have them");
  }
}

}  // namespace

const AuxSequence kSpeCaps = {"spe-caps",  "events for Arm SPE units of any abilities",
                              kProperties, kSetup,
                              {},          false,
                              run_caps,    4000,
                              kShares};
const AuxSequence kSpeClusters = {"spe-clusters",
                                  "events on a machine where some CPUs alone have Arm SPE",
                                  kClusterProperties,
                                  kClusterSetup,
                                  {},
                                  true,
                                  run_clusters};

}  // namespace ringcheck
