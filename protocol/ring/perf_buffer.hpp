#pragma once
// PerfBuffer: where the words of a perf ring buffer lie, and what never changes about it.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/core/barrier_plan.hpp"
#include "protocol/core/defect.hpp"
#include "protocol/core/long_width.hpp"
#include "protocol/core/page_word.hpp"
#include "protocol/lifetime/rb_alloc.hpp"
#include "protocol/ring/perf_record.hpp"

namespace ringcheck {

/// Addresses of the words of a perf buffer, consecutive from a base address.
/// Source: struct perf_buffer (kernel/events/internal.h) and struct perf_event_mmap_page.
struct PerfBufferCells {
  std::uint64_t head;       ///< rb->head: where the next reservation starts (bytes, running)
  std::uint64_t nest;       ///< rb->nest: writers between get_handle and put_handle
  std::uint64_t wakeup;     ///< rb->wakeup: stream position of the last wakeup
  std::uint64_t lost;       ///< rb->lost: records lost and not reported yet
  std::uint64_t poll;       ///< rb->poll: set when the reader is to be woken
  std::uint64_t paused;     ///< rb->paused
  std::uint64_t data_head;  ///< user_page->data_head: written by the kernel, read by the reader
  std::uint64_t data_tail;  ///< user_page->data_tail: written by the reader, read by the kernel
  std::uint64_t data;       ///< first word of the data area

  static constexpr std::array<std::string_view, 8> kNames = {
      "head", "nest", "wakeup", "lost", "poll", "paused", "data_head", "data_tail"};

  /// The layout from address `base` on.
  static constexpr PerfBufferCells at(std::uint64_t base) {
    return {base, base + 1, base + 2, base + 3, base + 4, base + 5, base + 6, base + 7, base + 8};
  }
  /// Number of words from the base on, with `data_words` words of data.
  static constexpr std::uint64_t count(std::uint64_t data_words) {
    return kNames.size() + data_words;
  }
  /// Name of word `i` from the base.
  static std::string name(std::uint64_t i) {
    if (i < kNames.size()) return std::string(kNames[i]);
    return "data[" + std::to_string(i - kNames.size()) + "]";
  }
};

/// In which order a reservation reads the reader's tail and the write position.
///
/// With the tail first, an interrupt between the two can write beyond the tail that was read, once
/// the reader has made room on another CPU. The space test then sees head - tail larger than the
/// buffer, takes the excess modulo its size for free space, and the reservation runs into records
/// that are not read yet.
///
/// With the head first, such a reservation fails at the cmpxchg. And since the nest count is
/// raised, nobody publishes between the two loads, so the tail is never past the head that was
/// loaded. With another look at the head before a record is refused, this does not depend on the
/// nest count, at the price of one load on the way to a refusal.
enum class ReserveOrder : std::uint8_t {
  tail_first,  ///< Linux 6.1
  head_first,  ///< since 1af61adb3a23 "Use local_try_cmpxchg in __perf_output_begin" (2023)
  head_again,  ///< the same, and a record is refused only if the head is still what it was
};

/// How a reservation compares what it reaches with the stamp of the last wakeup.
///
/// A nested writer between the cmpxchg and the comparison may move the stamp past what the
/// interrupted writer has reserved. In unsigned arithmetic the reservation then seems to be far
/// beyond the watermark, and the stamp moves on once more. From then on wakeups come late, or with
/// every record.
enum class WakeupStamp : std::uint8_t {
  as_unsigned,  ///< Linux 6.1
  as_signed,    ///< what would repair it
};

/// A perf buffer: its place in memory and what does not change while it is used.
struct PerfBuffer {
  PerfBufferCells at{};
  /// Address of rb->events: samples since the last wakeup that their number caused. A buffer whose
  /// events all wake by the watermark has none.
  std::optional<std::uint64_t> events{};
  /// The upper halves of data_head and data_tail, if somebody accesses them half by half; the words
  /// of `at` are then the lower halves.
  std::optional<std::uint64_t> data_head_high{}, data_tail_high{};
  std::uint64_t data_size = 0;    ///< bytes of the data area; a power of two, or 0 without pages
  std::uint64_t page_size = 0;    ///< bytes of a page of it; a power of two
  std::uint64_t watermark = 0;    ///< bytes between wakeups
  bool overwrite = false;         ///< writers do not look at the tail
  bool whole_words = true;        ///< all positions and sizes are multiples of a word
  bool stamp_first = false;       ///< get_handle samples rb->wakeup before it raises the nest count
  bool lost_taken_first = false;  ///< begin takes the lost count before it reserves, and gives it
                                  ///< back if it fails
  bool refusal_wakes = false;     ///< a begin that finds no space wakes who waits
  bool flag_release = false;      ///< rb->poll is stored after the published head, not relaxed
  bool marked_data = false;       ///< data accesses are READ_ONCE and WRITE_ONCE instead of plain
  bool names_accesses = false;    ///< each access is named by its site, for printing
  ReserveOrder reserve_order = ReserveOrder::tail_first;
  WakeupStamp wakeup_stamp = WakeupStamp::as_unsigned;
  int attempts = 8;              ///< bound on the rounds of the retry loops
  LongWidth width{};             ///< of the kernel's long: positions and the count of losses
  LongWidth reader_width{};      ///< of the reader's
  bool high_half_first = false;  ///< a 32-bit reader loads the upper half of data_head first
  /// A LOST record leaves the sample data of the record after it alone; in Linux 6.1 it has its own
  /// in there.
  bool lost_keeps_ids = false;
  /// libperf copies a record that wraps as a whole, as in Linux 6.12; in 6.1 no more of it than a
  /// union perf_event has.
  bool copies_whole = false;
  BarrierPlan plan{};
  DefectSet defects{};

  /// A buffer of `data_words` words at `base` that wakes its reader every half buffer.
  /// Source: ring_buffer_init.
  static constexpr PerfBuffer make(std::uint64_t base, std::uint64_t data_words) {
    PerfBuffer rb;
    rb.at = PerfBufferCells::at(base);
    rb.data_size = data_words * kWordBytes;
    rb.page_size = rb.data_size;
    rb.watermark = ring_buffer_init(rb.data_size, 0, true).watermark;
    return rb;
  }

  /// rb->nr_pages.
  [[nodiscard]] constexpr std::uint64_t nr_pages() const {
    return page_size == 0 ? 0 : data_size / page_size;
  }
  [[nodiscard]] constexpr bool has(const Defect& defect) const { return defects.has(defect); }
  /// The words of the user page as a 32-bit reader accesses them.
  [[nodiscard]] constexpr PageWord head_word() const {
    return {at.data_head, data_head_high, high_half_first};
  }
  [[nodiscard]] constexpr PageWord tail_word() const { return {at.data_tail, data_tail_high}; }

  /// Address of the data word that holds stream offset `offset` (bytes, running).
  template <class Value>
  [[nodiscard]] Value data_word(const Value& offset) const {
    return Value(at.data) + ((offset >> Value(3)) & Value(data_size / kWordBytes - 1));
  }
};

/// Bytes free for writing in a ring: one byte always stays free, so that full and empty differ.
/// Pre: `size` is a power of two. Source: CIRC_SPACE, include/linux/circ_buf.h.
template <class Value>
Value circ_space(const Value& head, const Value& tail, std::uint64_t size) {
  return (tail - (head + Value(1))) & Value(size - 1);
}

}  // namespace ringcheck
