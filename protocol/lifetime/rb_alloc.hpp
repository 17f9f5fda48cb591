#pragma once
// Setting a buffer up: what rb_alloc and rb_alloc_aux make of the sizes and watermarks asked for.
//
// Source: kernel/events/ring_buffer.c rb_alloc, ring_buffer_init, rb_alloc_aux, rb_alloc_aux_page,
// __rb_free_aux; kernel/events/internal.h perf_data_size; include/asm-generic/getorder.h.
// Deviations: whether a page can be had is the caller's to say; pages themselves, and the PMU's
// private data, are not represented.
// Tested by tests/protocol and tests/properties/core/conform_test.cpp.

#include <algorithm>
#include <bit>
#include <cstdint>

#include "protocol/core/error_number.hpp"
#include "protocol/lifetime/defects.hpp"

namespace ringcheck {

/// The type in which the number of a ring's pages is multiplied by their size.
enum class PagesType : std::uint8_t {
  as_int,   ///< Linux 6.1: that of rb->nr_pages
  as_long,  ///< a repair, which AUX areas have
};

/// Bytes of a data ring; `page_shift`: the bytes of a page are two to the power of it.
/// Source: perf_data_size.
constexpr std::uint64_t perf_data_size(std::uint64_t nr_pages, unsigned page_shift,
                                       PagesType type) {
  const std::uint64_t bytes = nr_pages << page_shift;
  if (type == PagesType::as_long) return bytes;
  return static_cast<std::uint64_t>(
      std::int64_t{static_cast<std::int32_t>(static_cast<std::uint32_t>(bytes))});
}

/// What a data ring starts with.
struct RingSetup {
  std::uint64_t watermark = 0;  ///< bytes between wakeups
  bool overwrite = false;       ///< the writer does not look at the tail
  bool paused = false;
};

/// A ring of `data_size` bytes. `watermark`: bytes asked for, 0 for half the ring. `writable`: the
/// reader may store its tail. Source: ring_buffer_init.
constexpr RingSetup ring_buffer_init(std::uint64_t data_size, std::int64_t watermark, bool writable,
                                     DefectSet defects = {}) {
  RingSetup setup;
  if (watermark != 0)
    setup.watermark =
        static_cast<std::uint64_t>(std::min(static_cast<std::int64_t>(data_size), watermark));
  if (setup.watermark == 0) setup.watermark = data_size / 2;
  setup.overwrite = !writable && !defects.has(defect::kWritableBackward);
  setup.paused = data_size == 0;
  return setup;
}

/// rb->paused after PERF_EVENT_IOC_PAUSE_OUTPUT: a ring without pages stays paused.
/// Source: rb_toggle_paused.
constexpr bool rb_toggle_paused(std::uint64_t nr_pages, bool pause, DefectSet defects = {}) {
  return pause || (nr_pages == 0 && !defects.has(defect::kResumeWithoutPages));
}

/// The largest order of pages that may be asked for; one less since 6.4. Source:
/// include/linux/mmzone.h.
inline constexpr int kMaxOrder = 11;

/// How large the pieces of contiguous pages are that the kernel asks for.
enum class AuxPieces : std::uint8_t {
  large,            ///< Linux 6.1: as large as mode and watermark let them be
  as_the_pmu_asks,  ///< Linux 6.12: large only if the PMU needs or prefers it, else single pages
};

/// When the list of an area's pages is freed. Source: __rb_free_aux.
enum class ListFreed : std::uint8_t {
  with_pages,  ///< Linux 6.1 and 6.12: if the area has pages
  always,      ///< a repair
};

/// What rb_alloc_aux is asked for, and how the PMU responds.
struct AuxRequest {
  std::uint64_t page_size = 4096;  ///< a power of two
  std::uint64_t nr_pages = 0;      ///< at least 1
  std::int64_t watermark = 0;      ///< bytes asked for; 0 for half the area
  std::uint64_t pgoff = 0;
  bool writable = true;
  bool has_aux = true;         ///< the PMU has setup_aux
  bool setup_succeeds = true;  ///< and it accepts the pages
  bool no_sg = false;          ///< PERF_PMU_CAP_AUX_NO_SG: one contiguous piece in overwrite mode
  bool prefers_large = false;  ///< PERF_PMU_CAP_AUX_PREFER_LARGE
  AuxPieces pieces = AuxPieces::large;
  int max_order = kMaxOrder;
  ListFreed list_freed = ListFreed::with_pages;
  DefectSet defects{};
};

/// The AUX area that rb_alloc_aux made.
struct AuxSetup {
  int result = kNoMemory;      ///< 0, or a negative error number
  std::uint64_t nr_pages = 0;  ///< 0 unless result is 0, like all below
  bool overwrite = false;
  std::uint64_t watermark = 0;  ///< bytes
  std::uint64_t pgoff = 0;
  bool list_lost = false;  ///< there is no area, and nobody frees the list of its pages
};

/// The least order whose pages hold `bytes`. Pre: bytes > 0. Source: get_order.
constexpr int get_order(std::uint64_t bytes, std::uint64_t page_size) {
  return static_cast<int>(std::bit_width((bytes - 1) / page_size));
}

/// Whether a data ring of `nr_pages` pages can be had at all: a pointer to each comes in one piece
/// with `head` bytes before them. Source: rb_alloc.
constexpr bool rb_alloc_fits(std::uint64_t nr_pages, unsigned page_shift, std::uint64_t head) {
  constexpr std::uint64_t kPointerBytes = 8;
  const auto order = static_cast<int>(std::bit_width(head + nr_pages * kPointerBytes - 1));
  return order < static_cast<int>(page_shift) + kMaxOrder;
}

/// Up to which order rb_alloc_aux asks for the list of an area's pages.
enum class ListLimit : std::uint8_t {
  max_order,  ///< Linux 6.1: MAX_ORDER, which is one more than the largest order until 6.4
  largest,    ///< the largest order that there is
};

/// What comes of asking for the list of an area's pages.
enum class AuxList : std::uint8_t {
  had,
  refused,  ///< without asking
  warned,   ///< the allocator warns of an order that it does not have
};

/// Asks for the list, a pointer for each page, in one piece. kcalloc_node is told to warn, other
/// than who asks for the pages themselves. Source: rb_alloc_aux; mm/slab_common.c
/// __kmalloc_large_node; mm/page_alloc.c __alloc_pages.
constexpr AuxList rb_alloc_aux_list(std::uint64_t nr_pages, std::uint64_t page_size,
                                    ListLimit limit) {
  constexpr std::uint64_t kPointerBytes = 8;
  const int order = get_order(nr_pages * kPointerBytes, page_size);
  const int largest = kMaxOrder - 1;
  if (order > (limit == ListLimit::max_order ? kMaxOrder : largest)) return AuxList::refused;
  return order > largest ? AuxList::warned : AuxList::had;
}

/// The order of the piece that asking for `order` yields, or -1 when there is none.
/// `available(order)`: whether pages of this order can be had. Source: rb_alloc_aux_page.
template <class Available>
constexpr int rb_alloc_aux_page(int order, Available&& available, int max_order = kMaxOrder) {
  order = std::min(order, max_order);
  while (order >= 0 && !available(order)) --order;
  return order;
}

/// Makes an AUX area. `available` as for rb_alloc_aux_page; `piece(order)` is told of each piece in
/// the order of allocation. Source: rb_alloc_aux.
template <class Available, class Piece>
constexpr AuxSetup rb_alloc_aux(const AuxRequest& request, Available&& available, Piece&& piece) {
  AuxSetup failed;
  if (!request.has_aux) {
    failed.result = kNotSupported;
    return failed;
  }
  const bool overwrite = !request.writable;
  auto watermark = static_cast<std::uint64_t>(request.watermark);
  if (overwrite)
    watermark = 0;
  else if (watermark == 0)
    watermark = std::min<std::uint64_t>(UINT32_MAX, request.nr_pages * (request.page_size / 2));
  const auto floor_order = [](std::uint64_t pages) {
    return static_cast<int>(std::bit_width(pages)) - 1;
  };
  // In overwrite mode the largest pieces that fit; otherwise none larger than the watermark.
  const int largest = overwrite || request.defects.has(defect::kAuxOrderIgnoresWatermark)
                          ? floor_order(request.nr_pages)
                          : get_order(watermark, request.page_size);
  const bool wants_large =
      request.pieces == AuxPieces::large || request.no_sg || request.prefers_large;
  const int max_order = wants_large ? largest : 0;

  constexpr std::uint64_t kPointerBytes = 8;
  if (get_order(request.nr_pages * kPointerBytes, request.page_size) > request.max_order)
    return failed;
  int first_order = -1;
  for (std::uint64_t pages = 0; pages < request.nr_pages;) {
    const int wanted = std::min(max_order, floor_order(request.nr_pages - pages));
    const int order = rb_alloc_aux_page(wanted, available, request.max_order);
    if (order < 0) {
      failed.list_lost = pages == 0 && request.list_freed == ListFreed::with_pages;
      return failed;
    }
    if (pages == 0) first_order = order;
    piece(order);
    pages += std::uint64_t{1} << order;
  }
  if (request.no_sg && overwrite && first_order != max_order) return failed;
  if (!request.setup_succeeds) return failed;
  return {0, request.nr_pages, overwrite, watermark, request.pgoff};
}

}  // namespace ringcheck
