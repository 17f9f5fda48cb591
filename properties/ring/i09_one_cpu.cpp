// I-09: writers that are in a buffer at the same time are on one CPU. The nest count shows this: a
// store to it that follows another CPU's store, in coherence order, must follow a store of 0.
// Source: kernel/events/core.c perf_event_set_output, perf_mmap: the rules of redirection.
// Tested by tests/properties/core/invariants_test.cpp.
#include "check/scenario.hpp"
#include "properties/ring/invariants.hpp"

namespace ringcheck {
namespace {

/// Calls `visit(before, after)` for each pair of stores to the nest count that follow each other
/// and come from different CPUs.
template <class Visit>
void for_each_change(const PerfView& view, Visit&& visit) {
  const EventNumber first = location_of(view.scenario.ring->at.nest);
  for (EventNumber before = view.graph()[first].co_next; before != kNoEvent;
       before = view.graph()[before].co_next) {
    const EventNumber after = view.graph()[before].co_next;
    if (after != kNoEvent && view.graph()[after].id.thread != view.graph()[before].id.thread)
      visit(before, after);
  }
}

std::optional<Violation> violated(const PerfView& view) {
  std::optional<Violation> finding;
  for_each_change(view, [&](EventNumber before, EventNumber after) {
    if (!finding && view.graph()[before].value != 0)
      finding = Violation{
          "{5} stores the nest count {1} while a writer of another CPU has it at {0} ({4})",
          {view.graph()[before].value, view.graph()[after].value},
          before,
          after};
  });
  return finding;
}

bool seen(const PerfView& view) {
  bool changes = false;
  for_each_change(view, [&](EventNumber, EventNumber) { changes = true; });
  return changes;
}

}  // namespace

constinit const Property kOneCpu = property<violated, seen>(
    "I-09", "One CPU at a time: writers in a buffer at once are on one CPU",
    "a writer of another CPU comes after one has left");

}  // namespace ringcheck
