// I-23: trace below an aux_head that the reader has loaded is there.
// A load of stream offset o that a loaded head h > o admitted reads the store for that very offset,
// whether the trace unit made it or the CPU that copies. I-24 judges units of a later lap. Skipped
// bytes may read as 0, which decoders skip: padding, or bytes that nobody writes.
// Source: kernel/events/ring_buffer.c perf_aux_output_end, and each driver's own ordering point B.
// Tested by tests/properties/aux/aux_explored_test.cpp.
#include "properties/aux/invariants.hpp"

namespace ringcheck {
namespace {

bool is_filler(const PerfView& view, const AuxRun::Load& load) {
  if (view.graph()[load.event].value != 0) return false;
  for (const AuxRun::Range& skip : view.aux.skipped)
    if (skip.offset <= load.offset && load.offset - skip.offset < skip.size) return true;
  return false;
}

std::optional<Violation> violated(const PerfView& view) {
  for (const AuxRun::Load& load : view.aux.loads) {
    if (load.offset >= load.head) continue;
    const EventNumber from = view.graph()[load.event].rf;
    const AuxRun::Store* store = view.aux.store_of(from);
    if (store != nullptr && store->offset >= load.offset) continue;
    if (is_filler(view, load)) continue;
    if (store == nullptr)
      return Violation{"the trace at {0} is below the loaded aux_head {1}, and {4} reads {5}",
                       {load.offset, load.head},
                       load.event,
                       from};
    return Violation{
        "the trace at {0} is below the loaded aux_head {1}, and {4} reads that of {2} ({5})",
        {load.offset, load.head, store->offset},
        load.event,
        from};
  }
  return std::nullopt;
}

bool seen(const PerfView& view) {
  return !view.aux.loads.empty();
}

}  // namespace

constinit const Property kAuxPublication = property<violated, seen>(
    "I-23", "AUX publication: all trace below a loaded aux_head is the one stored there",
    "the reader loads trace");

}  // namespace ringcheck
