// I-10: losses reported and losses still counted add up to the begins that failed.
// Source: kernel/events/ring_buffer.c __perf_output_begin, rb->lost.
// Tested by tests/properties/core/invariants_test.cpp.
#include "properties/core/invariants.hpp"
#include "properties/scenario.hpp"

namespace ringcheck {
namespace {

std::optional<Finding> violated(const RunView& view) {
  const EventNumber lost = view.graph.co_last(location_of(view.scenario.ring->at.lost));
  const std::uint64_t counted = view.graph[lost].value;
  const std::uint64_t failed = view.ring.refused.size();
  if (view.ring.lost_reported + counted == failed) return std::nullopt;
  return Finding{"{0} begins failed; LOST records report {1}, and {2} are still counted ({4})",
                 {failed, view.ring.lost_reported, counted},
                 lost};
}

bool seen(const RunView& view) {
  return view.ring.lost_reported > 0;
}

}  // namespace

const Property kLostConservation = {
    "I-10", "Lost conservation: losses reported and losses counted are the begins that failed",
    "a LOST record reports a loss", violated, seen};

}  // namespace ringcheck
