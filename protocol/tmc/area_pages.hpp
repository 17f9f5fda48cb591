#pragma once
// Pages of an AUX area as a sink's driver copies to them: each lies where it was allocated, not
// necessarily after the one before.
//
// Source: kernel/events/ring_buffer.c rb_alloc_aux, rb_alloc_aux_page; the `pages` that pmu->setup_aux
// is given; drivers/hwtracing/coresight/coresight-tmc-etr.c struct etr_perf_buffer;
// coresight-priv.h struct cs_buffers.
// Tested by tests/properties/aux/aux_mutants_test.cpp.

#include <cstdint>
#include <span>

#include "protocol/aux/byte_area.hpp"
#include "protocol/tmc/defects.hpp"

namespace ringcheck {

/// Where the pages of an AUX area lie.
struct AreaPages {
  std::span<const std::uint64_t>
      at{};                    ///< addresses of their first words; empty: one after the other
  std::uint64_t bytes = 4096;  ///< of a page
  DefectSet defects{};

  /// Bytes that a copy can fill in one piece from `offset` on.
  template <Cpu C>
  [[nodiscard]] typename C::Value piece(C&, const ByteArea& area,
                                        const typename C::Value& offset) const {
    using Value = typename C::Value;
    if (at.empty() || defects.has(defect::kAuxPageSplitIgnored)) return Value(area.bytes) - offset;
    return Value(bytes) - offset % Value(bytes);
  }
  /// `area`, placed so that offsets of the page of `offset` lie in that page. Pre: offset is in the
  /// area.
  template <Cpu C>
  [[nodiscard]] ByteArea page_of(C& cpu, ByteArea area, const typename C::Value& offset) const {
    using Value = typename C::Value;
    const std::uint64_t words = bytes / area.unit;
    for (std::uint64_t page = 0; page < at.size(); ++page)
      if (cpu.branch(offset / Value(bytes) == Value(page))) {
        area.base = at[page] - page * words;
        return area;
      }
    return area;
  }
  /// The offset `length` bytes after `offset`, around the end of the area.
  template <Cpu C>
  [[nodiscard]] typename C::Value after(C&, const ByteArea& area, const typename C::Value& offset,
                                        const typename C::Value& length) const {
    using Value = typename C::Value;
    if (defects.has(defect::kAuxPagesNotAround)) return offset + length;
    return (offset + length) % Value(area.bytes);
  }
};

}  // namespace ringcheck
