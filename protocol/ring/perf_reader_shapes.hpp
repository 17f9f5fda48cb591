#pragma once
// Shapes of readers that others wrote: right, or wrong in ways that are known.
//
// Source: tools/perf before 2013 and iovisor/bcc src/cc/perf_reader.c (volatile loads); tools/perf
// of 2013 (smp_rmb and smp_mb); cilium/ebpf and others (the tail stored before the record is used,
// or masked); tools/lib/bpf/libbpf.c bpf_perf_event_read_simple (records until head and tail are
// equal). Each is perf_reader_poll with other ordering points or a mistake, unless it has code of
// its own here. Tested by tests/properties.

#include "protocol/ring/defects.hpp"
#include "protocol/ring/observations.hpp"
#include "protocol/ring/perf_reader.hpp"
#include "protocol/ring/sites.hpp"

namespace ringcheck {

/// What the CPU of the reader does.
enum class ReaderKind : std::uint8_t {
  batch,          ///< polls as libbpf: one head load, all records, one tail store
  each,           ///< polls as libperf: the head again for each record, a tail store after each
  sample,         ///< looks at data_head and reads no data
  volatile_only,  ///< as batch, with nothing but volatile accesses: no C, no D
  rmb_mb,         ///< as batch, with smp_rmb() for C and smp_mb() for D
  head_again,     ///< as batch, with a second, relaxed load of the head that says how far to read
  early_tail,     ///< as batch, with the tail stored before the records are loaded
  masked_tail,    ///< as batch, with the tail stored modulo the size of the buffer
  header_twice,   ///< as batch, with the header loaded again after the record
  until_equal,    ///< as batch, with records handed on until tail and head are equal
  until_equal_as_longs,  ///< the same, and they are compared as longs
};

/// `rb` with the ordering points and mistakes of a reader of this kind.
constexpr PerfBuffer reader_view(PerfBuffer rb, ReaderKind kind) {
  if (kind == ReaderKind::volatile_only) {
    rb.plan.set(site::kC, Strength::none);
    rb.plan.set(site::kD, Strength::none);
  }
  if (kind == ReaderKind::rmb_mb) {
    rb.plan.set(site::kC, Strength::rmb);
    rb.plan.set(site::kD, Strength::mb);
  }
  if (rb.reader_width.narrow) order_halves(rb.plan, site::kC, site::kD);
  if (kind == ReaderKind::early_tail) rb.defects.insert(defect::kTailBeforeCopy);
  if (kind == ReaderKind::masked_tail) rb.defects.insert(defect::kTailMasked);
  return rb;
}

/// One poll that loads the head with acquire, to see whether there is anything, and again without
/// acquire, to see how much.
template <Cpu C>
void perf_reader_poll_head_again(C& cpu, const PerfBuffer& rb, PerfReader<C>& reader) {
  using Value = typename C::Value;
  cpu.scope([&] {
    PerfMmap<C> map;
    map.start = reader.tail;
    if (cpu.branch(read_head(cpu, rb, reader.tail) == reader.tail)) return;
    map.end = cpu.read_once(rb.at.data_head);
    tell<said::HeadLoaded>(cpu, map.end, reader.tail);
    PerfRecord<C> record;
    while (perf_mmap_read(cpu, rb, map, record))
      perf_record_use(cpu, rb, record, [](const Value&) {});
    write_tail(cpu, rb, map.start);
    reader.tail = map.start;
  });
}

/// One poll that loads the header of each record again when it is done with the record.
template <Cpu C>
void perf_reader_poll_header_twice(C& cpu, const PerfBuffer& rb, PerfReader<C>& reader) {
  using Value = typename C::Value;
  cpu.scope([&] {
    PerfMmap<C> map;
    map.start = reader.tail;
    map.end = read_head(cpu, rb, reader.tail);
    PerfRecord<C> record;
    while (perf_mmap_read(cpu, rb, map, record)) {
      perf_record_use(cpu, rb, record, [](const Value&) {});
      load_data_word(cpu, rb, record.offset);
    }
    write_tail(cpu, rb, map.start);
    reader.tail = map.start;
  });
}

/// One poll that hands on records until tail and head are equal, as numbers of `width`. It ends
/// after PerfBuffer::attempts records, since the code that gets them may end it.
template <Cpu C>
void perf_reader_poll_until_equal(C& cpu, const PerfBuffer& rb, PerfReader<C>& reader,
                                  const LongWidth& width) {
  using Value = typename C::Value;
  cpu.scope([&] {
    const Value head = read_head(cpu, rb, reader.tail);
    PerfRecord<C> record;
    const auto left = [&] { return !(width.unsigned_long(head - reader.tail) == Value(0)); };
    for (int records = 0; records < rb.attempts && cpu.branch(left()); ++records) {
      record.offset = reader.tail;
      record.header = load_data_word(cpu, rb, record.offset);
      record.size = record.header >> Value(48);
      perf_record_use(cpu, rb, record, [](const Value&) {});
      reader.tail = reader.tail + record.size;
    }
    write_tail(cpu, rb, reader.tail);
  });
}

/// One poll of a reader of this kind. Pre: `rb` is its reader_view.
template <Cpu C>
void perf_reader_poll_as(C& cpu, const PerfBuffer& rb, PerfReader<C>& reader, ReaderKind kind) {
  switch (kind) {
    case ReaderKind::each:
      return perf_reader_poll_each(cpu, rb, reader);
    case ReaderKind::sample:
      return perf_head_sample(cpu, rb);
    case ReaderKind::head_again:
      return perf_reader_poll_head_again(cpu, rb, reader);
    case ReaderKind::header_twice:
      return perf_reader_poll_header_twice(cpu, rb, reader);
    case ReaderKind::until_equal:
      return perf_reader_poll_until_equal(cpu, rb, reader, LongWidth{});
    case ReaderKind::until_equal_as_longs:
      return perf_reader_poll_until_equal(cpu, rb, reader, rb.reader_width);
    default:
      return perf_reader_poll(cpu, rb, reader);
  }
}

}  // namespace ringcheck
