// I-08: an interrupt leaves the nest count as it found it, and only a writer that sees 1 publishes.
// Source: kernel/events/ring_buffer.c perf_output_get_handle, perf_output_put_handle.
// Tested by tests/properties/core/invariants_test.cpp.
#include "check/scenario.hpp"
#include "properties/ring/invariants.hpp"

namespace ringcheck {
namespace {

/// The nest count and the nesting of interrupts while a writer's events pass in program order.
struct NestWalk {
  std::uint64_t nest = 0;
  std::uint8_t level = 0;
  std::array<std::uint64_t, 256> at_entry{};  ///< the count when a handler of that level began
};

/// Follows the change of level to that of event `e`. Returns whether a handler left another count
/// than it found.
bool level_changes(NestWalk& walk, std::uint8_t level) {
  if (level > walk.level) walk.at_entry[level] = walk.nest;
  const bool broken = level < walk.level && walk.nest != walk.at_entry[walk.level];
  walk.level = level;
  return broken;
}

std::optional<Violation> violated(const PerfView& view) {
  const PerfBuffer& rb = *view.scenario.ring;
  const LocId nest = location_of(rb.at.nest);
  const LocId data_head = location_of(rb.at.data_head);
  const ThreadId writer = view.scenario.writer;
  NestWalk walk;
  for (int slot = 0; slot < view.graph().slots(writer); ++slot) {
    const EventNumber e = view.graph().at(writer, slot);
    if (e == kNoEvent) continue;
    const Event& event = view.graph()[e];
    const std::uint8_t from = walk.level;
    if (level_changes(walk, event.level))
      return Violation{"a handler comes at nest count {0} and leaves it at {1} (before {4})",
                       {walk.at_entry[from], walk.nest},
                       e};
    if (event.kind != EventKind::write) continue;
    if (event.location == nest) walk.nest = event.value;
    if (event.location == data_head && walk.nest != 1)
      return Violation{"{4} publishes head {0} at nest count {1}", {event.value, walk.nest}, e};
  }
  return std::nullopt;
}

bool seen(const PerfView& view) {
  return view.ring.nested_puts > 0;
}

}  // namespace

constinit const Property kNestBalance = property<violated, seen>(
    "I-08",
    "Nest balance: handlers leave the nest count as they find it, and only the outermost publishes",
    "a writer interrupts another between get_handle and put_handle");

}  // namespace ringcheck
