// Findings of what perf does with a data ring, on its own text.
// Tested by `make kernel`.
#include <fmt/format.h>

#include "kernel/findings/findings_by_area.hpp"
#include "kernel/glue/reader_api.h"
#include "kernel/native/native_machine.hpp"
#include "kernel/tree/libperf_unit.hpp"

namespace ringcheck {
namespace {

std::optional<std::string> written_twice(const NativeObject& object) {
  constexpr unsigned kRingBytes = 64, kRecord = 8;
  std::uint64_t written = 0;
  unsigned loads = 0;
  NativeMachine machine(object);
  object.function<decltype(rc_new_reader)>("rc_new_reader")(kRingBytes, 0, 0, 2);
  machine.answer = [&](std::string_view name, long long argument) {
    if (name == "written") written += static_cast<std::uint64_t>(argument);
    return 0LL;
  };
  auto* head = object.function<decltype(rc_reader_word)>("rc_reader_word")(RC_READER_DATA_HEAD);
  *head = kRecord;
  machine.name(head, 0);
  machine.tracing = true;
  // A writer comes between the first two loads of the head.
  machine.before_access = [&] {
    if (++loads == 2) *head += kRecord;
  };
  for (int times = 0; times < 2; ++times)
    object.function<decltype(rc_reader_push)>("rc_reader_push")();
  if (written <= *head) return {};
  return fmt::format("of {} bytes of records {} are written to perf's file", *head, written);
}

constexpr unsigned kPageShift = 12;
constexpr ShownFinding kReaderFindings[] = {{"V-17", written_twice, reader_unit, kPageShift}};

}  // namespace

std::span<const ShownFinding> reader_findings() {
  return kReaderFindings;
}

}  // namespace ringcheck
