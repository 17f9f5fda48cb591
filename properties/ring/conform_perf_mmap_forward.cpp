// perf_mmap_forward: a producer and libperf's own functions take turns on a forward buffer.
// Source: tools/lib/perf/mmap.c.
// Tested by tests/properties/core/conform_test.cpp.
#include <fmt/format.h>

#include "properties/core/conform_set.hpp"
#include "properties/core/expect.hpp"
#include "properties/core/hex.hpp"
#include "properties/ring/recorded_reader.hpp"

namespace ringcheck {
namespace {

/// The steps of a row, on the specification.
class ForwardRow {
 public:
  explicit ForwardRow(const Json& row) : fields_(row, "row"), expect_(row) {}

  std::optional<Difference> check() {
    fields_.number("q");
    make_read_buffer(buffer_, fields_);
    const std::uint64_t head = fields_.number("h0");
    buffer_.word(buffer_.rb.at.data_head) = head;
    buffer_.word(buffer_.rb.at.data_tail) = head;
    map_.prev = head;
    map_.flush = fields_.number("flush");
    map_.refcnt = fields_.number("refcnt", INT32_MAX);
    mapped_ = map_.refcnt > 0;
    const Json& steps = fields_.array("steps");
    expect_.each_step(steps, [&](const Json& recorded, std::size_t i) {
      step(recorded, fmt::format("step {}", i));
    });
    expect_.same("buf_crc", fields_.number("buf_crc", UINT32_MAX), crc_of(buffer_.data_bytes()));
    fields_.finish();
    return expect_.first();
  }

 private:
  void step(const Json& json, const std::string& where) {
    if (!json.is_array() || json.empty()) throw RowError(where + ": expected a list");
    const std::string op = text_of(json[0], where);
    ReaderMachine cpu(buffer_.memory);
    Json done = {op};
    if (op == "w") {
      array_of(json, where, 4);
      append(unsigned_of(json[1], where), unsigned_of(json[2], where, buffer_.rb.data_size),
             unsigned_of(json[3], where, UINT16_MAX));
      return;
    }
    if (op == "init") {
      done.push_back(perf_mmap_read_init(cpu, buffer_.rb, map_));
      for (const std::uint64_t value : {map_.start, map_.end, map_.prev, tail()})
        done.push_back(value);
    } else if (op == "rd") {
      done.push_back(read_event_json(buffer_, map_));
      done.push_back(map_.prev);
      done.push_back(map_.end);
    } else if (op == "consume") {
      perf_mmap_consume(cpu, buffer_.rb, map_);
      done.push_back(tail());
      done.push_back(mapped_ && map_.refcnt == 0 ? 1 : 0);
    } else if (op == "done") {
      perf_mmap_read_done(cpu, buffer_.rb, map_);
      done.push_back(map_.prev);
    } else if (op != "nop") {
      throw RowError(
          fmt::format("{}: saw \"{}\", expected w, init, rd, consume, done or nop", where, op));
    }
    numbers_of(array_of(json, where, done.size()), where);
    expect_.same(op, json, done);
  }

  /// Appends `bytes` bytes whose header says `size`.
  void append(std::uint64_t name, std::uint64_t bytes, std::uint64_t size) {
    std::uint64_t& head = buffer_.word(buffer_.rb.at.data_head);
    const std::uint64_t header = header_word(9 + name % 5, name, size);
    for (std::uint64_t i = 0; i < bytes; ++i)
      buffer_.set_data_byte(
          head + i,
          static_cast<std::uint8_t>(i < kWordBytes ? header >> (i * 8) : name * 7 + i * 3 + 1));
    head += bytes;
  }

  std::uint64_t tail() { return buffer_.word(buffer_.rb.at.data_tail); }

  Fields fields_;
  Expect expect_;
  RecordedBuffer buffer_;
  PerfMmap<ReaderMachine> map_;
  bool mapped_ = true;
};

std::optional<Difference> check(const Json& row) {
  return ForwardRow(row).check();
}

}  // namespace

extern const ConformSet kPerfMmapForwardSet;
const ConformSet kPerfMmapForwardSet = {
    "perf_mmap_forward", "a producer and the reader of a forward buffer in turns", check};

}  // namespace ringcheck
