// I-03: what is published is complete.
// All writers of a buffer run on one CPU, so program order tells whether a reservation was complete
// when the head was stored. Source: kernel/events/ring_buffer.c, the comment above
// perf_output_get_handle.
// Tested by tests/properties/core/invariants_test.cpp.
#include "properties/ring/invariants.hpp"

namespace ringcheck {
namespace {

std::optional<Violation> violated(const PerfView& view) {
  for (const auto& store : view.ring.head_stores)
    for (const auto& reservation : view.ring.reservations)
      if (reservation.offset < store.position &&
          (reservation.finished == kNoSlot || reservation.finished > store.slot))
        return Violation{"{4} publishes head {0} while the record at {1} is being written",
                         {store.position, reservation.offset},
                         store.event};
  return std::nullopt;
}

/// One store of the head covers several reservations.
bool seen(const PerfView& view) {
  std::uint64_t before = 0;
  for (const auto& store : view.ring.head_stores) {
    int covered = 0;
    for (const auto& r : view.ring.reservations)
      if (r.offset >= before && r.offset < store.position) ++covered;
    if (covered >= 2) return true;
    before = store.position;
  }
  return false;
}

}  // namespace

constinit const Property kCompleteOnly = property<violated, seen>(
    "I-03", "Complete only: no head is published over a record that is being written",
    "one store of data_head publishes several writers' records");

}  // namespace ringcheck
