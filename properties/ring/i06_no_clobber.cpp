// I-06: a word is not overwritten before the reader has loaded it.
// Take a load of stream offset o and a store for offset o + k * size, to the same place. The load
// comes first, that is, what it reads precedes the store in coherence order. Source: ordering
// points A and D of kernel/events/ring_buffer.c perf_output_put_handle.
// Tested by tests/properties/core/invariants_test.cpp.
#include "check/scenario.hpp"
#include "properties/ring/invariants.hpp"

namespace ringcheck {
namespace {

std::optional<Violation> violated(const PerfView& view) {
  const std::uint64_t size = view.scenario.ring->data_size;
  for (const auto& load : view.ring.loads) {
    const EventNumber from = view.graph()[load.event].rf;
    for (const auto& store : view.ring.stores) {
      if (store.offset < load.offset + size) continue;
      if (view.graph()[store.event].location != view.graph()[load.event].location) continue;
      if (from == store.event || view.graph().co_before(store.event, from))
        return Violation{
            "{4} loads the word of offset {0} after {5} has stored that of {1} over it",
            {load.offset, store.offset},
            load.event,
            store.event};
    }
  }
  return std::nullopt;
}

/// A word is stored over one that the reader loads.
bool seen(const PerfView& view) {
  for (const auto& load : view.ring.loads)
    for (const auto& store : view.ring.stores)
      if (store.offset > load.offset &&
          view.graph()[store.event].location == view.graph()[load.event].location)
        return true;
  return false;
}

}  // namespace

constinit const Property kNoClobber = property<violated, seen>(
    "I-06", "No clobber: no word is overwritten before the reader has loaded it",
    "the ring goes round: a word is stored over one that the reader loads");

}  // namespace ringcheck
