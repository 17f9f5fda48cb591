// I-05: reservations tile the stream, in the order in which they are made.
// Source: kernel/events/ring_buffer.c __perf_output_begin, the local_cmpxchg loop.
// Tested by tests/properties/core/invariants_test.cpp.
#include "check/scenario.hpp"
#include "properties/ring/invariants.hpp"

namespace ringcheck {
namespace {

std::optional<Violation> violated(const PerfView& view) {
  const LocId position = location_of(view.scenario.ring->at.head);
  std::uint64_t end = view.ring.in_stream(view.graph()[position].value);
  for (const auto& reservation : view.ring.reservations) {
    if (reservation.offset != end)
      return Violation{"a writer reserves from {0} on, and reservations reach to {1}",
                       {reservation.offset, end}};
    end += reservation.size;
  }
  const EventNumber head = view.graph().co_last(position);
  if (const std::uint64_t last = view.ring.in_stream(view.graph()[head].value); last != end)
    return Violation{
        "the write position ends at {0} ({4}), and reservations reach to {1}", {last, end}, head};
  return std::nullopt;
}

/// A nested reservation lies between those of the writer that it interrupts.
bool seen(const PerfView& view) {
  for (std::size_t i = 1; i < view.ring.reservations.size(); ++i)
    if (view.ring.reservations[i].level > view.ring.reservations[i - 1].level) return true;
  return false;
}

}  // namespace

constinit const Property kDisjoint = property<violated, seen>(
    "I-05", "Disjoint reservations: they tile the stream without gap or overlap",
    "an interrupt reserves after what it interrupts");

}  // namespace ringcheck
