// I-12: from any published position, header sizes lead exactly to the published head.
// Source: struct perf_event_header; tools/lib/perf/mmap.c perf_mmap__read.
// Tested by tests/properties/core/invariants_test.cpp.
#include "check/scenario.hpp"
#include "properties/core/record_header.hpp"
#include "properties/ring/invariants.hpp"

namespace ringcheck {
namespace {

std::optional<Violation> violated(const PerfView& view) {
  const std::uint64_t start = view.graph()[location_of(view.scenario.ring->at.data_head)].value;
  std::uint64_t offset = start;
  for (const auto& store : view.ring.head_stores) {
    while (offset < store.position) {
      const EventNumber header = view.ring.store_of(offset);
      const std::uint64_t size =
          header == kNoEvent ? 0 : record_header(view.graph()[header].value).size;
      if (size < kWordBytes || size % kWordBytes != 0)
        return Violation{"the record at {0} has size {1} ({4}), and head {2} is published by {5}",
                         {offset, size, store.position},
                         header,
                         store.event};
      offset += size;
    }
    if (offset != store.position && store.position != start)
      return Violation{"records reach to {0}, and head {1} is published by {4}",
                       {offset, store.position},
                       store.event};
  }
  return std::nullopt;
}

/// A record wraps: it starts before the buffer's end and ends after it.
bool seen(const PerfView& view) {
  const std::uint64_t size = view.scenario.ring->data_size;
  for (const auto& record : view.ring.written)
    if (record.offset / size != (record.offset + record.size - 1) / size) return true;
  return false;
}

}  // namespace

constinit const Property kFraming = property<violated, seen>(
    "I-12", "Framing: the sizes of the records lead exactly to the published head",
    "a record wraps around the end of the buffer");

}  // namespace ringcheck
