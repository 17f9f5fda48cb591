#pragma once
// The reader of a perf buffer, on another CPU: load the head, load the records up to it, store the
// tail.
//
// Source: tools/lib/perf/mmap.c (the loop that perf_mmap__read_event shows);
// tools/lib/bpf/libbpf.c bpf_perf_event_read_simple. Deviation: both check sizes as libperf does.
// Tested by tests/protocol and tests/properties.

#include "protocol/ring/defects.hpp"
#include "protocol/ring/observations.hpp"
#include "protocol/ring/perf_mmap.hpp"

namespace ringcheck {

/// A reader's own state between polls: the stream offset up to which it has read (bytes).
template <Cpu C>
struct PerfReader {
  typename C::Value tail = 0;
};

/// Where a reader of a mapping starts: at the tail that the previous reader stored.
template <Cpu C>
typename C::Value perf_reader_start(C& cpu, const PerfBuffer& rb) {
  using Value = typename C::Value;
  if (rb.has(defect::kReaderStartsAtZero)) return Value(0);
  return rb.reader_width.narrow ? read_in_halves(cpu, rb.tail_word())
                                : cpu.read_once(rb.at.data_tail);
}

/// One poll as libbpf does it: one load of the head, all records up to it, one store of the tail.
template <Cpu C>
void perf_reader_poll(C& cpu, const PerfBuffer& rb, PerfReader<C>& reader) {
  using Value = typename C::Value;
  cpu.scope([&] {
    PerfMmap<C> map;
    map.start = reader.tail;
    if (!rb.marked_data) foresee_load(cpu, PlainPlace::header_load, rb.data_word(map.start), 0);
    map.end = read_head(cpu, rb, reader.tail);
    if (rb.has(defect::kTailBeforeCopy)) write_tail(cpu, rb, map.end);
    const Value unread = rb.reader_width.unsigned_long(map.end - map.start);
    if (cpu.branch(Value(rb.data_size) < unread)) {
      tell<said::FellBehind>(cpu, map.end, map.start);
      map.start = map.end;
    } else {
      PerfRecord<C> record;
      while (perf_mmap_read(cpu, rb, map, record)) {
        perf_record_use(cpu, rb, record, [](const Value&) {});
        if (rb.has(defect::kTailIsHead)) map.start = map.end;
        if (rb.has(defect::kDrainLoadsHeadAgain)) map.end = read_head(cpu, rb, map.start);
      }
    }
    if (!rb.has(defect::kTailBeforeCopy)) write_tail(cpu, rb, map.start);
    if (!rb.has(defect::kTailRestarts)) reader.tail = map.start;
  });
}

/// One poll as libperf does it: the head is loaded again for each record, and the tail stored
/// after each.
template <Cpu C>
void perf_reader_poll_each(C& cpu, const PerfBuffer& rb, PerfReader<C>& reader) {
  using Value = typename C::Value;
  cpu.scope([&] {
    PerfMmap<C> map;
    map.prev = reader.tail;
    PerfRecord<C> record;
    if (perf_mmap_read_init(cpu, rb, map) == 0)
      for (int records = 0; perf_mmap_read_event(cpu, rb, map, record); ++records) {
        if (records == rb.attempts) cpu.reach_bound("records of a poll");
        perf_record_use(cpu, rb, record, [](const Value&) {});
        perf_mmap_consume(cpu, rb, map);
      }
    reader.tail = map.prev;
  });
}

/// One look at data_head, without reading data.
template <Cpu C>
void perf_head_sample(C& cpu, const PerfBuffer& rb) {
  tell<said::HeadLoaded>(cpu, cpu.read_once(rb.at.data_head), 0);
}

}  // namespace ringcheck
