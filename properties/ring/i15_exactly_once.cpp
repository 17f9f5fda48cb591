// I-15: the reader hands on exactly the published stream: nothing left out, nothing twice.
// Source: tools/lib/perf/mmap.c perf_mmap__read_event.
// Tested by tests/properties/core/invariants_test.cpp.
#include "check/scenario.hpp"
#include "properties/ring/invariants.hpp"

namespace ringcheck {
namespace {

std::optional<Violation> violated(const PerfView& view) {
  if (view.ring.fell_behind > 0) return Violation{"the reader skips records"};
  std::uint64_t end = view.graph()[location_of(view.scenario.ring->at.data_tail)].value;
  for (const auto& record : view.ring.consumed) {
    if (record.offset != end)
      return Violation{"the reader hands on the record at {0}, and the next one is at {1}",
                       {record.offset, end}};
    bool written = false;
    for (const auto& other : view.ring.written)
      written = written || (other.offset == record.offset && other.size == record.size);
    if (!written)
      return Violation{"the reader hands on {1} bytes at {0}, which is no record",
                       {record.offset, record.size}};
    end += record.size;
  }
  for (const auto& store : view.ring.tail_stores)
    if (store.position > end)
      return Violation{"{4} gives back all below {0}, and records were handed on up to {1}",
                       {store.position, end},
                       store.event};
  return std::nullopt;
}

/// The reader hands on all that was written.
bool seen(const PerfView& view) {
  return !view.ring.consumed.empty() && view.ring.consumed.size() == view.ring.written.size();
}

}  // namespace

constinit const Property kExactlyOnce = property<violated, seen>(
    "I-15", "Exactly once: the reader hands on the published stream, record by record",
    "the reader hands on all records that were written");

}  // namespace ringcheck
