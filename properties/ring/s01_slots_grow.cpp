// S-01: the reader of the ring of one-word records sees growing values, and passes over no slot.
// Records are numbered from 1 as they are written, so the values that the reader loads grow, and
// none is the initial 0. It begins with the first slot, and loads each after the one before it.
// Judged by the graph alone. Source: protocol/ring/spsc_ring.hpp.
// Tested by tests/properties/core/invariants_test.cpp.
#include "properties/ring/invariants.hpp"
#include "properties/ring/slot_loads.hpp"

namespace ringcheck {
namespace {

std::optional<Violation> violated(const SlotView& view) {
  std::optional<Violation> finding;
  const LocId data = location_of(view.scenario.spsc->data);
  std::uint64_t last = 0, loads = 0;
  for_each_slot_load(view, [&](EventNumber e) {
    const std::uint64_t value = view.graph()[e].value;
    const std::uint64_t slot = view.graph()[e].location - data;
    const std::uint64_t next = loads++ % view.scenario.spsc->slots;
    if (slot != next)
      finding = Violation{"{4} loads slot {0}, expected slot {1}", {slot, next}, e};
    else if (value <= last)
      finding = Violation{"{4} loads record {0} after record {1}", {value, last}, e};
    last = value;
    return !finding;
  });
  return finding;
}

/// The reader loads a slot that is written twice.
bool seen(const SlotView& view) {
  bool twice = false;
  for_each_slot_load(view, [&](EventNumber e) {
    const EventNumber last = view.graph().co_last(view.graph()[e].location);
    twice = view.graph()[last].co_position >= 2;
    return !twice;
  });
  return twice;
}

}  // namespace

constinit const Property kSlotsGrow =
    property<violated, seen>("S-01", "Growing records: the values that the reader loads grow",
                             "the reader loads from a slot that is written twice");

}  // namespace ringcheck
