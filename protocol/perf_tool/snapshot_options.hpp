#pragma once
// The option --snapshot of perf record, and the sizes that go with it.
//
// Source: tools/perf/util/auxtrace.c auxtrace_parse_snapshot_options;
// tools/perf/arch/*/util/{intel-pt,intel-bts,arm-spe,cs-etm}.c *_parse_snapshot_options,
// *_recording_options, arm_spe_snapshot_resolve_auxtrace_defaults.
// Tested by tests/protocol/perf_tool/snapshot_options_test.cpp.

#include <bit>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>

#include "protocol/core/long_width.hpp"
#include "protocol/perf_tool/defects.hpp"

namespace ringcheck {

/// What a recording with snapshots is asked for. Sizes are bytes; 0: not given.
struct SnapshotOptions {
  bool on_exit = false;             ///< the letter e: a last snapshot at the end
  std::uint64_t snapshot_size = 0;  ///< a snapshot takes at most this much
  std::uint64_t aux_pages = 0;      ///< of the AUX area
  std::uint64_t data_pages = 0;     ///< of the data ring
};

/// Reads the option's text: a letter e or not, then a number as strtoull knows it, or nothing. None
/// if something follows, or the number does not fit into a size_t.
inline std::optional<SnapshotOptions> parse_snapshot_options(const std::string& text,
                                                             DefectSet defects = {},
                                                             LongWidth width = {}) {
  SnapshotOptions options;
  const bool letter = text.starts_with('e');
  options.on_exit = letter && !defects.has(defect::kSnapshotAtExitForgotten);
  const std::string number = text.substr(letter ? 1 : 0);
  char* end = nullptr;
  options.snapshot_size = std::strtoull(number.c_str(), &end, 0);
  if (*end != '\0' && !defects.has(defect::kSnapshotTextNotLooked)) return std::nullopt;
  if (width.unsigned_long(options.snapshot_size) != options.snapshot_size) return std::nullopt;
  return options;
}

/// The driver whose rules count.
enum class SnapshotSizes : std::uint8_t {
  intel,    ///< PT, BTS: an area of 4 KiB and more
  arm_spe,  ///< 8 KiB and more
  cs_etm,   ///< any size; the kernel refuses one that is no power of two
};

/// Fills in what was not given. The area is 4 MiB by default, or 128 KiB without privileges. The
/// snapshot is as large as the area if only that is given, and the other way round. None if the
/// snapshot is larger than the area, or the driver does not take the area. Pre: `page_size` is a
/// power of two.
constexpr std::optional<SnapshotOptions> resolve_snapshot_sizes(SnapshotOptions options,
                                                                SnapshotSizes driver,
                                                                bool privileged,
                                                                std::uint64_t page_size,
                                                                DefectSet defects = {}) {
  constexpr std::uint64_t kKiB = 1024;
  const bool nothing = options.snapshot_size == 0 && options.aux_pages == 0;
  if (!privileged && options.aux_pages == 0 && options.data_pages == 0)
    options.data_pages = 256 * kKiB / page_size;
  if (nothing) options.aux_pages = (privileged ? 4096 : 128) * kKiB / page_size;
  if (options.snapshot_size == 0) options.snapshot_size = options.aux_pages * page_size;
  if (options.aux_pages == 0) {
    const std::uint64_t pages =
        options.snapshot_size / page_size + (options.snapshot_size % page_size != 0 ? 1 : 0);
    options.aux_pages = std::bit_ceil(pages);
  }
  const std::uint64_t area = options.aux_pages * page_size;
  if (options.snapshot_size > area && !defects.has(defect::kSnapshotLargerThanArea))
    return std::nullopt;
  const std::uint64_t least = driver == SnapshotSizes::arm_spe ? 8 * kKiB : 4 * kKiB;
  if (driver != SnapshotSizes::cs_etm && (area < least || !std::has_single_bit(area)))
    return std::nullopt;
  return options;
}

}  // namespace ringcheck
