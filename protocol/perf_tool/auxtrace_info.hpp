#pragma once
// PERF_RECORD_AUXTRACE_INFO: what a decoder of trace must know about the unit and the recording.
//
// Perf first asks for the size (info_priv_size), then fills the record (info_fill). The decoder
// takes only as much as the record's size says is there, since older versions of perf wrote less.
//
// Source: tools/perf/arch/x86/util/intel-pt.c intel_pt_info_priv_size, intel_pt_info_fill,
// intel_pt_filter_bytes; tools/perf/util/intel-pt.c intel_pt_process_auxtrace_info, intel_pt_has;
// tools/perf/arch/arm64/util/arm-spe.c arm_spe_info_priv_size, arm_spe_info_fill;
// tools/perf/util/auxtrace.c perf_event__synthesize_auxtrace_info. Deviation: that the header is of
// another byte order is left out.
// Tested by tests/properties/aux/aux_mutants_test.cpp.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "protocol/perf_tool/defects.hpp"

namespace ringcheck {

/// Types of units. Source: enum auxtrace_type.
inline constexpr std::uint64_t kAuxtraceIntelPt = 1, kAuxtraceArmSpe = 4;

/// Words of the private part for Intel PT, in their order. Source: INTEL_PT_PMU_TYPE and others.
enum class PtInfo : std::uint8_t {
  pmu_type,
  time_shift,
  time_mult,
  time_zero,
  cap_user_time_zero,
  tsc_bit,
  noretcomp_bit,
  have_sched_switch,
  snapshot_mode,
  per_cpu_mmaps,
  mtc_bit,
  mtc_freq_bits,
  tsc_ctc_n,
  tsc_ctc_d,
  cyc_bit,
  max_nonturbo_ratio,
  filter_length,
};
inline constexpr std::size_t kPtInfoWords = 17;

/// What perf knows about an Intel PT recording: a number for each word, and the rest.
struct PtInfoValues {
  std::array<std::uint64_t, kPtInfoWords> words{};  ///< all but filter_length
  std::string filter;                               ///< address filter; empty: none
  std::uint64_t event_trace = 0;                    ///< caps/event_trace
};

/// Bytes that a filter takes: whole words, its final zero included; 0 if there is no filter.
/// Source: intel_pt_filter_bytes.
inline std::uint64_t intel_pt_filter_bytes(const std::string& filter, DefectSet defects = {}) {
  if (filter.empty()) return 0;
  const std::uint64_t zero = defects.has(defect::kFilterWithoutZero) ? 0 : 1;
  return (filter.size() + zero + 7) / 8 * 8;
}

/// Bytes of the private part. Source: intel_pt_info_priv_size.
inline std::uint64_t intel_pt_info_priv_size(const PtInfoValues& values, DefectSet defects = {}) {
  const std::uint64_t last = defects.has(defect::kInfoSizeWithoutLast) ? 0 : 8;
  return kPtInfoWords * 8 + intel_pt_filter_bytes(values.filter, defects) + last;
}

/// A record: its type of unit, and the private part.
struct AuxtraceInfo {
  std::uint64_t type = 0;
  std::vector<std::uint64_t> priv;
};

/// Fills the record; none if it does not fit the size that was asked for, or no buffer is mapped.
/// `mapped`: buffers. Source: intel_pt_info_fill.
inline std::optional<AuxtraceInfo> intel_pt_info_fill(const PtInfoValues& values,
                                                      std::uint64_t priv_size, std::uint64_t mapped,
                                                      DefectSet defects = {}) {
  if (mapped == 0) return std::nullopt;
  AuxtraceInfo info{kAuxtraceIntelPt, {}};
  info.priv.assign(values.words.begin(), values.words.end());
  if (defects.has(defect::kInfoRatioSwapped))
    std::swap(info.priv[static_cast<std::size_t>(PtInfo::tsc_ctc_n)],
              info.priv[static_cast<std::size_t>(PtInfo::tsc_ctc_d)]);
  info.priv[static_cast<std::size_t>(PtInfo::filter_length)] = values.filter.size();
  std::vector<std::uint64_t> text(intel_pt_filter_bytes(values.filter, defects) / 8);
  for (std::size_t i = 0; i < values.filter.size(); ++i)
    text[i / 8] |= std::uint64_t{static_cast<std::uint8_t>(values.filter[i])} << i % 8 * 8;
  info.priv.insert(info.priv.end(), text.begin(), text.end());
  info.priv.push_back(values.event_trace);
  if (info.priv.size() * 8 > priv_size) return std::nullopt;
  return info;
}

/// Reads a record whose private part may come from an older perf; none if it is malformed.
/// Source: intel_pt_process_auxtrace_info.
inline std::optional<PtInfoValues> intel_pt_process_info(const AuxtraceInfo& info,
                                                         DefectSet defects = {}) {
  const auto has = [&](PtInfo word) { return static_cast<std::size_t>(word) < info.priv.size(); };
  const auto at = [&](PtInfo word) { return info.priv.at(static_cast<std::size_t>(word)); };
  if (info.type != kAuxtraceIntelPt || !has(PtInfo::per_cpu_mmaps)) return std::nullopt;
  PtInfoValues values;
  const auto take = [&](PtInfo first, PtInfo last) {
    if (!defects.has(defect::kInfoSizeNotLooked) && !has(last)) return;
    for (auto i = static_cast<std::size_t>(first); i <= static_cast<std::size_t>(last); ++i)
      values.words.at(i) = info.priv.at(i);
  };
  take(PtInfo::pmu_type, PtInfo::per_cpu_mmaps);
  take(PtInfo::mtc_bit, PtInfo::cyc_bit);
  take(PtInfo::max_nonturbo_ratio, PtInfo::max_nonturbo_ratio);
  if (!has(PtInfo::filter_length)) return values;
  std::size_t next = kPtInfoWords;
  if (const std::uint64_t length = at(PtInfo::filter_length); length != 0) {
    const std::uint64_t words = (length + 1 + 7) / 8;
    if (words > info.priv.size() - next) return std::nullopt;
    if (info.priv[next + words - 1] >> 56U != 0) return std::nullopt;
    for (std::uint64_t i = 0; i < length; ++i)
      values.filter.push_back(static_cast<char>(info.priv[next + i / 8] >> i % 8 * 8));
    next += words;
  }
  if (next < info.priv.size()) values.event_trace = info.priv[next];
  return values;
}

/// Words of the private part for Arm SPE. Source: ARM_SPE_PMU_TYPE, ARM_SPE_AUXTRACE_PRIV_MAX.
inline constexpr std::size_t kSpeInfoWords = 2;

/// Fills the record for Arm SPE; none as above. Source: arm_spe_info_fill.
inline std::optional<AuxtraceInfo> arm_spe_info_fill(std::uint64_t pmu_type, std::uint64_t mapped) {
  if (mapped == 0) return std::nullopt;
  return AuxtraceInfo{kAuxtraceArmSpe, {pmu_type, 0}};
}

}  // namespace ringcheck
