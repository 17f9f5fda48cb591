#pragma once
// The reader of a perf buffer, on another CPU: load the head, load the records up to it, store the
// tail.
//
// Source: tools/lib/perf/mmap.c perf_mmap__read_init, perf_mmap__read_event, perf_mmap__read,
// perf_mmap__consume; tools/include/linux/ring_buffer.h ring_buffer_read_head,
// ring_buffer_write_tail; tools/lib/bpf/libbpf.c bpf_perf_event_read_simple. Deviations: whoever
// uses a record loads every word of it, once, where it lies; a record that wraps is not copied
// first. Sizes are compared as 64-bit numbers.
// Tested by tests/protocol and tests/properties.

#include "protocol/cpu.hpp"
#include "protocol/observation_kind.hpp"
#include "protocol/perf_buffer.hpp"

namespace ringcheck {

/// A reader's own state: map->prev, the stream offset up to which it has read (bytes).
template <Cpu C>
struct PerfReader {
  typename C::Value tail = 0;
};

/// Loads data_head before ordering point C. Source: ring_buffer_read_head.
template <Cpu C>
typename C::Value read_head(C& cpu, const PerfBuffer& rb, const PerfReader<C>& reader) {
  using Value = typename C::Value;
  const Strength c = rb.plan.at(Site::c);
  cpu.site("C");
  const Value head = c == Strength::acquire ? cpu.smp_load_acquire(rb.at.data_head)
                                            : cpu.read_once(rb.at.data_head);
  cpu.observe(kind_number(ObservationKind::head_loaded), head, reader.tail);
  if (c == Strength::acquire || c == Strength::none) return head;
  cpu.site("C");
  if (c == Strength::rmb) cpu.smp_rmb();
  if (c == Strength::mb) cpu.smp_mb();
  return head;
}

/// Stores data_tail behind ordering point D. Source: ring_buffer_write_tail.
template <Cpu C>
void write_tail(C& cpu, const PerfBuffer& rb, const typename C::Value& position) {
  using Value = typename C::Value;
  const Value tail = rb.has(Defect::tail_masked) ? position & Value(rb.data_size - 1) : position;
  const Strength d = rb.plan.at(Site::d);
  cpu.site("D");
  if (d == Strength::wmb) cpu.smp_wmb();
  if (d == Strength::rmb) cpu.smp_rmb();
  if (d == Strength::mb) cpu.smp_mb();
  if (d == Strength::release) {
    cpu.smp_store_release(rb.at.data_tail, tail);
  } else {
    cpu.write_once(rb.at.data_tail, tail);
  }
  cpu.observe(kind_number(ObservationKind::tail_stored), tail);
}

/// Loads the data word at stream offset `offset`.
template <Cpu C>
typename C::Value load_data_word(C& cpu, const PerfBuffer& rb, const typename C::Value& offset) {
  using Value = typename C::Value;
  const Value address = rb.data_word(offset);
  const Value word = rb.marked_data ? cpu.read_once(address) : cpu.load(address);
  cpu.observe(kind_number(ObservationKind::word_loaded), offset, word);
  return word;
}

/// Reads the record at the reader's tail, if a whole one lies below `head`, and moves past it.
/// Returns whether there was one. Source: perf_mmap__read.
template <Cpu C>
bool read_record(C& cpu, const PerfBuffer& rb, PerfReader<C>& reader,
                 const typename C::Value& head) {
  using Value = typename C::Value;
  const Value offset = reader.tail;
  const Value unread = head - offset;
  if (cpu.branch(unread < Value(kWordBytes))) return false;
  const Value header = load_data_word(cpu, rb, offset);
  const Value size = header >> Value(48);
  if (cpu.branch(size < Value(kWordBytes)) || cpu.branch(unread < size)) {
    cpu.observe(kind_number(ObservationKind::bad_record), offset, size);
    return false;
  }
  for (std::uint64_t i = kWordBytes; cpu.branch(Value(i) < size); i += kWordBytes)
    load_data_word(cpu, rb, offset + Value(i));
  cpu.observe(kind_number(ObservationKind::consumed), offset, size, header);
  reader.tail = offset + size;
  return true;
}

/// True if the head is further ahead than the buffer is large; the reader then skips to the head.
/// Source: perf_mmap__read_init, "failed to keep up".
template <Cpu C>
bool fell_behind(C& cpu, const PerfBuffer& rb, PerfReader<C>& reader,
                 const typename C::Value& head) {
  using Value = typename C::Value;
  if (!cpu.branch(Value(rb.data_size) < head - reader.tail)) return false;
  cpu.observe(kind_number(ObservationKind::fell_behind), head, reader.tail);
  reader.tail = head;
  return true;
}

/// One poll as libbpf does it: one load of the head, all records up to it, one store of the tail.
template <Cpu C>
void perf_reader_poll(C& cpu, const PerfBuffer& rb, PerfReader<C>& reader) {
  using Value = typename C::Value;
  cpu.scope([&] {
    const Value head = read_head(cpu, rb, reader);
    const Value first = reader.tail;
    if (rb.has(Defect::tail_before_copy)) write_tail(cpu, rb, head);
    if (!fell_behind(cpu, rb, reader, head)) {
      while (read_record(cpu, rb, reader, head))
        if (rb.has(Defect::tail_is_head)) reader.tail = head;
    }
    if (!rb.has(Defect::tail_before_copy)) write_tail(cpu, rb, reader.tail);
    if (rb.has(Defect::tail_restarts)) reader.tail = first;
  });
}

/// One poll as libperf does it: the head is loaded again for each record, and the tail stored
/// behind each.
template <Cpu C>
void perf_reader_poll_each(C& cpu, const PerfBuffer& rb, PerfReader<C>& reader) {
  using Value = typename C::Value;
  cpu.scope([&] {
    const Value first = read_head(cpu, rb, reader);
    if (fell_behind(cpu, rb, reader, first)) {
      write_tail(cpu, rb, reader.tail);
      return;
    }
    for (int records = 0; records < rb.attempts; ++records) {
      if (!read_record(cpu, rb, reader, read_head(cpu, rb, reader))) return;
      write_tail(cpu, rb, reader.tail);
    }
  });
}

/// One look at data_head, without reading data.
template <Cpu C>
void perf_head_sample(C& cpu, const PerfBuffer& rb) {
  cpu.observe(kind_number(ObservationKind::head_loaded), cpu.read_once(rb.at.data_head), 0);
}

}  // namespace ringcheck
