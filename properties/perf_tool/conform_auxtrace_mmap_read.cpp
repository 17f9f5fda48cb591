// auxtrace_mmap_read: one drain or snapshot of an AUX area by perf's own reader.
// Tested by tests/properties/aux/conform_aux_test.cpp.
#include <array>

#include "properties/core/conform_set.hpp"
#include "properties/core/expect.hpp"
#include "properties/perf_tool/auxtrace_window.hpp"
#include "protocol/core/sequential_cpu.hpp"
#include "protocol/perf_tool/auxtrace_read.hpp"

namespace ringcheck {
namespace {

/// What the row gives the callbacks, and what they saw.
struct Callbacks {
  std::uint64_t find = 0, find_head = 0, find_old = 0;  ///< snapshot finder, by number
  bool sink_fails = false;
  bool has_finish = false;
  std::int64_t finish_result = 0;
  bool finished = false;
  Json handed = nullptr;
};

Callbacks callbacks_of(Fields& fields) {
  Callbacks given;
  given.find = fields.number("fs", 3);
  if (fields.has("fs_head")) given.find_head = fields.wrapping("fs_head");
  if (fields.has("fs_old")) given.find_old = fields.wrapping("fs_old");
  given.sink_fails = fields.signed_number("fn_ret") != 0;
  given.has_finish = fields.flag("has_finish");
  given.finish_result = fields.signed_number("finish_ret");
  return given;
}

/// What __auxtrace_mmap__read returns for `read`.
std::int64_t result_of(AuxtraceRead read, const Callbacks& given) {
  if (read == AuxtraceRead::nothing) return 0;
  if (read == AuxtraceRead::data) return 1;
  return read == AuxtraceRead::finish_failed ? given.finish_result : -1;
}

AuxtraceMmap mmap_of(Fields& fields) {
  AuxtraceMmap mm;
  mm.data.bytes = fields.number("len");
  mm.mask = fields.number("mask");
  mm.user_head = 0;
  mm.user_tail = 1;
  mm.idx = static_cast<std::uint32_t>(fields.wrapping("idx"));
  mm.tid = static_cast<std::uint32_t>(fields.wrapping("tid"));
  mm.cpu = static_cast<std::uint32_t>(fields.wrapping("cpu"));
  if (mm.len() == 0) throw RowError(fields.place("len") + ": saw 0, expected a length");
  return mm;
}

std::optional<Difference> check(const Json& row) {
  using Machine = SequentialCpu<>;
  Fields fields(row, "row");
  fields.number("q");
  const AuxtraceMmap mm = mmap_of(fields);
  constexpr std::uint64_t kNoTail = 0x5a5a'5a5a'5a5a'5a5a;
  std::array<std::uint64_t, 2> memory = {fields.wrapping("head"), kNoTail};
  Machine cpu(memory);
  std::uint64_t previous = fields.wrapping("prev");
  const AuxtraceReadOptions options = {fields.flag("snapshot"), fields.wrapping("snapshot_size"),
                                       fields.number("alignment")};
  const std::uint64_t reference = fields.wrapping("ref");
  Callbacks given = callbacks_of(fields);

  const auto find = [&](Machine&, std::uint64_t& head, std::uint64_t& old) {
    if (given.find == 2) {
      head = given.find_head;
      old = given.find_old;
    }
    return given.find == 3;
  };
  const auto hand_over = [&](Machine&, const AuxtraceWindow<Machine>& window) {
    given.handed = handed_over_json(auxtrace_record(mm, window, reference), window);
    return given.sink_fails;
  };
  const auto finish = [&](Machine&) {
    given.finished = given.has_finish;
    return given.has_finish && given.finish_result < 0;
  };
  const AuxtraceRead read = auxtrace_mmap_read(cpu, mm, options, previous, find, hand_over, finish);

  Expect expect(row);
  expect.same("ret", fields.signed_number("ret"), result_of(read, given));
  expect.same("fn", fields.any("fn"), given.handed);
  expect.same("new_prev", fields.wrapping("new_prev"), previous);
  const bool stored = memory[1] != kNoTail;
  expect.same("tail_written", fields.number("tail_written"), stored ? 1 : 0);
  expect.same("tail", fields.any("tail"), stored ? Json(memory[1]) : Json(nullptr));
  expect.same("finish_called", fields.number("finish_called"), given.finished ? 1 : 0);
  fields.finish();
  return expect.first();
}

}  // namespace

extern const ConformSet kAuxtraceMmapReadSet;
const ConformSet kAuxtraceMmapReadSet = {"auxtrace_mmap_read",
                                         "one drain or snapshot of an AUX area by perf", check};

}  // namespace ringcheck
