// I-18: a backward buffer's head goes down by what was written, to the header of the newest record,
// and an overwrite buffer refuses no record.
// Source: kernel/events/ring_buffer.c __perf_output_begin, backward.
// Tested by tests/properties/core/invariants_test.cpp.
#include "check/scenario.hpp"
#include "properties/overwrite/invariants.hpp"
#include "protocol/ring/observations.hpp"

namespace ringcheck {
namespace {

std::optional<Violation> violated(const PerfView& view) {
  for (const auto& refused : view.ring.refused)
    if (refused.why == RefusedFor::no_space)
      return Violation{"{0} bytes are refused for lack of space in a buffer that is overwritten",
                       {refused.size}};
  EventNumber before = location_of(view.scenario.ring->at.data_head);
  for (EventNumber w = view.graph()[before].co_next; w != kNoEvent; w = view.graph()[w].co_next) {
    const std::uint64_t from = view.ring.in_stream(view.graph()[before].value);
    const std::uint64_t to = view.ring.in_stream(view.graph()[w].value);
    std::uint64_t bytes = 0;
    bool newest = from == to;
    for (const auto& record : view.ring.written) {
      if (record.offset - to < from - to) bytes += record.size;
      newest = newest || record.offset == to;
    }
    if (bytes != from - to || !newest)
      return Violation{"data_head goes from {0} ({4}) to {1} ({5}), over {2} bytes of records",
                       {from, to, bytes},
                       before,
                       w};
    before = w;
  }
  return std::nullopt;
}

bool seen(const PerfView& view) {
  return view.ring.head_stores.size() >= 2;
}

}  // namespace

constinit const Property kBackwardHead = property<violated, seen>(
    "I-18", "Backward head: data_head goes down by what was written; none is refused for space",
    "data_head of a backward buffer is stored twice");

}  // namespace ringcheck
