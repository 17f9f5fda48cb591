#pragma once
// AuxBuffer: where the words of an AUX area lie, and what never changes about it.

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "protocol/aux/byte_area.hpp"
#include "protocol/core/barrier_plan.hpp"
#include "protocol/core/defect.hpp"
#include "protocol/ring/perf_buffer.hpp"
#include "protocol/ring/perf_event.hpp"

namespace ringcheck {

/// Flags of a PERF_RECORD_AUX. Source: include/uapi/linux/perf_event.h.
inline constexpr std::uint64_t kAuxTruncated = 0x01;    ///< trace was lost for want of room
inline constexpr std::uint64_t kAuxOverwrite = 0x02;    ///< the buffer is in overwrite mode
inline constexpr std::uint64_t kAuxPartial = 0x04;      ///< trace has gaps
inline constexpr std::uint64_t kAuxCollision = 0x08;    ///< a sample collided with another
inline constexpr std::uint64_t kAuxPmuFormat = 0xff00;  ///< mask: the trace's format

/// Addresses of the words of an AUX area, consecutive from a base address.
/// Source: struct perf_buffer (kernel/events/internal.h) and struct perf_event_mmap_page.
struct AuxBufferCells {
  std::uint64_t aux_head;    ///< rb->aux_head: position of the next transaction (bytes, running)
  std::uint64_t aux_wakeup;  ///< rb->aux_wakeup: position of the last wakeup
  std::uint64_t aux_nest;    ///< rb->aux_nest: 1 while a transaction is open
  std::uint64_t aux_mmap_count;  ///< rb->aux_mmap_count
  std::uint64_t aux_refcount;    ///< rb->aux_refcount: the mapping, and one for an open transaction
  std::uint64_t refcount;        ///< rb->refcount
  std::uint64_t user_head;       ///< user_page->aux_head: written by the kernel, read by the reader
  std::uint64_t user_tail;       ///< user_page->aux_tail: written by the reader, read by the kernel

  static constexpr std::array<std::string_view, 8> kNames = {
      "rb.aux_head",  "aux_wakeup", "aux_nest", "aux_mmap_count",
      "aux_refcount", "refcount",   "aux_head", "aux_tail"};
  static constexpr std::uint64_t kCount = kNames.size();
  /// The layout from address `base` on.
  static constexpr AuxBufferCells at(std::uint64_t base) {
    return {base, base + 1, base + 2, base + 3, base + 4, base + 5, base + 6, base + 7};
  }
};

/// Addresses of the words of an output handle, consecutive from a base address. A handle belongs to
/// a CPU, and interrupts of that CPU use it too. Source: struct perf_output_handle.
struct AuxHandle {
  std::uint64_t event;   ///< number of the event whose transaction is open, or 0
  std::uint64_t head;    ///< where the transaction starts (bytes, running)
  std::uint64_t size;    ///< room (bytes); not used in overwrite mode
  std::uint64_t wakeup;  ///< position at which the reader wants to be woken
  std::uint64_t flags;   ///< aux_flags

  static constexpr std::array<std::string_view, 5> kNames = {"event", "head", "size", "wakeup",
                                                             "aux_flags"};
  static constexpr std::uint64_t kCount = kNames.size();
  /// The layout from address `base` on.
  static constexpr AuxHandle at(std::uint64_t base) {
    return {base, base + 1, base + 2, base + 3, base + 4};
  }
};

/// How rb->aux_head, a long, is stored to the 64 bits of the user page.
enum class PageHead : std::uint8_t {
  as_long,      ///< with its sign: Linux 6.1
  as_unsigned,  ///< what would repair it
};

/// An AUX area: its place in memory and what does not change while it is used.
struct AuxBuffer {
  AuxBufferCells at{};
  ByteArea area{};                      ///< the trace; its size is aux_nr_pages pages
  std::uint64_t watermark = 0;          ///< bytes between wakeups; 0 in overwrite mode
  bool overwrite = false;               ///< the writer goes on over what nobody read
  bool has_aux = true;                  ///< rb->aux_nr_pages != 0
  std::uint64_t cpu = 0;                ///< smp_processor_id() of the CPU that writes
  PerfBuffer ring{};                    ///< the data ring, to which AUX records go
  std::span<const PerfEvent> events{};  ///< those that may write here
  LongWidth width{};                    ///< of the kernel's long: positions and sizes
  /// The upper halves of the user page's aux_head and aux_tail, if a 32-bit kernel accesses them
  /// half by half; the words of `at` are then the lower halves.
  std::optional<std::uint64_t> user_head_high{}, user_tail_high{};
  PageHead page_head = PageHead::as_long;
  BarrierPlan plan{};
  DefectSet defects{};

  /// Bytes of the area. Source: perf_aux_size.
  [[nodiscard]] constexpr std::uint64_t size() const { return area.bytes; }
  [[nodiscard]] constexpr bool has(const Defect& defect) const { return defects.has(defect); }
};

}  // namespace ringcheck
