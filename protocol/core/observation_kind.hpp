#pragma once
// What protocol code says about itself through Cpu::observe, for properties and printing.

#include <cstdint>

namespace ringcheck {

/// Kind of an observation. The comment names its numbers. Offsets and sizes are bytes of the
/// stream, running and never masked. "stored" and "loaded" kinds are told right after the access
/// that they are about.
enum class ObservationKind : std::uint32_t {
  // The writer of a perf buffer.
  refused =
      1,  ///< why (RefusedFor), head, tail, size wanted: begin found no space, or the buffer paused
  reserved,        ///< offset, size, tail that allowed it, whether a LOST record is part of it
  word_stored,     ///< offset, value: a word of data was stored
  lost_reported,   ///< offset of the LOST record, records that it reports
  record_written,  ///< offset, size, name, time: the last word of the record was stored
  finished,        ///< offset, size: all words of the reservation were stored
  nested_put,      ///< nest count seen: not the outermost writer, nothing published
  head_stored,     ///< head: data_head was stored
  retried,         ///< head published: nested records came in between, put_handle goes round again
  woken,           ///< rb->wakeup: the reader was woken
  passed_pause,    ///< the pause flag was loaded, as not set

  // The reader of a perf buffer.
  head_loaded = 32,  ///< head, own tail
  fell_behind,       ///< head, own tail: the distance exceeds the buffer; the reader skips to head
  word_loaded,       ///< offset, value
  bad_record,        ///< offset, size in its header: reading ends here
  consumed,          ///< offset, size, value of the header word
  tail_stored,       ///< tail: data_tail was stored
  woken_up,          ///< poll slept and returns
  asleep,  ///< address of its trigger: poll found nothing, its wait queue's trigger was loaded as 0
  paused,  ///< the pause flag was stored as set
  resumed,         ///< the pause flag was stored as not set
  snapshot_begun,  ///< start, end: an overwrite reader will read these stream offsets

  // Who attaches, maps and stops.
  lifetime_broken = 56,  ///< LifetimeBreak
  lifetime_step,         ///< a rare step was taken: an event was moved, stopped or freed
  waiters_woken,         ///< index of the event whose wait queue is woken

  // The ring of one word a record.
  slot_skipped = 64,  ///< record: the ring was full
  slot_stored,        ///< record
  slot_loaded,        ///< position in the stream, value

  // AUX transactions. Offsets are bytes of the AUX stream.
  aux_begun =
      96,  ///< head, room, number of the event, handle->wakeup (room, wakeup: 0 in overwrite mode)
  aux_refused,            ///< head: the reader left no room
  aux_ended,              ///< offset, size, flags
  aux_end_without_begin,  ///< offset, size: the handle was closed already
  aux_skipped,            ///< offset, size, handle->wakeup or 0 if that stays as it was
  aux_head_stored,        ///< head: user_page->aux_head was stored
  aux_freed,              ///< a transaction dropped the last reference
  warned,                 ///< what: the kernel warns that this cannot happen
  aux_window,             ///< offset, size, old and new head: a reader takes these bytes
  aux_tail_stored,        ///< tail: user_page->aux_tail was stored
  trace_loaded,           ///< offset in the area, unit: a reader loaded it
  padded,                 ///< offset in the area, size: filled with zeroes by a driver
  synced,                 ///< device address, size: made visible to the CPU
  outside_area,           ///< offset, size: beyond the area something is read or written
  uninitialised,          ///< index: a reader looks at what nobody set
  barrier_packet,         ///< offset in the bounce buffer: a barrier packet was put there
  aux_sampled,            ///< position, bytes, 0 before and 1 behind copying trace to a sample
  divided_by_zero,        ///< position: it is divided by a watermark of 0
  trace_stored,           ///< position of the stream (bytes), session, unit: a trace unit stored it
  unit_started,           ///< session, position (bytes), units that it may make
  unit_drained,           ///< session, units that it made
  unit_enabled,           ///< 1 if the unit runs, where its event is active
  aux_rest,               ///< rb->aux_head, aux_wakeup, aux_nest, when the driver's CPU is done
  context_synced,         ///< writes of system registers before have taken effect (isb)
  null_used,              ///< a pointer is used that is null

  compiled = 128,  ///< Departure, place, other place: what the compiler does to these accesses
};

/// Why a begin was refused.
enum class RefusedFor : std::uint8_t { no_space, paused };

/// What must not happen to a buffer or an event while somebody uses it.
enum class LifetimeBreak : std::uint8_t {
  used_after_free = 1,  ///< a freed buffer is accessed
  freed_twice,
  accounted_twice,  ///< the accounting of a buffer's pages is undone twice
  no_buffer,        ///< a mapping is closed whose event has no buffer
  wrong_list,       ///< who walks a buffer's list of events comes to another buffer's
  stop_missed,      ///< an active event is not stopped
  freed_in_atomic,  ///< pages are freed where nobody may sleep
  reference_left,   ///< who frees pages finds a reference to them
  allocated_twice,  ///< pages are allocated where there are some
};

constexpr std::uint32_t kind_number(ObservationKind kind) {
  return static_cast<std::uint32_t>(kind);
}

}  // namespace ringcheck
