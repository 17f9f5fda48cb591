// I-114: a record is refused only if it did not fit at some moment of the call.
//
// The moments are those that the call's own CPU knows of: the one at which the call loaded the
// tail, and those at which writers that nested in it had reserved, each with a newer tail than the
// call's. (A CPU that has loaded one tail never loads an older one.) I-07 asks which head and tail
// decided a refusal; here these may be of different moments.
// Source: kernel/events/ring_buffer.c __perf_output_begin.
// Tested by tests/properties/core/invariants_test.cpp.
#include <ranges>

#include "check/scenario.hpp"
#include "properties/ring/invariants.hpp"
#include "protocol/ring/observations.hpp"

namespace ringcheck {
namespace {

/// Whether tail `a` is newer than tail `b`, both less than 2 GiB apart.
bool newer(std::uint64_t a, std::uint64_t b) {
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(a - b)) > 0;
}

std::optional<Violation> violated(const PerfView& view) {
  if (view.scenario.ring->overwrite) return std::nullopt;
  const std::uint64_t room = view.scenario.ring->data_size - 1;
  const auto fits = [room](std::uint64_t size, std::uint64_t head, std::uint64_t tail) {
    const std::uint64_t used = static_cast<std::uint32_t>(head - tail);
    return used <= room && size <= room - used;
  };
  for (const auto& r : view.ring.refused) {
    if (r.why != RefusedFor::no_space) continue;
    std::uint64_t head = r.head;
    bool nested = false;
    bool fitted = true;
    for (const auto& at : std::views::reverse(view.ring.reservations)) {
      if (at.slot > r.slot) continue;
      if (at.offset + at.size != head || !newer(at.tail, r.tail)) break;
      nested = true;
      fitted = fitted && fits(r.size, head, at.tail);
      head = at.offset;
    }
    if (nested && fitted && fits(r.size, head, r.tail))
      return Violation{"{0} bytes are refused at {1} after tail {2}, and fitted at {3} already",
                       {r.size, r.head, r.tail, head}};
  }
  return std::nullopt;
}

bool seen(const PerfView& view) {
  for (const auto& r : view.ring.refused)
    if (r.why == RefusedFor::no_space && r.level == 0) return true;
  return false;
}

}  // namespace

constinit const Property kNoFalseLoss = property<violated, seen>(
    "I-114", "No false loss: a record is refused only if it did not fit at some moment of the call",
    "a task's record finds no space");

}  // namespace ringcheck
