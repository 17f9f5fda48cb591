#pragma once
// Mapping the AUX area: what perf_mmap requires of a mapping's offset and size.
//
// User space writes the area's offset and size to the first page of the buffer, and then maps
// exactly that. The page stays writable, so the kernel looks at each of the two only once.
//
// Source: kernel/events/core.c perf_mmap. Deviations: accounting of locked pages, and allocation
// (protocol/lifetime/rb_alloc.hpp), are not part of this; sizes and offsets are bytes, not pages.
// Tested by tests/properties/aux/aux_mutants_test.cpp.

#include <cstdint>
#include <optional>
#include <type_traits>

#include "protocol/aux/aux_cpu.hpp"
#include "protocol/aux/defects.hpp"

namespace ringcheck {

/// Pages of a mapping: where it starts in the file, and how many. Units: pages.
struct AuxPages {
  std::uint64_t offset = 0, count = 0;
};

/// A buffer as perf_mmap finds it.
struct AuxMmapTarget {
  std::uint64_t aux_offset = 0;  ///< address of user_page->aux_offset (bytes)
  std::uint64_t aux_size = 0;    ///< address of user_page->aux_size (bytes)
  std::uint64_t page_size = 4096;
  std::uint64_t data_pages = 0;
  std::optional<AuxPages> mapped{};  ///< the area that there is
  DefectSet defects{};
};

/// True if a mapping of `pages` is granted: of the area that there is, or of one to be made. What
/// is granted is written to `made`.
template <AuxCpu C>
bool perf_mmap_aux(C& cpu, const AuxMmapTarget& rb, const AuxPages& pages, AuxPages& made) {
  using Value = typename C::Value;
  const auto refuses = [&](const Defect& defect, const typename C::Truth& condition) {
    return !rb.defects.has(defect) && cpu.branch(condition);
  };
  return cpu.scope([&] {
    const Value offset = cpu.read_once(rb.aux_offset);
    const Value size = cpu.read_once(rb.aux_size);
    const Value page = rb.page_size;
    if (refuses(defect::kAuxMmapOverData, offset < Value(rb.data_pages + 1) * page)) return false;
    if (refuses(defect::kAuxMmapElsewhere, !(offset == Value(pages.offset) * page))) return false;
    if (rb.mapped && rb.mapped->offset != pages.offset &&
        !rb.defects.has(defect::kAuxMmapAgainMoved))
      return false;
    if (refuses(defect::kAuxMmapSizeNotChecked, !(size == Value(pages.count) * page))) return false;
    if (rb.mapped && rb.mapped->count != pages.count &&
        !rb.defects.has(defect::kAuxMmapAgainResized))
      return false;
    const bool power = pages.count != 0 && (pages.count & (pages.count - 1)) == 0;
    if (!power && !rb.defects.has(defect::kAuxMmapAnyPages)) return false;
    made = rb.mapped ? *rb.mapped : pages;
    if constexpr (std::is_same_v<Value, std::uint64_t>)
      if (rb.defects.has(defect::kAuxMmapOffsetReadTwice))
        made = {cpu.read_once(rb.aux_offset) / rb.page_size,
                cpu.read_once(rb.aux_size) / rb.page_size};
    return true;
  });
}

}  // namespace ringcheck
