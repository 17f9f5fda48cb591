// I-04: when all writers are done, everything is published.
// Source: kernel/events/ring_buffer.c perf_output_put_handle, the second look at rb->head.
// Tested by tests/properties/core/invariants_test.cpp.
#include "check/scenario.hpp"
#include "properties/ring/invariants.hpp"

namespace ringcheck {
namespace {

std::optional<Violation> violated(const PerfView& view) {
  const PerfBuffer& rb = *view.scenario.ring;
  const auto last = [&](std::uint64_t address) {
    return view.graph().co_last(location_of(address));
  };
  const EventNumber head = last(rb.at.head);
  const EventNumber published = last(rb.at.data_head);
  if (view.graph()[head].value != view.graph()[published].value)
    return Violation{"writers are done at {0} ({4}), and data_head is {1} ({5})",
                     {view.graph()[head].value, view.graph()[published].value},
                     head,
                     published};
  const EventNumber nest = last(rb.at.nest);
  if (view.graph()[nest].value != 0)
    return Violation{
        "writers are done, and the nest count is {0} ({4})", {view.graph()[nest].value}, nest};
  return std::nullopt;
}

bool seen(const PerfView& view) {
  return view.ring.retries > 0;
}

}  // namespace

constinit const Property kEventualPublication = property<violated, seen>(
    "I-04", "Eventual publication: once no writer is active, data_head is the write position",
    "a writer goes round again for what nested writers left");

}  // namespace ringcheck
