#pragma once
// perf record -z: what perf takes from a ring goes through a compressor into records of at most
// 64 KiB, and a reader of the file gets it back from a decompressor, record by record.
//
// The compressor collects blocks, makes something smaller of each, and puts it out as far as the
// record has room. What has no room waits for the next record. A decompressor gives a block back
// once all that was made of it is there.
//
// Linux 6.1 makes records until the compressor has taken all, and does not look whether it has put
// all out: that comes with what is taken next. A record that brings no block to its end is an error
// for the reader.
//
// Source: tools/perf/util/zstd.c zstd_compress_stream_to_records; tools/perf/builtin-record.c
// zstd_compress; tools/perf/util/session.c perf_session__process_compressed_event; zstd.h
// ZSTD_compressStream, ZSTD_flushStream. Deviations: bytes are counted alone; each block shrinks by
// the same share; records have no header, and the file has room for all of them.
// Tested by tests/properties/aux/aux_mutants_test.cpp.

#include <algorithm>
#include <cstdint>
#include <vector>

namespace ringcheck {

/// What perf does with a compressor that has not put out all.
enum class CompressedEnd : std::uint8_t {
  left,     ///< Linux 6.1: leaves it there
  put_out,  ///< a repair: makes further records of it
};

/// What a reader does with a record that brings no block to its end.
enum class EmptyRecord : std::uint8_t {
  fails,    ///< Linux 6.1: ends with an error
  goes_on,  ///< a repair: takes the next one
};

/// A block that went through a compressor.
struct CompressedBlock {
  std::uint64_t bytes = 0, made = 0;  ///< before and after
};

/// A compressor that blocks go through in order.
struct Compressor {
  std::uint64_t block_bytes = 4;  ///< of a full block
  std::uint64_t shrinks_to = 1;   ///< quarters of a block that are left of it
  std::uint64_t loaded = 0;       ///< bytes of the block that is collected
  std::uint64_t waiting = 0;      ///< bytes that were made of blocks and not put out
  std::vector<CompressedBlock> blocks{};

  /// Makes something smaller of the block that is collected, if there is one.
  void end_block() {
    if (loaded == 0) return;
    waiting = (loaded * shrinks_to + 3) / 4;
    blocks.push_back({loaded, waiting});
    loaded = 0;
  }
};

/// A record of compressed data.
struct CompressedRecord {
  std::uint64_t bytes = 0;
};

/// Puts out what waits, up to `room` bytes in all. True if nothing waits any more.
inline bool put_out(Compressor& by, std::uint64_t room, CompressedRecord& record) {
  const std::uint64_t bytes = std::min(by.waiting, room - record.bytes);
  by.waiting -= bytes;
  record.bytes += bytes;
  return by.waiting == 0;
}

/// Source: ZSTD_compressStream. Takes from `input` what it can.
inline void compress_stream(Compressor& by, std::uint64_t room, CompressedRecord& record,
                            std::uint64_t& input) {
  while (put_out(by, room, record)) {
    const std::uint64_t bytes = std::min(input, by.block_bytes - by.loaded);
    input -= bytes;
    by.loaded += bytes;
    if (by.loaded < by.block_bytes) return;
    by.end_block();
  }
}

/// Ends the block that is collected, if what was made of those before is out. True if nothing is
/// left. Source: ZSTD_flushStream.
inline bool flush_stream(Compressor& by, std::uint64_t room, CompressedRecord& record) {
  if (!put_out(by, room, record)) return false;
  by.end_block();
  return put_out(by, room, record);
}

/// Records of `input` bytes from a ring, each of at most `room`.
/// Source: zstd_compress_stream_to_records.
inline std::vector<CompressedRecord> compress_to_records(Compressor& by, std::uint64_t room,
                                                         std::uint64_t input, CompressedEnd end) {
  std::vector<CompressedRecord> records;
  bool all_out = true;
  while (input > 0 || (end == CompressedEnd::put_out && !all_out)) {
    CompressedRecord record;
    compress_stream(by, room, record, input);
    all_out = flush_stream(by, room, record);
    records.push_back(record);
  }
  return records;
}

/// What a reader gets back of a file.
struct ReadBack {
  std::uint64_t bytes = 0;  ///< of the rings
  bool failed = false;      ///< it ended before the last record
};

/// Reads records of what `by` made. Source: perf_session__process_compressed_event.
inline ReadBack read_back(const Compressor& by, const std::vector<CompressedRecord>& records,
                          EmptyRecord empty) {
  ReadBack read;
  std::uint64_t had = 0, ends = 0;
  std::size_t next = 0;
  for (const CompressedRecord& record : records) {
    had += record.bytes;
    bool brought = false;
    for (; next < by.blocks.size() && ends + by.blocks[next].made <= had; ++next) {
      ends += by.blocks[next].made;
      read.bytes += by.blocks[next].bytes;
      brought = true;
    }
    if (brought || empty == EmptyRecord::goes_on) continue;
    read.failed = true;
    break;
  }
  return read;
}

}  // namespace ringcheck
