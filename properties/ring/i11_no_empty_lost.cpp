// I-11: a LOST record reports a loss.
// Source: kernel/events/ring_buffer.c __perf_output_begin: whether there are losses is seen before
// space is reserved, and how many when the record is written.
// Tested by tests/properties/core/invariants_test.cpp.
#include "properties/ring/invariants.hpp"

namespace ringcheck {
namespace {

std::optional<Violation> violated(const PerfView& view) {
  if (!view.ring.empty_lost) return std::nullopt;
  return Violation{"the LOST record at {0} reports no loss", {*view.ring.empty_lost}};
}

bool seen(const PerfView& view) {
  return view.ring.lost_reported > 0;
}

}  // namespace

constinit const Property kNoEmptyLost = property<violated, seen>(
    "I-11", "No empty LOST: every LOST record reports a loss", "a LOST record reports a loss");

}  // namespace ringcheck
