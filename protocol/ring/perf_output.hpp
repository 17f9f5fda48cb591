#pragma once
// Writing a record: reserve space, copy words, end.
//
// A writer reserves space by moving rb->head with local_cmpxchg, which an interrupt on the same CPU
// can make fail. A record that finds no space is counted as lost; the next one that does find space
// brings a LOST record along.
//
// Source: kernel/events/ring_buffer.c __perf_output_begin, perf_output_end; kernel/events/core.c
// perf_output_sample, perf_event__output_id_sample. Deviations: the retry loop is bounded; of a
// data_tail in halves the upper one, which is cast off, is not loaded.
// Tested by tests/protocol, tests/properties and, against kernels, `ringcheck conform`.

#include "protocol/core/declared_state.hpp"
#include "protocol/ring/defects.hpp"
#include "protocol/ring/observations.hpp"
#include "protocol/ring/perf_output_copy.hpp"
#include "protocol/ring/sites.hpp"

namespace ringcheck {

/// Loads data_tail before ordering point A.
template <Cpu C>
typename C::Value load_tail(C& cpu, const PerfBuffer& rb) {
  cpu.site("A");
  if (rb.plan.at(site::kA) == Strength::acquire) return cpu.smp_load_acquire(rb.at.data_tail);
  return load_at(cpu, rb, site::kTailLoad, rb.at.data_tail);
}

/// Decides whether `size` bytes fit, as ordering point A: the branch separates the load of the tail
/// from the stores of data. Source: ring_buffer_has_space.
template <Cpu C>
bool ring_buffer_has_space(C& cpu, const PerfBuffer& rb, const typename C::Value& head,
                           const typename C::Value& tail, std::uint64_t size, bool backward) {
  using Value = typename C::Value;
  const Strength a = rb.plan.at(site::kA);
  const Value& first = backward ? tail : head;
  const Value& last = backward ? head : tail;
  auto space = circ_space<Value>(first, last, rb.data_size);
  if (rb.has(defect::kFullToTheLastByte)) space = Value(rb.data_size) - (first - last);
  if (rb.has(defect::kSpaceFullWidth)) space = Value(rb.data_size - 1) - (first - last);
  const auto enough = rb.has(defect::kTailNotModular)
                          ? first + Value(size) < last + Value(rb.data_size)
                          : !(space < Value(size));
  const bool fits = a == Strength::none ? cpu.branch_speculatively(enough) : cpu.branch(enough);
  if (a == Strength::mb) {
    cpu.site("A");
    cpu.smp_mb();
  }
  return fits;
}

/// Moves the write position from `from` to `to`, if nobody has moved it in between. Returns what it
/// was: `from` if it has moved.
template <Cpu C>
typename C::Value move_head(C& cpu, const PerfBuffer& rb, const typename C::Value& from,
                            const typename C::Value& to) {
  if (!rb.has(defect::kReservationNotAtomic)) return cpu.local_cmpxchg(rb.at.head, from, to);
  cpu.local_set(rb.at.head, to);
  return from;
}

/// Where the next reservation starts.
template <Cpu C>
typename C::Value load_write_position(C& cpu, const PerfBuffer& rb) {
  if (rb.has(defect::kReservesAtUserHead)) return cpu.read_once(rb.at.data_head);
  return local_read_at(cpu, rb, site::kHeadLook, rb.at.head);
}

/// Reserves `size` bytes at the write position, if there is space; an overwrite buffer always has
/// space. On success handle.start and handle.next are the least of their stream offsets.
template <Cpu C>
bool reserve(C& cpu, const PerfBuffer& rb, PerfOutputHandle<C>& handle, std::uint64_t size,
             bool have_lost) {
  using Value = typename C::Value;
  const bool head_first = rb.reserve_order != ReserveOrder::tail_first;
  const bool backward = handle.event->write_backward;
  Value offset = 0;
  Value tail = 0;
  if (head_first) offset = load_write_position(cpu, rb);
  for (int attempt = 1;; ++attempt) {
    come_by(cpu, WriterPoint::load_tail);
    if (!head_first) foresee_load(cpu, rb, site::kHeadLook, rb.at.head, 0);
    if (attempt == 1 || !rb.has(defect::kTailLoadedOnce)) tail = load_tail(cpu, rb);
    if (!head_first) offset = load_write_position(cpu, rb);
    tail = rb.width.unsigned_long(use_again(cpu, rb, site::kTailLoad, rb.at.data_tail, tail, 0));
    const std::uint64_t wanted = have_lost && rb.has(defect::kLostNotInSpaceTest)
                                     ? size - kLostRecordBytes - handle.event->id_bytes()
                                     : size;
    if (!rb.overwrite && !ring_buffer_has_space(cpu, rb, offset, tail, wanted, backward)) {
      if (rb.reserve_order == ReserveOrder::head_again) {
        const Value again = load_write_position(cpu, rb);
        if (!cpu.branch(again == offset)) {
          if (attempt == rb.attempts) cpu.reach_bound("rounds of __perf_output_begin");
          offset = again;
          continue;
        }
      }
      tell<said::Refused>(cpu, std::uint64_t(RefusedFor::no_space), offset, tail, size);
      return false;
    }
    come_by(cpu, WriterPoint::move_head);
    // The text has two names for the position: one to compare with, one that moves.
    const Value head = use_again(cpu, rb, site::kHeadLook, rb.at.head, offset, 0);
    offset = use_again(cpu, rb, site::kHeadLook, rb.at.head, offset, 1);
    handle.wakeup = rb.width.unsigned_long(
        use_again(cpu, rb, site::kStampSample, rb.at.wakeup, handle.wakeup, 1));
    const Value next = rb.width.unsigned_long(backward ? head - Value(size) : head + Value(size));
    const Value found = move_head(cpu, rb, offset, next);
    if (cpu.branch(found == offset)) break;
    if (attempt == rb.attempts) cpu.reach_bound("rounds of __perf_output_begin");
    offset = found;
  }
  if (backward != rb.has(defect::kWrongEndOfReservation))
    offset = rb.width.unsigned_long(backward ? offset - Value(size) : offset + Value(size));
  handle.start = offset;
  handle.next = offset;
  tell<said::Reserved>(cpu, offset, size, tail, have_lost ? 1 : 0);
  return true;
}

/// Stores the sample id that ends a record of `event`: that of the event itself, or of its parent
/// once a LOST record has been written with the same sample data.
/// Source: perf_event__output_id_sample.
template <Cpu C>
void perf_output_id_sample(C& cpu, const PerfBuffer& rb, PerfOutputHandle<C>& handle,
                           const PerfEvent& event) {
  if (!event.sample_id_all) return;
  const PerfEvent& whose = handle.sample_id != nullptr ? *handle.sample_id : event;
  for (const std::uint64_t field : kSampleIdFields)
    if ((event.sample_type & field) != 0) {
      const bool no_time = field == kSampleTime && rb.has(defect::kSampleIdWithoutTime);
      perf_output_word(cpu, rb, handle, typename C::Value(no_time ? 0 : whose.id_word(field)));
    }
}

/// Reports the records lost since the last report, before a record of `writer`.
template <Cpu C>
void perf_output_lost(C& cpu, const PerfBuffer& rb, PerfOutputHandle<C>& handle,
                      const PerfEvent& writer) {
  using Value = typename C::Value;
  const Value offset = handle.next;
  Value lost = 0;
  come_by(cpu, WriterPoint::report_lost);
  if (rb.lost_taken_first) {
    lost = handle.lost;
  } else if (rb.has(defect::kLostNotExchanged)) {
    lost = cpu.local_read(rb.at.lost);
    come_by(cpu, WriterPoint::copy);
    cpu.local_set(rb.at.lost, 0);
  } else {
    lost = rb.width.unsigned_long(Value(cpu.local_xchg(rb.at.lost, 0)));
  }
  tell<said::LostReported>(cpu, offset, lost);
  const std::uint64_t bytes = kLostRecordBytes + handle.event->id_bytes();
  const PerfEvent& whose = rb.has(defect::kLostIdOfWriter) ? writer : *handle.event;
  perf_output_word(cpu, rb, handle, Value(header_word(kRecordLost, 0, bytes)));
  perf_output_word(cpu, rb, handle, Value(whose.id));
  perf_output_word(cpu, rb, handle, lost);
  if (!rb.lost_keeps_ids) handle.sample_id = handle.event;
  if (rb.has(defect::kLostWithoutSampleId))
    handle.next = handle.next + Value(handle.event->id_bytes());
  else
    perf_output_id_sample(cpu, rb, handle, *handle.event);
  tell<said::RecordWritten>(cpu, offset, bytes, 0, 0);
}

/// Counts a lost sample, if somebody reads that count.
template <Cpu C>
void count_lost_sample(C& cpu, const PerfEvent& event) {
  if (event.at) cpu.atomic_inc(event.at->lost_samples);
}

/// A begin that found no space. It counts the loss and gives the handle back, which publishes what
/// nested writers may have left.
template <Cpu C>
void refuse(C& cpu, const PerfBuffer& rb, const PerfOutputHandle<C>& handle) {
  using Value = typename C::Value;
  if (rb.refusal_wakes) perf_output_wakeup(cpu, rb, *handle.event, handle.wakeup);
  if (rb.lost_taken_first) cpu.local_add(handle.lost, rb.at.lost);
  if (!rb.has(defect::kLostNotCounted)) cpu.local_inc(rb.at.lost);
  count_lost_sample(cpu, *handle.event);
  if (rb.has(defect::kFailedBeginKeepsNest)) return;
  if (rb.has(defect::kFailedBeginStoresNest)) {
    cpu.write_once(rb.at.nest, cpu.read_once(rb.at.nest) - Value(1));
    return;
  }
  perf_output_put_handle(cpu, rb, handle);
}

/// A begin that found the buffer paused, or without pages, in which there is nothing to lose.
template <Cpu C>
void refuse_paused(C& cpu, const PerfBuffer& rb, const PerfEvent& event, std::uint64_t size) {
  using Value = typename C::Value;
  if (rb.data_size == 0 && !rb.has(defect::kLostWithoutPages)) return;
  if (rb.has(defect::kPausedCountNotAtomic)) {
    const Value lost = cpu.local_read(rb.at.lost);
    come_by(cpu, WriterPoint::report_lost);
    cpu.local_set(rb.at.lost, lost + Value(1));
  } else if (!rb.has(defect::kPausedNotCounted)) {
    cpu.local_inc(rb.at.lost);
  }
  if (!rb.has(defect::kLostSampleWhenFullOnly)) count_lost_sample(cpu, event);
  tell<said::Refused>(cpu, std::uint64_t(RefusedFor::paused), 0, 0, size);
}

/// True iff a record that ends at `reached` is due to wake the reader, whose stamp is `stamp`.
template <Cpu C>
typename C::Truth watermark_passed(const PerfBuffer& rb, const typename C::Value& reached,
                                   const typename C::Value& stamp) {
  using Value = typename C::Value;
  const Value passed = rb.width.unsigned_long(reached - stamp);
  if (rb.has(defect::kWakeupNotModular)) return stamp + Value(rb.watermark) < reached;
  if (rb.wakeup_stamp == WakeupStamp::as_signed) {
    // Moved up, so that unsigned comparison orders signed numbers.
    const Value sign(rb.width.sign());
    return Value(rb.watermark) + sign < rb.width.unsigned_long(passed + sign);
  }
  if (rb.has(defect::kWakesAtWatermark)) return !(passed < Value(rb.watermark));
  return Value(rb.watermark) < passed;
}

/// __perf_output_begin without its scope; returns whether `size` bytes were reserved.
template <Cpu C>
bool begin_in_scope(C& cpu, const PerfBuffer& rb, PerfOutputHandle<C>& handle, std::uint64_t size,
                    const PerfEvent& writer) {
  using Value = typename C::Value;
  const PerfEvent& event = writer.output();
  if (!event.attached) return false;
  at_place(cpu, rb, PlainPlace::paused_look);
  if (cpu.branch(!(cpu.load(rb.at.paused) == Value(0)))) {
    refuse_paused(cpu, rb, event, size);
    return false;
  }
  tell<said::PassedPause>(cpu);
  // The count goes through an int: after 2^32 losses there seem to be none.
  const std::uint64_t kept = rb.has(defect::kLostCountNarrow) ? UINT8_MAX : UINT32_MAX;
  const Value lost = local_read_at(cpu, rb, site::kLostLook, rb.at.lost) & Value(kept);
  bool have_lost = cpu.branch(!(lost == Value(0)));
  if (have_lost && rb.lost_taken_first) {
    handle.lost = rb.width.unsigned_long(Value(cpu.local_xchg(rb.at.lost, 0)));
    have_lost = cpu.branch(!(handle.lost == Value(0)));
  }
  if (have_lost) size += kLostRecordBytes + event.id_bytes();
  perf_output_get_handle(cpu, rb, handle, event);
  if (!reserve(cpu, rb, handle, size, have_lost)) {
    refuse(cpu, rb, handle);
    return false;
  }
  come_by(cpu, WriterPoint::reserved);
  const Value stamp = load_stamp(cpu, rb, site::kStampCompare);
  if (rb.has(defect::kWakeWhenNested)) handle.wakeup = stamp;
  // How far the stream has come: a backward buffer's positions are those of the stream, negated.
  Value reached = rb.width.unsigned_long(event.write_backward ? Value(0) - handle.start
                                                              : handle.start + Value(size));
  if (event.write_backward && rb.has(defect::kWakeupNotNegated)) reached = handle.start;
  if (cpu.branch(watermark_passed<C>(rb, reached, stamp)))
    cpu.local_add(rb.watermark, rb.at.wakeup);
  if (rb.has(defect::kWakeupSampledLate))
    handle.wakeup = rb.width.unsigned_long(Value(cpu.local_read(rb.at.wakeup)));
  if (have_lost) perf_output_lost(cpu, rb, handle, writer);
  return true;
}

/// Reserves `size` bytes for a record of `event`. The result depends on what the
/// space test depended on, so that a caller's branch on it carries ordering point A on.
/// Pre: `event` and what it was inherited from outlive the handle.
template <Cpu C>
typename C::Truth perf_output_begin(C& cpu, const PerfBuffer& rb, PerfOutputHandle<C>& handle,
                                    std::uint64_t size, const PerfEvent& event) {
  return cpu.scope([&]() -> typename C::Truth {
    const bool begun = begin_in_scope(cpu, rb, handle, size, event);
    if (rb.has(defect::kConditionNotCarried)) return begun;
    return cpu.under_control(begun);
  });
}

/// Ends a record for which perf_output_begin succeeded and all words were stored.
template <Cpu C>
void perf_output_end(C& cpu, const PerfBuffer& rb, PerfOutputHandle<C>& handle) {
  tell<said::Finished>(cpu, handle.start, handle.next - handle.start);
  perf_output_put_handle(cpu, rb, handle);
}

/// Whether `events` samples are as many as wake the reader of `event`. Both are ints unless the
/// event says otherwise.
template <Cpu C>
bool are_enough_samples(C& cpu, const typename C::Value& events, const PerfEvent& event) {
  using Value = typename C::Value;
  constexpr std::uint64_t kSign = 1ULL << 31U;
  const bool negative = (event.wakeup_events & kSign) != 0;
  if (!negative || event.counts_unsigned) return !cpu.branch(events < Value(event.wakeup_events));
  // Turning the sign over has unsigned comparison order ints.
  const Value count = (events + Value(kSign)) & Value(UINT32_MAX);
  return !cpu.branch(count < Value((event.wakeup_events + kSign) & UINT32_MAX));
}

/// Wakes the reader every attr.wakeup_events samples. Pre: the buffer then counts them. Source: the
/// end of perf_output_sample.
template <Cpu C>
void count_sample(C& cpu, const PerfBuffer& rb, const PerfEvent& event) {
  using Value = typename C::Value;
  const std::uint64_t taken_off =
      event.counts_unsigned ? event.wakeup_events
                            : static_cast<std::uint64_t>(
                                  std::int64_t{static_cast<std::int32_t>(event.wakeup_events)});
  if (event.wakeup_events == 0) return;
  Value events = 0;
  if (rb.has(defect::kEventsNotAtomic)) {
    events = cpu.local_read(rb.events.value()) + Value(1);
    come_by(cpu, WriterPoint::copy);
    cpu.local_set(rb.events.value(), events);
  } else {
    events = cpu.local_inc_return(rb.events.value());
  }
  if (!are_enough_samples(cpu, events, event)) return;
  if (rb.has(defect::kEventsForgotten))
    cpu.local_set(rb.events.value(), 0);
  else if (!rb.has(defect::kEventsNeverReset))
    cpu.local_add(Value(0) - Value(taken_off), rb.events.value());
  cpu.local_inc(rb.at.wakeup);
}

/// Stores the words of a sample into its reservation, and ends it. Source: perf_output_sample.
template <Cpu C>
void finish_sample(C& cpu, const PerfBuffer& rb, PerfOutputHandle<C>& handle, const Sample& sample,
                   const PerfEvent& event) {
  using Value = typename C::Value;
  const Value offset = handle.next;
  const std::uint64_t size =
      rb.has(defect::kSizeOfPayloadOnly) ? sample.bytes() - kWordBytes : sample.bytes();
  perf_output_word(cpu, rb, handle, Value(header_word(kRecordSample, 0, size)));
  for (std::uint64_t i = 0; i < sample.payload_words; ++i)
    perf_output_word(cpu, rb, handle, Value(sample.payload(i)));
  tell<said::RecordWritten>(cpu, offset, sample.bytes(), sample.name, event.time);
  count_sample(cpu, rb, event);
  perf_output_end(cpu, rb, handle);
}

/// Writes a whole sample of `event`, or loses it. Of a sample that is too large, it writes as much
/// as a record holds.
template <Cpu C>
void perf_output_sample(C& cpu, const PerfBuffer& rb, const Sample& whole, const PerfEvent& event) {
  const Sample sample = rb.has(defect::kSizeNotClamped) ? whole : whole.clamped();
  cpu.scope([&] {
    PerfOutputHandle<C> handle;
    if (!cpu.branch(perf_output_begin(cpu, rb, handle, sample.bytes(), event))) return;
    declare_state(cpu, "reserved", sample.name, handle.start, handle.next, handle.wakeup);
    finish_sample(cpu, rb, handle, sample, event);
  });
}

}  // namespace ringcheck
