// I-10: losses reported and losses still counted add up to the begins that failed.
// Source: kernel/events/ring_buffer.c __perf_output_begin, rb->lost.
// Tested by tests/properties/core/invariants_test.cpp.
#include "check/scenario.hpp"
#include "properties/ring/invariants.hpp"

namespace ringcheck {
namespace {

std::optional<Violation> violated(const PerfView& view) {
  const EventNumber lost = view.graph().co_last(location_of(view.scenario.ring->at.lost));
  const std::uint64_t counted = view.graph()[lost].value;
  const std::uint64_t failed = view.ring.refused.size();
  if (view.ring.lost_reported + counted == failed) return std::nullopt;
  return Violation{"{0} begins failed; LOST records report {1}, and {2} are still counted ({4})",
                   {failed, view.ring.lost_reported, counted},
                   lost};
}

bool seen(const PerfView& view) {
  return view.ring.lost_reported > 0;
}

}  // namespace

constinit const Property kLostConservation = property<violated, seen>(
    "I-10", "Lost conservation: losses reported and losses counted are the begins that failed",
    "a LOST record reports a loss");

}  // namespace ringcheck
