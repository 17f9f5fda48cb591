#pragma once
// Intel PEBS: the CPU writes a record for each overflow of a precise event into a buffer that the
// driver keeps to itself. The driver rewrites the buffer into samples when it is nearly full, when
// an interrupt comes, and when another task comes to run.
//
// A record's status has a bit for each counter that overflowed. Before format 3, counters of other
// events set their bits too, and a record for two precise events at once cannot be told apart: it
// is dropped and counted as lost for both.
//
// Source: arch/x86/events/intel/ds.c intel_pmu_drain_pebs_nhm, intel_pmu_drain_pebs_icl,
// __intel_pmu_pebs_event, get_next_pebs_record_by_bit, pebs_update_threshold,
// intel_pmu_pebs_sched_task; kernel/events/core.c perf_log_lost_samples. Deviations: format 0, and
// that counters are loaded again after an overflow, are left out; of a record only the address of
// the instruction and of its data are represented.
// Tested by tests/properties/aux/aux_mutants_test.cpp.

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "protocol/sampling/defects.hpp"

namespace ringcheck {

/// Counters that can have precise events.
inline constexpr std::size_t kPebsCounters = 4;

/// A record that the CPU writes. Source: struct pebs_record_nhm, struct pebs_basic.
struct PebsRecord {
  std::uint64_t status = 0;  ///< a bit for each counter that overflowed
  std::uint64_t ip = 0, address = 0;
};

/// The buffer, and what the driver knows about it. Source: struct debug_store, struct
/// cpu_hw_events.
struct Pebs {
  unsigned format = 1;
  std::uint64_t enabled = 0;        ///< counters with precise events, a bit each
  bool large = false;               ///< several records for each interrupt
  std::size_t most = 8;             ///< records that fit
  std::vector<PebsRecord> records;  ///< up to pebs_index
  DefectSet defects{};

  /// How many records raise the interrupt: one, or all that fit but those that may come in the
  /// meantime. Source: pebs_update_threshold.
  [[nodiscard]] std::size_t threshold() const {
    if (!large) return 1;
    return defects.has(defect::kPebsNoReserve) ? most : most - kPebsCounters;
  }
  /// The CPU writes a record; false if it does not fit any more.
  bool write(const PebsRecord& record) {
    if (records.size() == most) return false;
    records.push_back(record);
    return true;
  }
};

/// The counter that a record belongs to: none if it is of several precise events, or of none. A
/// record whose status is empty belongs to the only precise event, if there is only one.
inline std::optional<unsigned> pebs_counter_of(const Pebs& pebs, PebsRecord& record) {
  const bool alone = std::has_single_bit(pebs.enabled);
  std::uint64_t status = record.status & pebs.enabled;
  if (status == 0 && alone && !pebs.defects.has(defect::kPebsEmptyStatusDropped))
    status = record.status = pebs.enabled;
  if (status == 0) return std::nullopt;
  const auto first = static_cast<unsigned>(std::countr_zero(status));
  if (std::has_single_bit(status) || pebs.defects.has(defect::kPebsCollisionTaken)) return first;
  return std::nullopt;
}

/// Whether a record belongs to `counter`. Source: get_next_pebs_record_by_bit.
inline bool is_pebs_record_of(const Pebs& pebs, const PebsRecord& record, unsigned counter) {
  const std::uint64_t bit = std::uint64_t{1} << counter;
  if (pebs.defects.has(defect::kPebsNextOfAny)) return true;
  if ((record.status & bit) == 0) return false;
  return pebs.format >= 3 || (record.status & pebs.enabled) == bit ||
         pebs.defects.has(defect::kPebsCollisionTaken);
}

/// Rewrites the buffer into samples, event by event, in the order of their records. `out` has
/// - `sample(counter, record)`: a sample of the event of `counter`;
/// - `lost(counter, count)`: `count` samples of that event are lost.
/// Source: intel_pmu_drain_pebs_nhm, intel_pmu_drain_pebs_icl.
template <class Out>
void intel_pmu_drain_pebs(Pebs& pebs, Out& out) {
  std::vector<PebsRecord> records = pebs.records;
  if (!pebs.defects.has(defect::kPebsIndexKept) || records.size() == pebs.most)
    pebs.records.clear();
  std::array<std::uint64_t, kPebsCounters> counts{}, errors{};
  for (PebsRecord& record : records) {
    const std::uint64_t status = record.status & pebs.enabled;
    if (pebs.format >= 3) {
      for (std::size_t c = 0; c < kPebsCounters; ++c) counts.at(c) += status >> c & 1U;
    } else if (const auto counter = pebs_counter_of(pebs, record)) {
      ++counts.at(*counter);
    } else {
      for (std::size_t c = 0; c < kPebsCounters; ++c) errors.at(c) += status >> c & 1U;
    }
  }
  for (unsigned c = 0; c < kPebsCounters; ++c) {
    if (errors.at(c) != 0 && !pebs.defects.has(defect::kPebsCollisionUntold))
      out.lost(c, errors.at(c));
    for (const PebsRecord& record : records) {
      if (counts.at(c) == 0) break;
      if (!is_pebs_record_of(pebs, record, c)) continue;
      out.sample(c, record);
      --counts.at(c);
    }
  }
}

/// The running task is about to be replaced: records in the buffer are its own, if there may be
/// any. Source: intel_pmu_pebs_sched_task.
template <class Out>
void intel_pmu_pebs_sched_out(Pebs& pebs, Out& out) {
  if (pebs.large && !pebs.defects.has(defect::kPebsSwitchIgnored)) intel_pmu_drain_pebs(pebs, out);
}

}  // namespace ringcheck
