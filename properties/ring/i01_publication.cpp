// I-01: what lies below a head that the reader has loaded is there.
// A load of stream offset o that a loaded head h > o admitted reads the store for that very offset.
// If it reads an initial value or an earlier lap's word, the record was published before it was
// visible. A later lap's word is a matter of I-06. Judged by reads-from, not by value: header words
// of different records are equal. The word that is stored for an offset is the one that the writer
// has for it.
// Source: ordering points B and C of kernel/events/ring_buffer.c perf_output_put_handle.
// Tested by tests/properties/core/invariants_test.cpp.
#include "properties/ring/invariants.hpp"

namespace ringcheck {
namespace {

/// A store of another word than the writer has for that place.
std::optional<Violation> stored_otherwise(const PerfView& view) {
  if (!view.scenario.ring) return std::nullopt;
  for (const auto& store : view.ring.stores) {
    if (store.event == kNoEvent) continue;
    const Event& event = view.graph()[store.event];
    const bool there = event.location == location_of(view.scenario.ring->data_word(store.offset));
    if (there && event.kind == EventKind::write && event.value != store.word)
      return Violation{"the word at offset {0} is to be {1}, and {4} stores {2}",
                       {store.offset, store.word, event.value},
                       store.event};
  }
  return std::nullopt;
}

std::optional<Violation> violated(const PerfView& view) {
  if (auto finding = stored_otherwise(view)) return finding;
  for (const auto& load : view.ring.loads) {
    if (load.offset >= load.head) continue;
    const EventNumber from = view.graph()[load.event].rf;
    const auto offset = view.ring.offset_of(from);
    if (offset && *offset == load.offset) continue;
    if (offset && *offset > load.offset) continue;
    if (!offset)
      return Violation{"the word at offset {0} is below the loaded head {1}, and {4} reads {5}",
                       {load.offset, load.head},
                       load.event,
                       from};
    return Violation{
        "the word at offset {0} is below the loaded head {1}, and {4} reads the word of "
        "offset {2} ({5})",
        {load.offset, load.head, *offset},
        load.event,
        from};
  }
  return std::nullopt;
}

bool seen(const PerfView& view) {
  return !view.ring.loads.empty();
}

}  // namespace

constinit const Property kPublication = property<violated, seen>(
    "I-01", "Publication: every word below a loaded head is the one stored there",
    "the reader loads a word of a record");

}  // namespace ringcheck
