#pragma once
// What transactions and readers of the AUX area say about themselves.

#include <array>

#include "protocol/core/observation.hpp"

namespace ringcheck::said {

/// Head, room, number of the event, handle->wakeup (room, wakeup: 0 in overwrite mode).
template <class Value = std::uint64_t>
struct AuxBegun {
  static constexpr std::uint32_t kKind = 96;
  Value head, room, event, wakeup;
};

/// Head: the reader left no room.
template <class Value = std::uint64_t>
struct AuxRefused {
  static constexpr std::uint32_t kKind = 97;
  Value head;
};

/// Offset, size, flags.
template <class Value = std::uint64_t>
struct AuxEnded {
  static constexpr std::uint32_t kKind = 98;
  Value offset, size, flags;
};

/// Offset, size: the handle was closed already.
template <class Value = std::uint64_t>
struct AuxEndWithoutBegin {
  static constexpr std::uint32_t kKind = 99;
  Value offset, size;
};

/// Offset, size, handle->wakeup or 0 if that stays as it was.
template <class Value = std::uint64_t>
struct AuxSkipped {
  static constexpr std::uint32_t kKind = 100;
  Value offset, size, wakeup;
};

/// Head: user_page->aux_head was stored.
template <class Value = std::uint64_t>
struct AuxHeadStored {
  static constexpr std::uint32_t kKind = 101;
  Value head;
};

/// A transaction dropped the last reference.
template <class Value = std::uint64_t>
struct AuxFreed {
  static constexpr std::uint32_t kKind = 102;
};

/// What: the kernel warns that this cannot happen.
template <class Value = std::uint64_t>
struct Warned {
  static constexpr std::uint32_t kKind = 103;
  Value what;
};

/// Offset, size, old and new head: a reader takes these bytes.
template <class Value = std::uint64_t>
struct AuxWindow {
  static constexpr std::uint32_t kKind = 104;
  Value offset, size, old_head, new_head;
};

/// Tail: user_page->aux_tail was stored.
template <class Value = std::uint64_t>
struct AuxTailStored {
  static constexpr std::uint32_t kKind = 105;
  Value tail;
};

/// Offset in the area, unit: a reader loaded it.
template <class Value = std::uint64_t>
struct TraceLoaded {
  static constexpr std::uint32_t kKind = 106;
  Value offset, unit;
};

/// Offset in the area, size: filled with zeroes by a driver.
template <class Value = std::uint64_t>
struct Padded {
  static constexpr std::uint32_t kKind = 107;
  Value offset, size;
};

/// Offset, size: something beyond the area is read or written.
template <class Value = std::uint64_t>
struct OutsideArea {
  static constexpr std::uint32_t kKind = 109;
  Value offset, size;
};

/// Index: a reader looks at something that nobody set.
template <class Value = std::uint64_t>
struct Uninitialised {
  static constexpr std::uint32_t kKind = 110;
  Value index;
};

/// Position, bytes, 0 before and 1 after copying trace to a sample.
template <class Value = std::uint64_t>
struct AuxSampled {
  static constexpr std::uint32_t kKind = 112;
  Value position, bytes, after;
};

/// Position: it is divided by a watermark of 0.
template <class Value = std::uint64_t>
struct DividedByZero {
  static constexpr std::uint32_t kKind = 113;
  Value position;
};

/// Position of the stream (bytes), session, unit: a trace unit stored it.
template <class Value = std::uint64_t>
struct TraceStored {
  static constexpr std::uint32_t kKind = 114;
  Value position, session, unit;
};

/// Session, position (bytes), units that it may make.
template <class Value = std::uint64_t>
struct UnitStarted {
  static constexpr std::uint32_t kKind = 115;
  Value session, position, units;
};

/// Session, units that it made.
template <class Value = std::uint64_t>
struct UnitDrained {
  static constexpr std::uint32_t kKind = 116;
  Value session, units;
};

/// 1 if the unit runs, where its event is active.
template <class Value = std::uint64_t>
struct UnitEnabled {
  static constexpr std::uint32_t kKind = 117;
  Value runs;
};

/// Rb->aux_head, aux_wakeup, aux_nest, when the driver's CPU is done.
template <class Value = std::uint64_t>
struct AuxRest {
  static constexpr std::uint32_t kKind = 118;
  Value head, wakeup, nest;
};

/// Earlier writes of system registers have taken effect (isb).
template <class Value = std::uint64_t>
struct ContextSynced {
  static constexpr std::uint32_t kKind = 119;
};

/// A null pointer is used.
template <class Value = std::uint64_t>
struct NullUsed {
  static constexpr std::uint32_t kKind = 120;
};

/// Every kind of them.
inline constexpr std::array kAuxKinds = {
    AuxBegun<>::kKind,    AuxRefused<>::kKind,    AuxEnded<>::kKind,    AuxEndWithoutBegin<>::kKind,
    AuxSkipped<>::kKind,  AuxHeadStored<>::kKind, AuxFreed<>::kKind,    Warned<>::kKind,
    AuxWindow<>::kKind,   AuxTailStored<>::kKind, TraceLoaded<>::kKind, Padded<>::kKind,
    OutsideArea<>::kKind, Uninitialised<>::kKind, AuxSampled<>::kKind,  DividedByZero<>::kKind,
    TraceStored<>::kKind, UnitStarted<>::kKind,   UnitDrained<>::kKind, UnitEnabled<>::kKind,
    AuxRest<>::kKind,     ContextSynced<>::kKind, NullUsed<>::kKind};

}  // namespace ringcheck::said
