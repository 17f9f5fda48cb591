// I-19: an overwrite reader hands on only whole records, as they were written, from the head on and
// within the size of the buffer.
// Judged by reads-from: the last load of each word of the record reads the store for that offset.
// Source: tools/lib/perf/mmap.c overwrite_rb_find_range, perf_mmap__read.
// Tested by tests/properties/core/invariants_test.cpp.
#include "check/scenario.hpp"
#include "properties/overwrite/invariants.hpp"
#include "properties/overwrite/overwrite_window.hpp"

namespace ringcheck {
namespace {

std::optional<Violation> violated_by(const PerfView& view, const RingRun::Record& record) {
  const std::uint64_t data_size = view.scenario.ring->data_size;
  const RingRun::Snapshot* snapshot = snapshot_at(view.ring, record.slot);
  if (snapshot == nullptr || record.offset - snapshot->start + record.size > data_size)
    return Violation{
        "the reader hands on {1} bytes at {0}, not within {2} bytes from head {3}",
        {record.offset, record.size, data_size, snapshot == nullptr ? 0 : snapshot->start}};
  const auto is_record = [&](const RingRun::Record& other) {
    return other.offset == record.offset && other.size == record.size;
  };
  if (std::ranges::none_of(view.ring.written, is_record))
    return Violation{"the reader hands on {1} bytes at {0}, which is no record",
                     {record.offset, record.size}};
  for (std::uint64_t at = record.offset; at != record.offset + record.size; at += kWordBytes) {
    const RingRun::WordAccess* load = last_load(view.ring, at, record.slot);
    if (load == nullptr) continue;
    const EventNumber from = view.graph()[load->event].rf;
    if (view.ring.offset_of(from) == at) continue;
    return Violation{
        "the reader hands on the record at {0}; {4} loads its word at {1}, and reads {5}, which is "
        "none of it",
        {record.offset, at},
        load->event,
        from};
  }
  return std::nullopt;
}

std::optional<Violation> violated(const PerfView& view) {
  for (const RingRun::Record& record : view.ring.consumed)
    if (auto finding = violated_by(view, record)) return finding;
  return std::nullopt;
}

/// The reader hands on a record from a buffer that has gone round.
bool seen(const PerfView& view) {
  std::uint64_t written = 0;
  for (const auto& record : view.ring.written) written += record.size;
  return !view.ring.consumed.empty() && written > view.scenario.ring->data_size;
}

}  // namespace

constinit const Property kReadWindow = property<violated, seen>(
    "I-19", "Read window: an overwrite reader hands on whole records within the buffer's size",
    "a record is handed on from a buffer that has gone round");

}  // namespace ringcheck
