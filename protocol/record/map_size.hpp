#pragma once
// How large perf record maps its rings: -m PAGES[,AUX PAGES], in pages or in bytes with a unit.
//
// Source: tools/perf/util/evlist.c parse_pages_arg, evlist__mmap_size,
// perf_event_mlock_kb_in_pages; tools/perf/builtin-record.c record__parse_mmap_pages;
// tools/perf/arch/x86/util/intel-pt.c intel_pt_recording_options, tools/perf/arch/arm/util/cs-etm.c
// cs_etm_recording_options, tools/perf/arch/arm64/util/arm-spe.c arm_spe_recording_options, whose
// defaults are alike. Tested by tests/protocol/record/deployment_test.cpp.

#include <bit>
#include <cstdint>
#include <optional>

#include "protocol/record/defects.hpp"

namespace ringcheck {

inline constexpr std::uint64_t kMapPageSize = 4096;  ///< bytes

/// A size as -m has it: a number of pages, or of bytes.
struct GivenSize {
  std::uint64_t number = 0;
  bool in_bytes = false;  ///< it has a unit: B, K, M or G, of which `number` is the product
};

/// The number of pages, a power of two; none: perf refuses it. Source: parse_pages_arg.
constexpr std::optional<std::uint64_t> parse_pages(const GivenSize& given, DefectSet defects = {}) {
  std::uint64_t pages = given.number;
  if (given.in_bytes && defects.has(defect::kBytesRoundedDown))
    pages = given.number / kMapPageSize;
  else if (given.in_bytes)
    pages = given.number / kMapPageSize + (given.number % kMapPageSize != 0 ? 1 : 0);
  if (!std::has_single_bit(pages) && !defects.has(defect::kPagesNotRounded)) {
    // Rounding up in 64 bits: roundup_pow_of_two of 0, or of more than half, is undefined or 0.
    if (pages == 0 || pages > (std::uint64_t{1} << 63U)) return std::nullopt;
    pages = std::bit_ceil(pages);
  }
  if (pages > UINT32_MAX || pages > SIZE_MAX / kMapPageSize) return std::nullopt;
  return pages;
}

/// Pages of a data area without -m: as many as a user may lock, less the first page. `mlock_kb`:
/// kernel.perf_event_mlock_kb. Source: perf_event_mlock_kb_in_pages.
constexpr std::uint64_t default_pages(std::uint64_t mlock_kb) {
  return std::bit_floor((mlock_kb - kMapPageSize / 1024) * 1024 / kMapPageSize);
}

/// Pages of both areas.
struct MapPages {
  std::uint64_t data = 0;
  std::uint64_t aux = 0;  ///< 0: there is none
  friend constexpr bool operator==(const MapPages&, const MapPages&) = default;
};

/// What is mapped if trace is recorded in full. `data`, `aux`: as -m has them; none: not given. A
/// user without privileges gets less by default, so that both fit what he may lock.
constexpr MapPages full_trace_pages(std::optional<std::uint64_t> data,
                                    std::optional<std::uint64_t> aux, bool privileged,
                                    std::uint64_t mlock_kb) {
  MapPages pages{data.value_or(default_pages(mlock_kb)), aux.value_or(0)};
  if (pages.aux != 0) return pages;
  pages.aux = (privileged ? std::uint64_t{4} << 20U : std::uint64_t{128} << 10U) / kMapPageSize;
  if (!privileged && !data) pages.data = (std::uint64_t{256} << 10U) / kMapPageSize;
  return pages;
}

}  // namespace ringcheck
