// I-22: no record is larger than the overwrite buffer that it is written to.
// Source: kernel/events/ring_buffer.c __perf_output_begin: an overwrite buffer has no space test.
// Tested by tests/properties/core/invariants_test.cpp.
#include "check/scenario.hpp"
#include "properties/overwrite/invariants.hpp"

namespace ringcheck {
namespace {

std::optional<Violation> violated(const PerfView& view) {
  const std::uint64_t data_size = view.scenario.ring->data_size;
  for (const auto& r : view.ring.reservations)
    if (r.size > data_size)
      return Violation{"{0} bytes are reserved in a buffer of {1}", {r.size, data_size}};
  return std::nullopt;
}

bool seen(const PerfView& view) {
  std::uint64_t written = 0;
  for (const auto& record : view.ring.written) written += record.size;
  return written > view.scenario.ring->data_size;
}

}  // namespace

constinit const Property kFits = property<violated, seen>(
    "I-22", "Fits: no record is larger than the buffer", "an overwrite buffer goes round");

}  // namespace ringcheck
