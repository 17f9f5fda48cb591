#pragma once
// What the code of the data ring says about itself.

#include <array>

#include "protocol/core/observation.hpp"

namespace ringcheck {

/// Why a begin was refused.
enum class RefusedFor : std::uint8_t { no_space, paused };

namespace said {

/// Why (RefusedFor), head, tail, size wanted: begin found no space, or the buffer paused.
template <class Value = std::uint64_t>
struct Refused {
  static constexpr std::uint32_t kKind = 1;
  Value why, head, tail, size;
};

/// Offset, size, tail that allowed it, whether a LOST record is part of it.
template <class Value = std::uint64_t>
struct Reserved {
  static constexpr std::uint32_t kKind = 2;
  Value offset, size, tail, lost;
};

/// Offset, value: a word of data was stored.
template <class Value = std::uint64_t>
struct WordStored {
  static constexpr std::uint32_t kKind = 3;
  Value offset, value;
};

/// Offset of the LOST record, records that it reports.
template <class Value = std::uint64_t>
struct LostReported {
  static constexpr std::uint32_t kKind = 4;
  Value offset, records;
};

/// Offset, size, name, time: the last word of the record was stored.
template <class Value = std::uint64_t>
struct RecordWritten {
  static constexpr std::uint32_t kKind = 5;
  Value offset, size, name, time;
};

/// Offset, size: all words of the reservation were stored.
template <class Value = std::uint64_t>
struct Finished {
  static constexpr std::uint32_t kKind = 6;
  Value offset, size;
};

/// Nest count seen: not the outermost writer, nothing published.
template <class Value = std::uint64_t>
struct NestedPut {
  static constexpr std::uint32_t kKind = 7;
  Value nest;
};

/// Head: data_head was stored.
template <class Value = std::uint64_t>
struct HeadStored {
  static constexpr std::uint32_t kKind = 8;
  Value head;
};

/// Head published: nested records came in between, put_handle goes round again.
template <class Value = std::uint64_t>
struct Retried {
  static constexpr std::uint32_t kKind = 9;
  Value head;
};

/// Rb->wakeup: the reader was woken.
template <class Value = std::uint64_t>
struct Woken {
  static constexpr std::uint32_t kKind = 10;
  Value stamp;
};

/// The pause flag was loaded as clear.
template <class Value = std::uint64_t>
struct PassedPause {
  static constexpr std::uint32_t kKind = 11;
};

/// Head, own tail.
template <class Value = std::uint64_t>
struct HeadLoaded {
  static constexpr std::uint32_t kKind = 32;
  Value head, tail;
};

/// Head, own tail: the distance exceeds the buffer; the reader skips to head.
template <class Value = std::uint64_t>
struct FellBehind {
  static constexpr std::uint32_t kKind = 33;
  Value head, tail;
};

/// Offset, value.
template <class Value = std::uint64_t>
struct WordLoaded {
  static constexpr std::uint32_t kKind = 34;
  Value offset, value;
};

/// Offset, size in its header: reading ends here.
template <class Value = std::uint64_t>
struct BadRecord {
  static constexpr std::uint32_t kKind = 35;
  Value offset, size;
};

/// Offset, size, value of the header word.
template <class Value = std::uint64_t>
struct Consumed {
  static constexpr std::uint32_t kKind = 36;
  Value offset, size, header;
};

/// Tail: data_tail was stored.
template <class Value = std::uint64_t>
struct TailStored {
  static constexpr std::uint32_t kKind = 37;
  Value tail;
};

/// Record: the ring was full.
template <class Value = std::uint64_t>
struct SlotSkipped {
  static constexpr std::uint32_t kKind = 64;
  Value record;
};

/// Record.
template <class Value = std::uint64_t>
struct SlotStored {
  static constexpr std::uint32_t kKind = 65;
  Value record;
};

/// Position in the stream, value.
template <class Value = std::uint64_t>
struct SlotLoaded {
  static constexpr std::uint32_t kKind = 66;
  Value position, value;
};

/// Departure, place, other place: what the compiler does to these accesses.
template <class Value = std::uint64_t>
struct Compiled {
  static constexpr std::uint32_t kKind = 128;
  Value departure, place, other;
};

/// Every kind of them.
inline constexpr std::array kRingKinds = {
    Refused<>::kKind,       Reserved<>::kKind,    WordStored<>::kKind,  LostReported<>::kKind,
    RecordWritten<>::kKind, Finished<>::kKind,    NestedPut<>::kKind,   HeadStored<>::kKind,
    Retried<>::kKind,       Woken<>::kKind,       PassedPause<>::kKind, HeadLoaded<>::kKind,
    FellBehind<>::kKind,    WordLoaded<>::kKind,  BadRecord<>::kKind,   Consumed<>::kKind,
    TailStored<>::kKind,    SlotSkipped<>::kKind, SlotStored<>::kKind,  SlotLoaded<>::kKind,
    Compiled<>::kKind};

}  // namespace said
}  // namespace ringcheck
