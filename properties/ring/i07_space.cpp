// I-07: a reservation is granted iff it fits after the tail that was read, one byte always staying
// free. A head that is behind the tail (read before it, with nested writers and the reader in
// between) says nothing about space. Such a refusal is not judged, and does not occur: nobody
// publishes while a writer is between the two loads.
//
// A buffer is smaller than 4 GiB, so the lower halves of two positions say how far they are apart.
// A tail whose halves come from different stores counts as its lower half, as it does in the
// kernel's test.
// Source: kernel/events/ring_buffer.c ring_buffer_has_space.
// Tested by tests/properties/core/invariants_test.cpp.
#include "check/scenario.hpp"
#include "properties/ring/invariants.hpp"
#include "protocol/ring/observations.hpp"

namespace ringcheck {
namespace {

std::optional<Violation> violated(const PerfView& view) {
  const std::uint64_t room = view.scenario.ring->data_size - 1;
  const auto used = [](std::uint64_t head, std::uint64_t tail) {
    return static_cast<std::uint32_t>(head - tail);
  };
  for (const auto& r : view.ring.reservations)
    if (used(r.offset, r.tail) > room || r.size > room - used(r.offset, r.tail))
      return Violation{"{0} bytes are reserved at {1} behind tail {2}, in a buffer of {3}",
                       {r.size, r.offset, r.tail, room + 1}};
  for (const auto& r : view.ring.refused)
    if (r.why == RefusedFor::no_space && used(r.head, r.tail) <= room &&
        r.size <= room - used(r.head, r.tail))
      return Violation{"{0} bytes at {1} behind tail {2} are refused, in a buffer of {3}",
                       {r.size, r.head, r.tail, room + 1}};
  return std::nullopt;
}

bool seen(const PerfView& view) {
  return !view.ring.refused.empty() && !view.ring.reservations.empty();
}

}  // namespace

constinit const Property kSpace = property<violated, seen>(
    "I-07", "Space: a record is reserved exactly when it fits behind the tail that was read",
    "one record finds space and another finds none");

}  // namespace ringcheck
