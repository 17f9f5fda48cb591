#pragma once
// What recorded rows say about libperf's reader, and the same for the specification's.

#include "properties/core/hex.hpp"
#include "properties/ring/recorded_buffer.hpp"
#include "protocol/ring/perf_mmap.hpp"

namespace ringcheck {

/// The machine that readers of recorded rows run on.
using ReaderMachine = SequentialCpu<>;

/// The record that perf_mmap__read_event hands on, as rows have it: [size, type, misc, copied,
/// offset in the buffer (-1 when copied), CRC of what was handed on, start after]; null when there
/// is none.
inline Json read_event_json(RecordedBuffer& buffer, PerfMmap<ReaderMachine>& map) {
  ReaderMachine cpu(buffer.memory);
  PerfRecord<ReaderMachine> record;
  if (!perf_mmap_read_event(cpu, buffer.rb, map, record)) return nullptr;
  const bool copied = perf_record_copied(buffer.rb, record);
  std::vector<std::uint64_t> bytes;
  perf_record_use(cpu, buffer.rb, record, [&](std::uint64_t word) {
    for (unsigned i = 0; i < kWordBytes; ++i) bytes.push_back((word >> (i * 8)) & 0xff);
  });
  bytes.resize(std::min<std::size_t>(bytes.size(), record.size));
  const Json offset = copied ? Json(-1) : Json(record.offset & (buffer.rb.data_size - 1));
  return {record.size,
          header_type(record.header),
          header_misc(record.header),
          copied ? 1 : 0,
          offset,
          crc_of(bytes),
          map.start};
}

/// Takes the field `mask` of a row, one less than the size of the data area, and makes the buffer.
inline void make_read_buffer(RecordedBuffer& buffer, Fields& fields) {
  const std::uint64_t mask = fields.number("mask", (1U << 24U) - 1);
  if (((mask + 1) & mask) != 0 || mask < kWordBytes)
    throw RowError(fields.place("mask") + ": expected one less than a power of two");
  buffer.make(mask + 1, 1, 0, true);
  buffer.rb.whole_words = false;
}

}  // namespace ringcheck
