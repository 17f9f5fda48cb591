// I-34: the positions that a reader gives its trace follow on from each other: each window starts
// at the 64-bit position at which the one before it ended.
// Source: tools/perf/util/auxtrace.c __auxtrace_mmap__read (the offset of an AUXTRACE record).
// Tested by tests/properties/aux/aux_widths_test.cpp.
#include "check/scenario.hpp"
#include "properties/aux/invariants.hpp"

namespace ringcheck {
namespace {

std::uint64_t first_position(const PerfView& view) {
  const AuxBuffer& buffer = *view.scenario.aux;
  const auto first = [&](std::uint64_t address) {
    return view.graph()[location_of(address)].value;
  };
  const std::uint64_t low = first(buffer.at.user_head);
  return buffer.user_head_high ? low | first(*buffer.user_head_high) << kHalfBits : low;
}

std::optional<Violation> violated(const PerfView& view) {
  if (view.scenario.aux->overwrite) return std::nullopt;
  std::uint64_t taken = first_position(view);
  for (const AuxRun::Window& window : view.aux.windows) {
    if (window.offset != taken)
      return Violation{
          "a reader takes {1} bytes as those from {0} on, and all up to {2} are taken; the "
          "aux_head "
          "that it has loaded is {3}",
          {window.offset, window.size, taken, window.head}};
    taken += window.size;
  }
  return std::nullopt;
}

/// Trace is taken in two windows.
bool seen(const PerfView& view) {
  return view.aux.windows.size() > 1;
}

}  // namespace

constinit const Property kAuxOffsets = property<violated, seen>(
    "I-34", "AUX offsets: what a reader takes starts where it has ended before",
    "trace is taken twice");

}  // namespace ringcheck
