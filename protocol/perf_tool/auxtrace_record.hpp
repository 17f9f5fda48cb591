#pragma once
// auxtrace_record: what perf's part for a driver does while perf records, and the events that it
// starts and stops.
//
// Source: tools/perf/util/auxtrace.c auxtrace_record__snapshot_start,
// auxtrace_record__snapshot_finish, auxtrace_record__find_snapshot, auxtrace_record__read_finish;
// tools/perf/util/evsel.c evsel__enable, evsel__disable; tools/perf/util/evlist.c evlist__disable;
// tools/perf/arch/*/util/{intel-pt,intel-bts,arm-spe,cs-etm}.c *_snapshot_start, *_snapshot_finish,
// which are alike. Deviations: an event is enabled on all its CPUs at once.
// Tested by tests/protocol/perf_tool/auxtrace_record_test.cpp and
// tests/properties/aux/aux_mutants_test.cpp.

#include <cstdint>
#include <optional>
#include <span>

#include "protocol/aux/aux_cpu.hpp"

namespace ringcheck {

/// An event of perf's list.
struct Evsel {
  std::uint64_t type = 0;      ///< attr.type: number of the PMU
  std::uint64_t enabled = 0;   ///< address: 1 while the kernel lets it run
  std::uint64_t disabled = 0;  ///< address: evsel->disabled, what perf believes
  /// Address: which of its ioctls, counted from 1, fails; it counts down. No address: none fails.
  std::optional<std::uint64_t> fails{};
  bool aux = false;  ///< of a PMU with an AUX area: evsel__is_aux_event
  /// Its CPUs are those of the buffers from one index to another: evsel->core.cpus.
  std::uint64_t first_buffer = 0, end_buffer = ~std::uint64_t{0};

  /// Whether it runs on the CPU of a buffer.
  [[nodiscard]] constexpr bool runs_at(std::uint64_t buffer) const {
    return first_buffer <= buffer && buffer < end_buffer;
  }
};

/// Whether the next ioctl fails, and changes nothing.
template <AuxCpu C>
bool ioctl_fails(C& cpu, const Evsel& evsel) {
  using Value = typename C::Value;
  if (!evsel.fails) return false;
  const Value left = cpu.load(*evsel.fails);
  if (cpu.branch(left == Value(0))) return false;
  cpu.store(*evsel.fails, left - Value(1));
  return cpu.branch(left == Value(1));
}

/// Lets the event run. True: failed. Source: evsel__enable.
template <AuxCpu C>
bool evsel_enable(C& cpu, const Evsel& evsel) {
  if (ioctl_fails(cpu, evsel)) return true;
  cpu.write_once(evsel.enabled, 1);
  cpu.store(evsel.disabled, 0);
  return false;
}

/// Stops the event. True: failed. Source: evsel__disable.
template <AuxCpu C>
bool evsel_disable(C& cpu, const Evsel& evsel) {
  if (ioctl_fails(cpu, evsel)) return true;
  cpu.write_once(evsel.enabled, 0);
  cpu.store(evsel.disabled, 1);
  return false;
}

/// Stops all events for good. Source: evlist__disable.
template <AuxCpu C>
void evlist_disable(C& cpu, std::span<const Evsel> events) {
  using Value = typename C::Value;
  for (const Evsel& evsel : events) {
    if (cpu.branch(cpu.load(evsel.disabled) == Value(0))) cpu.write_once(evsel.enabled, 0);
    cpu.store(evsel.disabled, 1);
  }
}

/// The first event of PMU `type`, or null. Recording options have made sure that there is no second
/// one.
inline const Evsel* evsel_of(std::span<const Evsel> events, std::uint64_t type) {
  for (const Evsel& evsel : events)
    if (evsel.type == type) return &evsel;
  return nullptr;
}

/// The first event of any PMU with an AUX area, or null.
inline const Evsel* aux_evsel_of(std::span<const Evsel> events) {
  for (const Evsel& evsel : events)
    if (evsel.aux) return &evsel;
  return nullptr;
}

/// Changes the events of PMUs with an AUX area, until one fails. True: one has failed, or there is
/// none.
template <class Change>
bool each_aux_evsel_fails(std::span<const Evsel> events, Change&& change) {
  bool none = true;
  for (const Evsel& evsel : events) {
    if (!evsel.aux) continue;
    if (change(evsel)) return true;
    none = false;
  }
  return none;
}

/// The driver callbacks that are alike for all drivers: they act on the PMU's event. True: failed.
struct PmuRecorder {
  std::uint64_t type = 0;  ///< of the PMU
  std::span<const Evsel> events{};
  /// A drain looks for the first event of any PMU with an AUX area, as in Linux 6.12.
  bool drains_any = false;
  /// Snapshots stop and start the events of all such PMUs, as for Arm SPE in Linux 6.12.
  bool stops_all = false;

  template <AuxCpu C>
  bool snapshot_start(C& cpu) const {
    const auto disable = [&](const Evsel& evsel) { return evsel_disable(cpu, evsel); };
    if (stops_all) return each_aux_evsel_fails(events, disable);
    const Evsel* evsel = evsel_of(events, type);
    return evsel == nullptr || disable(*evsel);
  }
  template <AuxCpu C>
  bool snapshot_finish(C& cpu) const {
    const auto enable = [&](const Evsel& evsel) { return evsel_enable(cpu, evsel); };
    if (stops_all) return each_aux_evsel_fails(events, enable);
    const Evsel* evsel = evsel_of(events, type);
    return evsel == nullptr || enable(*evsel);
  }
  /// The event that a drain enables again, or null.
  [[nodiscard]] const Evsel* drained() const {
    return drains_any ? aux_evsel_of(events) : evsel_of(events, type);
  }
  /// Enables the event again on the CPU whose buffer was drained, since it had no room there;
  /// unless perf has disabled it. An event that does not run there is an error (docs/findings.md
  /// V-66). Source: auxtrace_record__read_finish, evlist__enable_event_idx.
  template <AuxCpu C>
  bool read_finish(C& cpu, std::uint64_t buffer = 0) const {
    using Value = typename C::Value;
    const Evsel* evsel = drained();
    if (evsel == nullptr) return true;
    if (!cpu.branch(cpu.load(evsel->disabled) == Value(0))) return false;
    if (!evsel->runs_at(buffer)) return true;
    if (ioctl_fails(cpu, *evsel)) return true;
    cpu.write_once(evsel->enabled, 1);
    return false;
  }
};

/// Stops the unit that will be read. A driver without the callback has nothing to stop. True:
/// failed.
template <AuxCpu C, class Itr>
bool auxtrace_record_snapshot_start(C& cpu, Itr& itr) {
  if constexpr (requires { itr.snapshot_start(cpu); }) return itr.snapshot_start(cpu);
  return false;
}

/// Starts it again, unless perf is at its exit. True: failed.
template <AuxCpu C, class Itr>
bool auxtrace_record_snapshot_finish(C& cpu, Itr& itr, bool on_exit) {
  if constexpr (requires { itr.snapshot_finish(cpu); })
    if (!on_exit) return itr.snapshot_finish(cpu);
  return false;
}

}  // namespace ringcheck
