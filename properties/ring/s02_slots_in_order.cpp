// S-02: every record is read once, in order.
// The writer numbers the records that it stores from 1, and the reader loads one at a time, so its
// n-th load returns n. Judged by the graph alone. Source: protocol/ring/one_slot_ring.hpp.
// Tested by tests/properties/core/invariants_test.cpp.
#include "properties/ring/invariants.hpp"
#include "properties/ring/slot_loads.hpp"

namespace ringcheck {
namespace {

std::optional<Violation> violated(const SlotView& view) {
  std::optional<Violation> finding;
  std::uint64_t expected = 0;
  for_each_slot_load(view, [&](EventNumber e) {
    const std::uint64_t value = view.graph()[e].value;
    if (value != ++expected)
      finding = Violation{"{4} loads record {0}, expected record {1}", {value, expected}, e};
    return !finding;
  });
  return finding;
}

/// The reader loads two records, so that the slot is used again.
bool seen(const SlotView& view) {
  int loads = 0;
  for_each_slot_load(view, [&](EventNumber) { return ++loads < 2; });
  return loads == 2;
}

}  // namespace

constinit const Property kSlotsInOrder = property<violated, seen>(
    "S-02", "Records in order: the reader's n-th load of a record returns the n-th record",
    "the reader loads two records");

}  // namespace ringcheck
