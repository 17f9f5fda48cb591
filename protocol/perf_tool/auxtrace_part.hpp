#pragma once
// AuxtracePart: perf's part for a unit as it comes to be, when perf starts to record.
//
// Source: tools/perf/arch/x86/util/intel-pt.c intel_pt_recording_init; intel-bts.c
// intel_bts_recording_init; tools/perf/arch/arm64/util/arm-spe.c arm_spe_recording_init;
// tools/perf/arch/arm/util/cs-etm.c cs_etm_record_init.
// Tested by tests/protocol/perf_tool/auxtrace_part_test.cpp and `make kernel`.

#include <cstdint>
#include <optional>

#include "protocol/core/error_number.hpp"
#include "protocol/perf_tool/auxtrace_options.hpp"

namespace ringcheck {

/// What a part needs and cannot have.
enum class PartLacks : std::uint8_t {
  nothing,
  pmu,          ///< the kernel has no such PMU
  environment,  ///< a variable of the environment cannot be set
  memory,
};

/// perf's part for a unit, as far as who reads its areas asks.
struct AuxtracePart {
  bool made = false;
  std::optional<int> error{};             ///< none: whatever it was before
  std::uint64_t alignment = 0;            ///< of pieces of trace; 0: any. Units: bytes
  std::uint64_t default_sample_size = 0;  ///< of trace in samples; 0: perf's. Units: bytes
  bool finds_snapshots = false;           ///< it has a find_snapshot
};

/// The part for `pmu`, which is that of a unit. A PMU of Intel that is not there is no error.
constexpr AuxtracePart auxtrace_part(RecordedPmu pmu, PartLacks lacks) {
  constexpr int kNoDevice = -19;
  constexpr std::uint64_t kBranchBytes = 24, kSampleBytes = 4096;
  const bool spe = pmu == RecordedPmu::arm_spe;
  const bool intel = pmu == RecordedPmu::intel_pt || pmu == RecordedPmu::intel_bts;
  AuxtracePart part;
  if (lacks == PartLacks::pmu) {
    if (!intel) part.error = spe ? kNoDevice : kInvalid;
    return part;
  }
  if (lacks == PartLacks::memory || (lacks == PartLacks::environment && intel)) {
    part.error = kNoMemory;
    return part;
  }
  part.made = true;
  if (!intel) part.error = 0;
  if (pmu == RecordedPmu::intel_bts) part.alignment = kBranchBytes;
  if (pmu == RecordedPmu::intel_pt) part.default_sample_size = kSampleBytes;
  part.finds_snapshots = pmu != RecordedPmu::cs_etm;
  return part;
}

}  // namespace ringcheck
