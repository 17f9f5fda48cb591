#pragma once
// What `perf record -e NAME` opens, a type and a configuration, and which PMU of the kernel gets
// the event.
//
// Perf knows the names of hardware and software events; group:name is a tracepoint, with its number
// from tracefs; rHEX is raw; mem:ADDRESS a breakpoint; pmu/term=value,…/ an event of the PMU of
// that name, whose number and format of terms are in sysfs.
//
// In the kernel, hardware events go to the core's PMU, or to the one that the upper half of the
// configuration names. A PMU with a number of its own is found by that number. Software events are
// offered to one PMU after the other.
//
// Source: tools/perf/util/parse-events.c event_symbols_hw, event_symbols_sw, add_tracepoint,
// parse_events_add_pmu, parse_events_add_breakpoint; tools/perf/util/pmu.c pmu_config_term,
// pmu_format_value, perf_pmu__format_parse; kernel/events/core.c perf_init_event,
// perf_pmu_register, perf_swevent_init, cpu_clock_event_init, perf_tp_event_init. Deviations: a few
// names of each kind; terms have numbers; cache events are not there.
// Tested by tests/properties/aux/aux_mutants_test.cpp.

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "protocol/core/error_number.hpp"
#include "protocol/record/defects.hpp"

namespace ringcheck {

/// Types. Source: enum perf_type_id. The types of other PMUs come after them.
inline constexpr std::uint64_t kTypeHardware = 0, kTypeSoftware = 1, kTypeTracepoint = 2,
                               kTypeRaw = 4, kTypeBreakpoint = 5, kTypeFirstDynamic = 6;

/// The part of attr that says what is counted.
struct EventConfig {
  std::uint64_t type = 0;
  std::array<std::uint64_t, 3> config{};  ///< config, config1, config2
  std::uint64_t breakpoint = 0;           ///< bp_addr

  friend bool operator==(const EventConfig&, const EventConfig&) = default;
};

/// A term of a PMU's format: "config:0-7,32-35". The bits of its value go to these bits, lowest
/// first.
struct FormatTerm {
  std::string_view name;
  std::size_t word = 0;  ///< which of the three words
  std::vector<unsigned> bits;
};

/// A PMU as sysfs shows it. Source: struct perf_pmu.
struct SysfsPmu {
  std::string_view name;
  std::uint64_t type = 0;
  std::vector<FormatTerm> format;
};

/// A term with its value, as the command line has it.
struct AskedTerm {
  std::string_view name;
  std::uint64_t value = 0;
};

/// Puts a value into the bits of its term; false if it does not fit. Source: pmu_format_value.
inline bool pack_term(EventConfig& attr, const FormatTerm& term, std::uint64_t value,
                      DefectSet defects) {
  if (term.bits.size() < 64 && value >> term.bits.size() != 0) return false;
  std::uint64_t& word = attr.config.at(defects.has(defect::kTermsInFirstWord) ? 0 : term.word);
  for (unsigned i = 0; i < term.bits.size(); ++i) {
    const unsigned to = defects.has(defect::kTermBitsInARow) ? term.bits[0] + i : term.bits[i];
    word |= (value >> i & 1U) << to;
  }
  return true;
}

/// What -e opens for an event of a PMU; none if there is no such PMU or term, or a value does not
/// fit. Source: parse_events_add_pmu.
inline std::optional<EventConfig> open_pmu_event(const std::vector<SysfsPmu>& sysfs,
                                                 std::string_view name,
                                                 const std::vector<AskedTerm>& terms,
                                                 DefectSet defects = {}) {
  const auto pmu = std::ranges::find(sysfs, name, &SysfsPmu::name);
  if (pmu == sysfs.end()) return std::nullopt;
  EventConfig attr{.type = pmu->type};
  for (const AskedTerm& asked : terms) {
    const auto term = std::ranges::find(pmu->format, asked.name, &FormatTerm::name);
    if (term == pmu->format.end() || !pack_term(attr, *term, asked.value, defects))
      return std::nullopt;
  }
  return attr;
}

/// What -e opens for a name without a slash. `tracepoints`: names of tracefs, numbered from 1.
inline std::optional<EventConfig> open_named_event(std::string_view name,
                                                   const std::vector<std::string_view>& tracepoints,
                                                   DefectSet defects = {}) {
  constexpr std::array<std::string_view, 3> kHardware = {"cycles", "instructions",
                                                         "cache-references"};
  constexpr std::array<std::string_view, 4> kSoftware = {"cpu-clock", "task-clock", "page-faults",
                                                         "context-switches"};
  const auto number = [&](const auto& list) {
    return static_cast<std::uint64_t>(std::ranges::find(list, name) - list.begin());
  };
  const auto hexadecimal = [](std::string_view digits) {
    std::uint64_t value = 0;
    for (const char digit : digits)
      value =
          value * 16 + static_cast<std::uint64_t>(digit <= '9' ? digit - '0' : digit - 'a' + 10);
    return value;
  };
  if (const auto at = number(kHardware); at < kHardware.size())
    return EventConfig{.type = kTypeHardware, .config = {at}};
  if (const auto at = number(kSoftware); at < kSoftware.size())
    return EventConfig{.type = kTypeSoftware, .config = {at}};
  if (name.starts_with("mem:0x"))
    return EventConfig{.type = kTypeBreakpoint, .breakpoint = hexadecimal(name.substr(6))};
  if (const auto at = number(tracepoints); at < tracepoints.size())
    return EventConfig{.type = kTypeTracepoint,
                       .config = {defects.has(defect::kTracepointByPlace) ? at : at + 1}};
  if (name.starts_with('r') && name.size() > 1 &&
      name.find_first_not_of("0123456789abcdef", 1) == std::string_view::npos)
    return EventConfig{.type = kTypeRaw, .config = {hexadecimal(name.substr(1))}};
  return std::nullopt;
}

/// A PMU of the kernel. Source: struct pmu.
struct KernelPmu {
  std::string_view name;
  std::uint64_t type = 0;
  bool numbered = true;   ///< found by its number; software PMUs are not
  bool extended = false;  ///< PERF_PMU_CAP_EXTENDED_HW_TYPE: takes hardware events by number
  std::vector<std::uint64_t> software{};  ///< which software events it takes

  /// Whether the event is one of this PMU's own. Source: pmu->event_init.
  [[nodiscard]] bool takes(const EventConfig& attr) const {
    if (!software.empty())
      return attr.type == kTypeSoftware &&
             std::ranges::find(software, attr.config[0]) != software.end();
    const bool core = type == kTypeRaw || extended;
    return attr.type == type || (core && (attr.type == kTypeHardware || attr.type == kTypeRaw));
  }
};

/// The PMU that gets the event; null if none does. Clears the PMU's number from a hardware event's
/// configuration. Source: perf_init_event.
inline const KernelPmu* perf_init_event(const std::vector<KernelPmu>& pmus, EventConfig& attr,
                                        DefectSet defects = {}) {
  std::uint64_t type = attr.type;
  bool by_number = false;
  if (type == kTypeHardware && !defects.has(defect::kHardwareByItself)) {
    type = attr.config[0] >> 32U;
    by_number = type != 0;
    if (by_number)
      attr.config[0] &= UINT32_MAX;
    else
      type = kTypeRaw;
  }
  for (const KernelPmu& pmu : pmus) {
    if (!pmu.numbered || pmu.type != type) continue;
    if (attr.type != type && type != kTypeRaw && !pmu.extended) return nullptr;
    return pmu.takes(attr) ? &pmu : nullptr;
  }
  for (const KernelPmu& pmu : pmus) {
    if (pmu.takes(attr)) return &pmu;
    if (defects.has(defect::kFirstRefusalEnds)) return nullptr;
  }
  return nullptr;
}

}  // namespace ringcheck
