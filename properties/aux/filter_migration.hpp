#pragma once
// FilterMigration: ranges of a filter change while its event moves from one CPU to another.

#include <cstdint>
#include <vector>

#include "protocol/aux/filter_stop.hpp"
#include "protocol/core/sequential_cpu.hpp"

namespace ringcheck {

/// When an event moves, counted in accesses of the code that changes its ranges.
struct FilterMigration {
  std::uint64_t leaves = 0;   ///< the access before which it is stopped on the first CPU
  std::uint64_t arrives = 0;  ///< this many accesses later it is started on the second CPU
  bool retries = true;        ///< perf_event_stop asks again where the event has gone
  DefectSet defects{};
};

/// The outcome.
struct FilterMigrated {
  bool new_ranges = false;   ///< the second CPU traces with the new ranges
  bool left_traces = false;  ///< the first one traces, though the event has left it
};

/// Changes the ranges while the event moves, and tells what the two CPUs do after that.
FilterMigrated run_migration(const FilterMigration& migration);

}  // namespace ringcheck
