// I-02: data_head only grows, by less than the buffer, and no observer sees it go back.
// Source: kernel/events/ring_buffer.c perf_output_put_handle; 1b038c6e05ff is a violation.
// Tested by tests/properties/core/invariants_test.cpp.
#include "check/scenario.hpp"
#include "properties/ring/invariants.hpp"

namespace ringcheck {
namespace {

std::optional<Violation> violated(const PerfView& view) {
  const PerfBuffer& rb = *view.scenario.ring;
  // In coherence order, from the initial write on.
  EventNumber before = location_of(rb.at.data_head);
  for (EventNumber w = view.graph()[before].co_next; w != kNoEvent; w = view.graph()[w].co_next) {
    const std::uint64_t from = view.ring.in_stream(view.graph()[before].value);
    const std::uint64_t to = view.ring.in_stream(view.graph()[w].value);
    if (to - from >= rb.data_size)
      return Violation{"data_head goes from {0} ({4}) to {1} ({5})", {from, to}, before, w};
    before = w;
  }
  for (std::size_t i = 1; i < view.ring.head_loads.size(); ++i) {
    const auto& a = view.ring.head_loads[i - 1];
    const auto& b = view.ring.head_loads[i];
    if (a.thread == b.thread && b.position < a.position)
      return Violation{"data_head is loaded as {0} ({4}) and later as {1} ({5})",
                       {a.position, b.position},
                       a.event,
                       b.event};
  }
  return std::nullopt;
}

bool seen(const PerfView& view) {
  return view.ring.head_stores.size() >= 2;
}

}  // namespace

constinit const Property kHeadMonotone = property<violated, seen>(
    "I-02", "Head monotonicity: data_head never goes back", "data_head is stored twice");

}  // namespace ringcheck
