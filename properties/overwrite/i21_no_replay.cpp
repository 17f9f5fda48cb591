// I-21: a round of an overwrite reader returns nothing that was there at the head of the one
// before. Source: tools/lib/perf/mmap.c perf_mmap__read_done. Tested by
// tests/properties/core/invariants_test.cpp.
#include "properties/overwrite/invariants.hpp"
#include "properties/overwrite/overwrite_window.hpp"

namespace ringcheck {
namespace {

std::optional<Violation> violated(const PerfView& view) {
  for (const RingRun::Record& record : view.ring.consumed) {
    const RingRun::Snapshot* snapshot = snapshot_at(view.ring, record.slot);
    if (snapshot == nullptr || snapshot == view.ring.snapshots.data()) continue;
    const std::uint64_t before = (snapshot - 1)->start;
    if (not_newer(record.offset, before))
      return Violation{
          "the reader hands on the record at {0}, and the round before began at head {1}",
          {record.offset, before}};
  }
  return std::nullopt;
}

/// Two rounds hand on records.
bool seen(const PerfView& view) {
  const RingRun::Snapshot* first = nullptr;
  for (const RingRun::Record& record : view.ring.consumed) {
    const RingRun::Snapshot* snapshot = snapshot_at(view.ring, record.slot);
    if (first == nullptr) first = snapshot;
    if (snapshot != first) return true;
  }
  return false;
}

}  // namespace

constinit const Property kNoReplay = property<violated, seen>(
    "I-21", "No replay: a round returns nothing that the one before had before it",
    "two rounds of an overwrite reader hand on records");

}  // namespace ringcheck
