// I-123: while an event wants callchains, samples have them, and those alone that find buffers for
// them; and as many events want them as there are. Judged when nothing runs any more.
// Source: kernel/events/callchain.c get_callchain_buffers, get_callchain_entry. Tested by
// tests/properties/sampling/callchain_test.cpp.
#include "properties/core/last_word.hpp"
#include "properties/sampling/invariants.hpp"

namespace ringcheck {
namespace {

/// How often samples, which the first thread takes, find buffers.
std::uint64_t found_buffers(const PerfView& view) {
  const LocId entries = location_named(view, "callchain.entries");
  std::uint64_t found = 0;
  for (int slot = 0; slot < view.graph().slots(0); ++slot) {
    const EventNumber e = view.graph().at(0, slot);
    if (e == kNoEvent) continue;
    const Event& event = view.graph()[e];
    if (event.kind == EventKind::read && event.location == entries && event.value != 0) ++found;
  }
  return found;
}

std::optional<Violation> violated(const PerfView& view) {
  const std::uint64_t taken = last_word(view, "chains.taken"), due = last_word(view, "chains.due");
  if (taken < due)
    return Violation{"{0} samples have chains, and there were buffers for {1}", {taken, due}};
  const std::uint64_t found = found_buffers(view);
  if (taken != found)
    return Violation{"{0} samples have chains, and {1} found buffers for them", {taken, found}};
  const std::uint64_t counted = last_word(view, "callchain.events");
  const std::uint64_t events = last_word(view, "chains.events");
  if (counted != events)
    return Violation{"{0} events want chains, and {1} are counted", {events, counted}};
  if (last_word(view, "callchain.mutex") != 0 || last_word(view, "callchain.rcu_section") != 0)
    return Violation{"somebody holds the mutex, or stays in an RCU section, for ever"};
  return std::nullopt;
}

bool seen(const PerfView& view) {
  return last_word(view, "chains.taken") != 0;
}

}  // namespace

constinit const Property kChainsTaken = property<violated, seen>(
    "I-123", "Chains taken: samples have chains while an event wants them", "a sample has a chain");

}  // namespace ringcheck
