// I-11: a LOST record reports a loss.
// Source: kernel/events/ring_buffer.c __perf_output_begin: whether there are losses is seen before
// space is reserved, and how many when the record is written.
// Tested by tests/properties/core/invariants_test.cpp.
#include "properties/core/invariants.hpp"

namespace ringcheck {
namespace {

std::optional<Finding> violated(const RunView& view) {
  if (!view.ring.empty_lost) return std::nullopt;
  return Finding{"the LOST record at {0} reports no loss", {*view.ring.empty_lost}};
}

bool seen(const RunView& view) {
  return view.ring.lost_reported > 0;
}

}  // namespace

const Property kNoEmptyLost = {"I-11", "No empty LOST: every LOST record reports a loss",
                               "a LOST record reports a loss", violated, seen};

}  // namespace ringcheck
