#pragma once
// Address filters of an ETMv4: which sets the PMU takes, and how the comparators are programmed.
//
// A range takes a pair of comparators and a bit of TRCVIIECTLR: what lies in no range is not
// traced. An address that starts or stops trace takes one comparator and a bit of TRCVISSCTLR.
// Whether trace is started is a state of the unit (SSSTATUS); the driver keeps it while the task is
// away.
//
// Source: drivers/hwtracing/coresight/coresight-etm-perf.c etm_addr_filters_validate,
// etm_addr_filters_sync; coresight-etm4x-core.c etm4_set_event_filters, etm4_get_next_comparator,
// etm4_set_comparator_filter, etm4_set_start_stop_filter, etm4_set_default_filter,
// etm4_disable_perf. Deviations: plain functions of numbers, because a tracer is programmed by its
// CPU with interrupts disabled; which addresses a filter has come to is addr_filter.hpp's matter;
// exception levels are those of every comparator.
// Tested by tests/properties/aux/aux_mutants_test.cpp.

#include <array>
#include <cstdint>
#include <span>

#include "protocol/aux/addr_filter.hpp"
#include "protocol/coresight/defects.hpp"
#include "protocol/coresight/etm_pmu.hpp"

namespace ringcheck {

/// What a filter is for. Source: enum etm_addr_type, enum perf_addr_filter_action_t.
enum class EtmAction : std::uint8_t {
  none,   ///< the comparator is free
  range,  ///< trace is confined to it
  start,  ///< trace starts there
  stop,   ///< trace stops there
};

/// A filter that an event asks for.
struct EtmFilter {
  EtmAction action = EtmAction::range;
  AddrRange at{};  ///< the addresses that it covers; of size 0: one address
};

/// What a tracer is programmed with. Source: struct etmv4_config.
struct EtmConfig {
  static constexpr std::size_t kComparators = 16;
  std::array<std::uint64_t, kComparators> values{};  ///< TRCACVRn
  std::array<EtmAction, kComparators> types{};
  std::uint32_t include = 0;     ///< TRCVIIECTLR: a bit for each pair that confines trace
  std::uint32_t start_stop = 0;  ///< TRCVISSCTLR: bits 15:0 start trace, 31:16 stop it
  bool started = false;          ///< TRCVICTLR.SSSTATUS

  static constexpr unsigned kStopShift = 16;
};

/// Whether the PMU takes a set of filters. `pairs`: the pairs of comparators that each unit has.
/// Linux 6.1 does not look, and assumes the most that the architecture has.
constexpr bool etm_addr_filters_validate(std::span<const EtmFilter> filters, std::uint64_t pairs,
                                         DefectSet defects = {}) {
  bool range = false, address = false;
  std::uint64_t comparators = 0, count = 0;
  for (const EtmFilter& filter : filters) {
    const bool sized = filter.at.size != 0;
    if (++count > kEtmAddressComparators + (defects.has(defect::kEtmTakesTooMany) ? 1 : 0))
      return false;
    if (sized && filter.action != EtmAction::range && !defects.has(defect::kEtmTakesSizedStarts))
      return false;
    (sized ? range : address) = true;
    comparators += filter.action == EtmAction::range ? 2 : 1;
    if (range && address && !defects.has(defect::kEtmTakesMixed)) return false;
  }
  return comparators <= 2 * pairs || defects.has(defect::kEtmTakesTooMany);
}

/// The first comparator that is free for `action`, of a unit with `pairs` pairs; kComparators if
/// there is none.
constexpr std::size_t etm4_get_next_comparator(const EtmConfig& config, std::uint64_t pairs,
                                               EtmAction action) {
  const std::size_t step = action == EtmAction::range ? 2 : 1;
  for (std::size_t i = 0; i < 2 * pairs; i += step)
    if (config.types.at(i) == EtmAction::none &&
        (step == 1 || config.types.at(i + 1) == EtmAction::none))
      return i;
  return EtmConfig::kComparators;
}

/// Confines trace to a range. Source: etm4_set_comparator_filter.
constexpr void etm4_set_comparator_filter(EtmConfig& config, const AddrRange& range, std::size_t i,
                                          DefectSet defects) {
  config.values.at(i) = range.start;
  config.values.at(i + 1) = range.start + range.size;
  config.types.at(i) = config.types.at(i + 1) = EtmAction::range;
  const std::size_t bit = defects.has(defect::kEtmIncludeByComparator) ? i : i / 2;
  config.include |= std::uint32_t{1} << bit;
  if (!defects.has(defect::kEtmRangeNotStarted)) config.started = true;
  config.start_stop = 0;
}

/// Starts or stops trace at an address. Source: etm4_set_start_stop_filter.
constexpr void etm4_set_start_stop_filter(EtmConfig& config, const EtmFilter& filter, std::size_t i,
                                          DefectSet defects) {
  const bool stops = filter.action == EtmAction::stop;
  config.values.at(i) = filter.at.start + (stops ? filter.at.size : 0);
  config.types.at(i) = filter.action;
  const bool shift = stops && !defects.has(defect::kEtmStopNotShifted);
  config.start_stop |= std::uint32_t{1} << (i + (shift ? EtmConfig::kStopShift : 0));
}

/// Programs a unit of `pairs` pairs with the filters of its event. `started`: trace was started
/// when the task went away. False if the unit has too few comparators.
constexpr bool etm4_set_event_filters(EtmConfig& config, std::span<const EtmFilter> filters,
                                      std::uint64_t pairs, bool started, DefectSet defects = {}) {
  config = {};
  if (filters.empty()) {
    config.started = !defects.has(defect::kEtmDefaultNothing);
    return true;
  }
  for (const EtmFilter& filter : filters) {
    const std::size_t i = defects.has(defect::kEtmComparatorTaken)
                              ? 0
                              : etm4_get_next_comparator(config, pairs, filter.action);
    if (i == EtmConfig::kComparators) return false;
    if (filter.action == EtmAction::range) {
      etm4_set_comparator_filter(config, filter.at, i, defects);
      continue;
    }
    etm4_set_start_stop_filter(config, filter, i, defects);
    if (started && !defects.has(defect::kEtmStartForgotten)) config.started = true;
    config.include = 0;
  }
  return true;
}

}  // namespace ringcheck
