#pragma once
// Mapping a buffer into user space: which sizes, offsets and protections mmap accepts, and which
// page a fault gives.
//
// Pages are mapped when they are first touched, and the fault enforces the rules: page 0, which has
// the positions, may be written to; all others are read-only whatever the mapping says. A mapping
// is never split, so munmap takes back exactly what mmap counted.
//
// Source: kernel/events/core.c perf_mmap, perf_mmap_open, perf_mmap_close, perf_mmap_fault,
// perf_mmap_may_split; kernel/events/ring_buffer.c perf_mmap_to_page. Deviations: one event, whose
// memory can always be had; what page 0 must say of an AUX area is in aux/aux_mmap.hpp; limits on
// locked memory and privileges are not represented. What happens when several tasks do this at once
// is in perf_lifetime.hpp, and beside the first mmap of an AUX area in aux_fault.hpp. Tested by
// tests/protocol/lifetime/perf_mapping_test.cpp.

#include <bit>
#include <cstdint>
#include <optional>

#include "protocol/core/error_number.hpp"
#include "protocol/lifetime/defects.hpp"

namespace ringcheck {

/// A mapping as mmap is asked to make it, and as it is afterwards (struct vm_area_struct). Units:
/// pages.
struct MappedArea {
  std::uint64_t pgoff = 0;  ///< 0: page 0 and the data area; otherwise the AUX area
  std::uint64_t pages = 0;
  bool shared = true;     ///< MAP_SHARED
  bool writable = false;  ///< PROT_WRITE

  friend bool operator==(const MappedArea&, const MappedArea&) = default;
};

/// What an event and its buffer keep of their mappings. Units: pages.
struct MappedBuffer {
  // The event.
  bool per_task_inherited = false;     ///< event->cpu == -1 && event->attr.inherit
  std::uint64_t event_mmap_count = 0;  ///< event->mmap_count
  // Its buffer.
  bool exists = false;           ///< event->rb
  bool overwrite = false;        ///< rb->overwrite: as the first mapping was
  std::uint64_t nr_pages = 0;    ///< rb->nr_pages
  std::uint64_t mmap_count = 0;  ///< rb->mmap_count
  std::uint64_t aux_pgoff = 0, aux_nr_pages = 0;
  std::uint64_t aux_mmap_count = 0;
  DefectSet defects{};
};

/// mmap; returns 0 or an error number. `aux_granted`: what perf_mmap_aux says about an AUX area.
/// Source: perf_mmap.
constexpr int perf_mmap(MappedBuffer& rb, const MappedArea& area, bool aux_granted = false) {
  if (rb.per_task_inherited && !rb.defects.has(defect::kInheritedIsMapped)) return kInvalid;
  if (!area.shared || area.pages == 0) return kInvalid;
  if (area.pgoff != 0) {
    if (!rb.exists || !aux_granted || rb.mmap_count == 0) return kInvalid;
    ++rb.mmap_count;
    rb.aux_pgoff = area.pgoff;
    rb.aux_nr_pages = area.pages;
    ++rb.aux_mmap_count;
  } else {
    const std::uint64_t nr_pages = area.pages - 1;
    if (nr_pages != 0 && !std::has_single_bit(nr_pages)) return kInvalid;
    if (rb.exists && rb.nr_pages != nr_pages && !rb.defects.has(defect::kRemappedInAnySize))
      return kInvalid;
    if (!rb.exists) {
      rb.exists = true;
      rb.nr_pages = nr_pages;
      rb.overwrite = !area.writable;
    }
    ++rb.mmap_count;
  }
  ++rb.event_mmap_count;
  return 0;
}

/// A mapping is opened once more, as when it is split. Source: perf_mmap_open.
constexpr void perf_mmap_open(MappedBuffer& rb, const MappedArea& area) {
  ++rb.event_mmap_count;
  ++rb.mmap_count;
  if (area.pgoff != 0) ++rb.aux_mmap_count;
}

/// munmap of a whole mapping; the last one frees the buffer. Source: perf_mmap_close.
constexpr void perf_mmap_close(MappedBuffer& rb, const MappedArea& area) {
  if (rb.aux_nr_pages != 0 && area.pgoff == rb.aux_pgoff && --rb.aux_mmap_count == 0)
    rb.aux_pgoff = rb.aux_nr_pages = 0;
  --rb.mmap_count;
  if (--rb.event_mmap_count == 0) {
    rb.exists = rb.overwrite = false;
    rb.nr_pages = 0;
  }
}

/// Whether the kernel may split a mapping in two: 0 or an error number.
/// Source: perf_mmap_may_split.
constexpr int perf_mmap_may_split(const MappedBuffer& rb) {
  return rb.defects.has(defect::kMappingIsSplit) ? 0 : kInvalid;
}

/// A page of a buffer.
struct BufferPage {
  enum class Kind : std::uint8_t { user, data, aux };
  Kind kind = Kind::user;
  std::uint64_t index = 0;  ///< in its area

  friend bool operator==(const BufferPage&, const BufferPage&) = default;
};

/// The page at `pgoff`, if there is one. Source: perf_mmap_to_page, array_index_nospec.
constexpr std::optional<BufferPage> perf_mmap_to_page(const MappedBuffer& rb, std::uint64_t pgoff) {
  if (rb.aux_nr_pages != 0) {
    if (pgoff > rb.aux_pgoff + rb.aux_nr_pages) return std::nullopt;
    if (pgoff >= rb.aux_pgoff) {
      const std::uint64_t index = pgoff - rb.aux_pgoff;
      const bool clamped = index >= rb.aux_nr_pages && !rb.defects.has(defect::kAuxPageNotClamped);
      return BufferPage{BufferPage::Kind::aux, clamped ? 0 : index};
    }
  }
  if (pgoff > rb.nr_pages) return std::nullopt;
  if (pgoff == 0) return BufferPage{};
  return BufferPage{BufferPage::Kind::data, pgoff - 1};
}

/// Why a page is wanted.
enum class Fault : std::uint8_t {
  read,
  write,    ///< FAULT_FLAG_WRITE: of a page that is not there
  mkwrite,  ///< FAULT_FLAG_MKWRITE: of a page that is there to read
};

/// The page that a fault at `pgoff` gives; none: SIGBUS. Source: perf_mmap_fault.
constexpr std::optional<BufferPage> perf_mmap_fault(const MappedBuffer& rb, std::uint64_t pgoff,
                                                    Fault fault) {
  const bool any = rb.defects.has(defect::kDataPageIsWritable);
  if (fault == Fault::mkwrite && pgoff != 0 && !any) return std::nullopt;
  if (!rb.exists) return std::nullopt;
  if (fault == Fault::write && pgoff != 0 && !any) return std::nullopt;
  return perf_mmap_to_page(rb, pgoff);
}

}  // namespace ringcheck
