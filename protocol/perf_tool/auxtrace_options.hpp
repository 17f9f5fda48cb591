#pragma once
// Setting up a recording of AUX trace: which unit's part of perf records, how its events are
// opened, how large areas and samples are, and what is given back at the end.
//
// Source: tools/perf/arch/x86/util/auxtrace.c auxtrace_record__init_intel;
// tools/perf/arch/arm/util/auxtrace.c auxtrace_record__init; tools/perf/util/auxtrace.c
// auxtrace_record__init, auxtrace_record__free, auxtrace_record__reference,
// auxtrace_parse_sample_options, auxtrace_validate_aux_sample_size;
// tools/perf/arch/x86/util/intel-pt.c intel_pt_recording_options, intel_pt_reference,
// intel_pt_recording_free; tools/perf/arch/arm64/util/arm-spe.c arm_spe_recording_options,
// arm_spe_recording_free; tools/perf/util/intel-pt-decoder/intel-pt-decoder.c intel_pt_8b_tsc.
// Deviations: of the units Intel PT and BTS, Arm CoreSight and SPE, of which options, but for
// sizes, are those of PT and SPE; events that track tasks are in record/evlist.hpp.
// Tested by tests/properties/aux/aux_mutants_test.cpp,
// tests/protocol/perf_tool/auxtrace_options_test.cpp and, for sizes, by `make kernel`.

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

#include "protocol/core/error_number.hpp"
#include "protocol/perf_tool/defects.hpp"
#include "protocol/perf_tool/snapshot_options.hpp"

namespace ringcheck {

/// PMUs of events.
enum class RecordedPmu : std::uint8_t { other, intel_pt, intel_bts, cs_etm, arm_spe };

/// What perf is built for.
enum class PerfArch : std::uint8_t { x86, arm64, other };

/// The unit whose part of perf records: `other` for no unit; none if perf refuses events of two
/// units. Source: auxtrace_record__init of each architecture.
inline std::optional<RecordedPmu> auxtrace_record_init(PerfArch arch,
                                                       const std::vector<RecordedPmu>& events,
                                                       DefectSet defects = {}) {
  if (arch == PerfArch::other) return RecordedPmu::other;  // the weak definition
  const bool x86 = arch == PerfArch::x86;
  const RecordedPmu first = x86 ? RecordedPmu::intel_pt : RecordedPmu::cs_etm;
  const RecordedPmu second = x86 ? RecordedPmu::intel_bts : RecordedPmu::arm_spe;
  const bool has_first = std::ranges::find(events, first) != events.end();
  const bool has_second = std::ranges::find(events, second) != events.end();
  if (has_first && has_second && !defects.has(defect::kTwoUnitsTaken)) return std::nullopt;
  return has_first ? first : has_second ? second : RecordedPmu::other;
}

/// An event as perf will open it.
struct AuxtraceEvent {
  RecordedPmu pmu = RecordedPmu::other;
  bool leads = true;                  ///< of its group
  std::uint64_t sample_period = 0;    ///< 0: as the command line has it
  std::uint64_t aux_watermark = 0;    ///< bytes; 0: half of the area
  std::uint64_t aux_sample_size = 0;  ///< bytes of trace in each of its samples
  bool samples_cpu = false;
  bool timestamps = false;  ///< config has ts_enable; PT's default has tsc
  friend bool operator==(const AuxtraceEvent&, const AuxtraceEvent&) = default;
};

/// What perf record is asked for. Sizes are pages of 4 KiB; 0: not said.
struct AuxtraceOptions {
  bool snapshot = false, sample = false;
  std::uint64_t aux_pages = 0;
  std::uint64_t data_pages = 0;
  std::uint64_t snapshot_size = 0;  ///< bytes
  bool per_cpu = true;              ///< maps of CPUs, not of threads
  bool privileged = true;
  std::uint64_t min_interval = 4096;  ///< caps/min_interval of Arm SPE
  bool full_auxtrace = false;         ///< there is an AUX event; set by recording_options
};

inline constexpr std::uint64_t kAuxtracePageBytes = 4096;
/// The most trace that a sample can have. Source: MAX_AUX_SAMPLE_SIZE.
inline constexpr std::uint64_t kMostAuxSample = 60 * 1024;

/// --aux-sample: events in the group of an AUX event get trace in their samples. `size` 0: as much
/// as the unit's part of perf suggests. Returns 0 or an error.
/// Source: auxtrace_parse_sample_options.
inline int auxtrace_parse_sample_options(std::vector<AuxtraceEvent>& events,
                                         AuxtraceOptions& options, std::uint64_t size,
                                         std::uint64_t default_size, DefectSet defects = {}) {
  constexpr std::uint64_t kDefault = 4096;
  if (size == 0 && !defects.has(defect::kNoDefaultSampleSize)) size = default_size;
  if (size == 0 && !defects.has(defect::kNoDefaultSampleSize)) size = kDefault;
  bool in_group = false;
  for (AuxtraceEvent& event : events) {
    if (event.leads)
      in_group = event.pmu != RecordedPmu::other;
    else if (in_group)
      event.aux_sample_size = size;
    if (event.aux_sample_size > kMostAuxSample) return kInvalid;
    options.sample = options.sample || event.aux_sample_size != 0;
  }
  return options.sample ? 0 : kInvalid;
}

/// The rules for sizes of a unit's recording.
constexpr SnapshotSizes snapshot_sizes_of(RecordedPmu pmu) {
  if (pmu == RecordedPmu::arm_spe) return SnapshotSizes::arm_spe;
  return pmu == RecordedPmu::cs_etm ? SnapshotSizes::cs_etm : SnapshotSizes::intel;
}

/// Fills in sizes that were not given. False: they do not fit.
inline bool resolve_auxtrace_sizes(const std::vector<AuxtraceEvent>& events, RecordedPmu pmu,
                                   AuxtraceOptions& options, DefectSet defects) {
  const bool spe = pmu == RecordedPmu::arm_spe;
  if (options.snapshot) {
    const auto sizes = resolve_snapshot_sizes(
        {false, options.snapshot_size, options.aux_pages, options.data_pages},
        snapshot_sizes_of(pmu), options.privileged, kAuxtracePageBytes, defects);
    if (!sizes) return false;
    options.snapshot_size = sizes->snapshot_size;
    options.aux_pages = sizes->aux_pages;
    options.data_pages = sizes->data_pages;
  }
  if (options.sample && !spe) {
    std::uint64_t most = 0;
    for (const AuxtraceEvent& event : events) most = std::max(most, event.aux_sample_size);
    const std::uint64_t pages = (most + kAuxtracePageBytes - 1) / kAuxtracePageBytes;
    if (options.aux_pages == 0) options.aux_pages = std::bit_ceil(pages);
    if (most > options.aux_pages * kAuxtracePageBytes) return false;
  }
  if (options.aux_pages == 0) {
    options.aux_pages = options.privileged ? 1024 : 32;
    if (!options.privileged && options.data_pages == 0) options.data_pages = 64;
  }
  if (pmu == RecordedPmu::cs_etm) return true;
  const std::uint64_t least = !spe && (options.snapshot || options.sample) ? 1 : 2;
  return options.aux_pages >= least && std::has_single_bit(options.aux_pages);
}

/// Prepares the events for opening. Returns 0 or an error; without an AUX event nothing is changed.
/// Source: intel_pt_recording_options, arm_spe_recording_options.
inline int recording_options(std::vector<AuxtraceEvent>& events, RecordedPmu pmu,
                             AuxtraceOptions& options, DefectSet defects = {}) {
  AuxtraceEvent* aux = nullptr;
  for (AuxtraceEvent& event : events) {
    if (event.pmu != pmu) continue;
    if (aux != nullptr && !defects.has(defect::kTwoAuxEvents)) return kInvalid;
    event.sample_period = pmu == RecordedPmu::arm_spe ? options.min_interval : 1;
    aux = &event;
    options.full_auxtrace = true;
  }
  const bool pt = pmu == RecordedPmu::intel_pt;
  if (pt && options.snapshot && (aux == nullptr || options.sample)) return kInvalid;
  if (aux == nullptr) return 0;
  if (!resolve_auxtrace_sizes(events, pmu, options, defects)) return kInvalid;
  if (pt && !options.snapshot && !options.sample)
    aux->aux_watermark =
        std::min<std::uint64_t>(options.aux_pages * kAuxtracePageBytes / 4, UINT32_MAX);
  if (options.per_cpu && !defects.has(defect::kAuxEventWithoutCpu)) aux->samples_cpu = true;
  if (options.per_cpu || pt) aux->timestamps = !defects.has(defect::kAuxEventWithoutTime);
  if (!defects.has(defect::kAuxEventLeftBehind))
    std::rotate(events.begin(), events.begin() + (aux - events.data()),
                events.begin() + (aux - events.data()) + 1);
  return 0;
}

/// The memory that perf's part for a unit holds: itself, and tables of snapshots by buffer.
struct AuxtraceHoldings {
  std::uint64_t parts = 1, tables = 0;
};
/// Source: auxtrace_record__free, intel_pt_recording_free, arm_spe_recording_free.
constexpr void auxtrace_record_free(AuxtraceHoldings& holds, DefectSet defects = {}) {
  if (!defects.has(defect::kSnapshotTablesKept)) holds.tables = 0;
  --holds.parts;
}

/// The time that AUXTRACE records carry as a reference: when the area was read, on the unit's
/// clock. Source: intel_pt_reference.
constexpr std::uint64_t intel_pt_reference(std::uint64_t tsc, DefectSet defects = {}) {
  return defects.has(defect::kReferenceForgotten) ? 0 : tsc;
}

/// The full time of a packet that carries 56 bits of it, found by a reference that is no more than
/// 2^55 away. Source: intel_pt_8b_tsc.
constexpr std::uint64_t intel_pt_8b_tsc(std::uint64_t packet, std::uint64_t reference) {
  constexpr std::uint64_t kHalf = std::uint64_t{1} << 55U;
  const std::uint64_t time = packet | (reference & std::uint64_t{0xff} << 56U);
  if (time < reference) return reference - time > kHalf ? time + 2 * kHalf : time;
  return time - reference > kHalf ? time - 2 * kHalf : time;
}

}  // namespace ringcheck
