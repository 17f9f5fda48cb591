#pragma once
// Writing a record: reserve space, copy words, end.
//
// Space is reserved by moving rb->head with local_cmpxchg, which an interrupt on the same CPU can
// make fail. A record that finds no space is counted; the next one that does find space brings a
// LOST record along.
//
// Source: kernel/events/ring_buffer.c __perf_output_begin, perf_output_end,
// kernel/events/internal.h __DEFINE_OUTPUT_COPY_BODY.
// Deviations: the data area is one array of words (the kernel's pages, with their boundaries, are
// an indirection without effect on order); every word of a sample id is the event's id; have_lost
// keeps all 64 bits; event->lost_samples is not counted; the retry loop is bounded.
// Tested by tests/protocol and tests/properties.

#include "protocol/perf_handle.hpp"

namespace ringcheck {

/// Stores the next word of a reservation.
template <Cpu C>
void perf_output_word(C& cpu, const PerfBuffer& rb, PerfOutputHandle<C>& handle,
                      const typename C::Value& word) {
  using Value = typename C::Value;
  const Value address = rb.data_word(handle.next);
  if (rb.marked_data) {
    cpu.write_once(address, word);
  } else {
    cpu.store(address, word);
  }
  cpu.observe(kind_number(ObservationKind::word_stored), handle.next, word);
  handle.next = handle.next + Value(kWordBytes);
}

/// Loads data_tail before ordering point A.
template <Cpu C>
typename C::Value load_tail(C& cpu, const PerfBuffer& rb) {
  cpu.site("A");
  if (rb.plan.at(Site::a) == Strength::acquire) return cpu.smp_load_acquire(rb.at.data_tail);
  return cpu.read_once(rb.at.data_tail);
}

/// Decides whether `size` bytes fit, as ordering point A: the branch separates the load of the tail
/// from the stores of data. Source: ring_buffer_has_space.
template <Cpu C>
bool ring_buffer_has_space(C& cpu, const PerfBuffer& rb, const typename C::Value& head,
                           const typename C::Value& tail, std::uint64_t size) {
  using Value = typename C::Value;
  const Strength a = rb.plan.at(Site::a);
  const Value space = rb.has(Defect::full_to_the_last_byte)
                          ? Value(rb.data_size) - (head - tail)
                          : circ_space<Value>(head, tail, rb.data_size);
  const bool fits = a == Strength::none ? cpu.branch_speculatively(!(space < Value(size)))
                                        : cpu.branch(!(space < Value(size)));
  if (a == Strength::mb) {
    cpu.site("A");
    cpu.smp_mb();
  }
  return fits;
}

/// Moves the write position from `from` to `to`. Returns what it was: `from` if nobody moved it in
/// between, and then it has moved.
template <Cpu C>
typename C::Value move_head(C& cpu, const PerfBuffer& rb, const typename C::Value& from,
                            const typename C::Value& to) {
  if (!rb.has(Defect::reservation_not_atomic)) return cpu.local_cmpxchg(rb.at.head, from, to);
  cpu.local_set(rb.at.head, to);
  return from;
}

/// Reserves `size` bytes at the write position, if there is space. On success handle.start and
/// handle.next are their stream offset.
template <Cpu C>
bool reserve(C& cpu, const PerfBuffer& rb, PerfOutputHandle<C>& handle, std::uint64_t size,
             bool have_lost) {
  using Value = typename C::Value;
  const bool head_first = rb.reserve_order == ReserveOrder::head_first;
  Value offset = 0;
  Value tail = 0;
  if (head_first) offset = cpu.local_read(rb.at.head);
  for (int attempt = 1;; ++attempt) {
    tail = load_tail(cpu, rb);
    if (!head_first) offset = cpu.local_read(rb.at.head);
    if (!ring_buffer_has_space(cpu, rb, offset, tail, size)) {
      cpu.observe(kind_number(ObservationKind::refused), std::uint64_t(RefusedFor::no_space),
                  offset, tail, size);
      return false;
    }
    const Value found = move_head(cpu, rb, offset, offset + Value(size));
    if (cpu.branch(found == offset)) break;
    if (attempt == rb.attempts) cpu.reach_bound("rounds of __perf_output_begin");
    offset = found;
  }
  handle.start = offset;
  handle.next = offset;
  cpu.observe(kind_number(ObservationKind::reserved), offset, size, tail, have_lost ? 1 : 0);
  return true;
}

/// Stores the sample id that ends a record of `event`. Source: perf_event__output_id_sample.
template <Cpu C>
void perf_output_id_sample(C& cpu, const PerfBuffer& rb, PerfOutputHandle<C>& handle,
                           const PerfEvent& event) {
  for (std::uint64_t i = 0; i < event.id_bytes; i += kWordBytes)
    perf_output_word(cpu, rb, handle, typename C::Value(event.id));
}

/// Reports the records lost since the last report.
template <Cpu C>
void perf_output_lost(C& cpu, const PerfBuffer& rb, PerfOutputHandle<C>& handle) {
  using Value = typename C::Value;
  const Value offset = handle.next;
  Value lost = 0;
  if (rb.has(Defect::lost_not_exchanged)) {
    lost = cpu.local_read(rb.at.lost);
    cpu.local_set(rb.at.lost, 0);
  } else {
    lost = cpu.local_xchg(rb.at.lost, 0);
  }
  cpu.observe(kind_number(ObservationKind::lost_reported), offset, lost);
  const std::uint64_t bytes = kLostRecordBytes + handle.event->id_bytes;
  perf_output_word(cpu, rb, handle, Value(header_word(kRecordLost, 0, bytes)));
  perf_output_word(cpu, rb, handle, Value(handle.event->id));
  perf_output_word(cpu, rb, handle, lost);
  perf_output_id_sample(cpu, rb, handle, *handle.event);
  cpu.observe(kind_number(ObservationKind::record_written), offset, bytes, 0);
}

/// A begin that found no space: it is counted, and the handle is given back, which publishes what
/// nested writers may have left.
template <Cpu C>
void refuse(C& cpu, const PerfBuffer& rb, const PerfOutputHandle<C>& handle) {
  using Value = typename C::Value;
  if (!rb.has(Defect::lost_not_counted)) cpu.local_inc(rb.at.lost);
  if (rb.has(Defect::failed_begin_keeps_nest)) return;
  if (rb.has(Defect::failed_begin_stores_nest)) {
    cpu.write_once(rb.at.nest, cpu.read_once(rb.at.nest) - Value(1));
    return;
  }
  perf_output_put_handle(cpu, rb, handle);
}

/// __perf_output_begin without its scope; returns whether `size` bytes were reserved.
template <Cpu C>
bool begin_in_scope(C& cpu, const PerfBuffer& rb, PerfOutputHandle<C>& handle, std::uint64_t size,
                    const PerfEvent& event) {
  using Value = typename C::Value;
  if (cpu.branch(!(cpu.load(rb.at.paused) == Value(0)))) {
    if (rb.has_pages) {
      cpu.local_inc(rb.at.lost);
      cpu.observe(kind_number(ObservationKind::refused), std::uint64_t(RefusedFor::paused), 0, 0,
                  size);
    }
    return false;
  }
  const bool have_lost = cpu.branch(!(cpu.local_read(rb.at.lost) == Value(0)));
  if (have_lost) size += kLostRecordBytes + event.id_bytes;
  perf_output_get_handle(cpu, rb, handle, event);
  if (!reserve(cpu, rb, handle, size, have_lost)) {
    refuse(cpu, rb, handle);
    return false;
  }
  const Value stamp = cpu.local_read(rb.at.wakeup);
  if (cpu.branch(Value(rb.watermark) < handle.start + Value(size) - stamp))
    cpu.local_add(rb.watermark, rb.at.wakeup);
  if (have_lost) perf_output_lost(cpu, rb, handle);
  return true;
}

/// Reserves `size` bytes (a multiple of 8) for a record of `event`. The result depends on what the
/// space test depended on, so that a caller's branch on it carries ordering point A on.
/// Pre: `event` and what it was inherited from outlive the handle.
template <Cpu C>
typename C::Truth perf_output_begin(C& cpu, const PerfBuffer& rb, PerfOutputHandle<C>& handle,
                                    std::uint64_t size, const PerfEvent& event) {
  return cpu.scope([&]() -> typename C::Truth {
    return cpu.under_control(begin_in_scope(cpu, rb, handle, size, event.output()));
  });
}

/// Ends a record for which perf_output_begin succeeded and all words were stored.
template <Cpu C>
void perf_output_end(C& cpu, const PerfBuffer& rb, PerfOutputHandle<C>& handle) {
  cpu.observe(kind_number(ObservationKind::finished), handle.start, handle.next - handle.start);
  perf_output_put_handle(cpu, rb, handle);
}

/// Writes a whole sample of `event`, or loses it.
template <Cpu C>
void perf_output_sample(C& cpu, const PerfBuffer& rb, const Sample& sample,
                        const PerfEvent& event) {
  using Value = typename C::Value;
  cpu.scope([&] {
    PerfOutputHandle<C> handle;
    if (!cpu.branch(perf_output_begin(cpu, rb, handle, sample.bytes(), event))) return;
    const Value offset = handle.next;
    const std::uint64_t size =
        rb.has(Defect::size_of_payload_only) ? sample.bytes() - kWordBytes : sample.bytes();
    perf_output_word(cpu, rb, handle, Value(header_word(kRecordSample, 0, size)));
    for (std::uint64_t i = 0; i < sample.payload_words; ++i)
      perf_output_word(cpu, rb, handle, Value(sample.payload(i)));
    cpu.observe(kind_number(ObservationKind::record_written), offset, sample.bytes(), sample.name);
    perf_output_end(cpu, rb, handle);
  });
}

}  // namespace ringcheck
