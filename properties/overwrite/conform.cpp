// overwrite_find_range: one round of reading a backward overwrite buffer, on libperf's own
// functions. Source: tools/lib/perf/mmap.c. Tested by tests/properties/core/conform_test.cpp.
#include <fmt/format.h>

#include "properties/core/conform_set.hpp"
#include "properties/core/expect.hpp"
#include "properties/core/hex.hpp"
#include "properties/ring/recorded_reader.hpp"

namespace ringcheck {
namespace {

/// What data_tail is before the round: an overwrite reader never stores it.
constexpr std::uint64_t kUntouched = 0x5a5a;

void fill(RecordedBuffer& buffer, Fields& fields) {
  const auto bytes = bytes_of(fields.text("buf"), fields.place("buf"));
  if (bytes.size() != buffer.rb.data_size)
    throw RowError(fmt::format("{}: saw {} bytes, expected {} for \"mask\"", fields.place("buf"),
                               bytes.size(), buffer.rb.data_size));
  for (std::uint64_t i = 0; i < bytes.size(); ++i)
    buffer.set_data_byte(i, static_cast<std::uint8_t>(bytes[i]));
}

/// Reads until there is nothing more.
Json read_all(RecordedBuffer& buffer, PerfMmap<ReaderMachine>& map) {
  Json events = Json::array();
  do events.push_back(read_event_json(buffer, map));
  while (!events.back().is_null());
  return events;
}

std::optional<Difference> check(const Json& row) {
  Fields fields(row, "row");
  Expect expect(row);
  RecordedBuffer buffer;
  fields.number("q");
  make_read_buffer(buffer, fields);
  fill(buffer, fields);
  ReaderMachine cpu(buffer.memory);
  const PerfBufferCells& at = buffer.rb.at;
  const std::uint64_t head = fields.number("head");
  buffer.word(at.data_head) = head;
  buffer.word(at.data_tail) = kUntouched;
  PerfMmap<ReaderMachine> map;
  map.overwrite = true;
  map.prev = fields.number("prev");
  map.flush = fields.number("flush");
  map.refcnt = fields.number("refcnt", INT32_MAX);
  const bool mapped = map.refcnt > 0;

  const Json& find =
      numbers_of(array_of(fields.any("find"), fields.place("find"), 2), fields.place("find"));
  expect.same("find", find, Json{0, overwrite_rb_find_range(cpu, buffer.rb, head)});
  const int begun = perf_mmap_read_init(cpu, buffer.rb, map);
  expect.same("init", fields.signed_number("init"), begun);
  expect.same("start", fields.number("start"), map.start);
  expect.same("end", fields.number("end"), map.end);
  expect.same("ev", numbers_of(fields.array("ev"), fields.place("ev")),
              begun == 0 ? read_all(buffer, map) : Json::array());
  expect.same("start_end", fields.number("start_end"), map.start);
  perf_mmap_consume(cpu, buffer.rb, map);
  expect.same("tail_after_consume", fields.number("tail_after_consume"), buffer.word(at.data_tail));
  buffer.word(at.data_head) = fields.number("head2");
  perf_mmap_read_done(cpu, buffer.rb, map);
  expect.same("prev_after_done", fields.number("prev_after_done"), map.prev);
  expect.same("unmapped", fields.number("unmapped", 1), mapped && map.refcnt == 0 ? 1 : 0);
  expect.same("refcnt_end", fields.number("refcnt_end"), map.refcnt);
  fields.finish();
  return expect.first();
}

}  // namespace

extern const ConformSet kOverwriteFindRangeSet;
const ConformSet kOverwriteFindRangeSet = {"overwrite_find_range",
                                           "a round of reading a backward overwrite buffer", check};

}  // namespace ringcheck
