// perf_copy_aux: a range of an AUX area copied into a record of the data ring.
// Tested by tests/properties/aux/conform_aux_test.cpp.
#include "properties/core/conform_set.hpp"
#include "properties/core/expect.hpp"
#include "properties/core/hex.hpp"
#include "properties/ring/recorded_buffer.hpp"
#include "protocol/aux/aux_copy.hpp"

namespace ringcheck {
namespace {

constexpr std::uint64_t kMostPages = 1U << 6U;
constexpr std::uint8_t kUntouched = 0xa5;

/// An overwrite buffer at `head`, its bytes 0xa5, and after it in memory an AUX area of bytes.
AuxBuffer make_buffers(RecordedBuffer& buffer, Fields& fields) {
  const std::uint64_t page_size = power_of_two(fields, "ps", 1U << 16U);
  const std::uint64_t aux_pages = power_of_two(fields, "aux_pages", kMostPages);
  buffer.make(page_size, power_of_two(fields, "data_pages", kMostPages), 0, false);
  buffer.rb.whole_words = false;
  for (std::uint64_t i = 0; i < buffer.rb.data_size; ++i) buffer.set_data_byte(i, kUntouched);
  buffer.word(buffer.rb.at.head) = fields.wrapping("head0");
  buffer.add_event(PerfEvent{});
  AuxBuffer aux;
  aux.area = {buffer.memory.size(), aux_pages * page_size, 1};
  aux.ring = buffer.rb;
  const std::uint64_t seed = fields.number("seed");
  for (std::uint64_t i = 0; i < aux.size(); ++i) buffer.memory.push_back(pattern_byte(i, seed));
  return aux;
}

std::optional<Difference> check(const Json& row) {
  Fields fields(row, "row");
  fields.number("q");
  RecordedBuffer buffer;
  const AuxBuffer aux = make_buffers(buffer, fields);
  SequentialCpu<> cpu(buffer.memory);
  PerfOutputHandle<SequentialCpu<>> handle;
  const std::uint64_t reserve = fields.number("reserve", 1U << 20U);
  if (!perf_output_begin(cpu, aux.ring, handle, reserve, buffer.events.front()))
    throw RowError(fields.place("reserve") + ": expected what can be reserved");
  const std::uint64_t copied =
      perf_output_copy_aux(cpu, aux, handle, fields.wrapping("from"), fields.wrapping("to"));
  const PerfOutputPlace place = output_place(aux.ring, handle.next);
  Expect expect(row);
  expect.same("ret", fields.signed_number("ret"), copied);
  expect.same("page", fields.number("page"), place.page);
  expect.same("off", fields.number("off"), place.offset);
  expect.same("room", fields.number("room"), place.room);
  expect.same("data", fields.text("data"), hex_of(buffer.data_bytes()));
  fields.finish();
  return expect.first();
}

}  // namespace

extern const ConformSet kPerfCopyAuxSet;
const ConformSet kPerfCopyAuxSet = {"perf_copy_aux", "an AUX range copied into a record", check};

}  // namespace ringcheck
