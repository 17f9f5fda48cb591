// I-30: AUX records and aux_head tell of the same trace. Trace that a record tells of is below the
// head by the time that the transaction has ended; the head covers only trace that some record
// tells of; and a reader takes no more than the head that it has loaded covers. Judged in scenarios
// whose data ring has room for all records. Source: kernel/events/ring_buffer.c
// perf_aux_output_end. Tested by tests/properties/aux/aux_cadence_test.cpp.
#include "check/scenario.hpp"
#include "properties/aux/invariants.hpp"
#include "protocol/ring/perf_record.hpp"

namespace ringcheck {
namespace {

/// How far the AUX records before `slot` in program order of the driver's CPU go.
std::uint64_t told_before(const PerfView& view, std::uint16_t slot, std::uint64_t start) {
  std::uint64_t told = start;
  for (const RingRun::Record& record : view.ring.written) {
    const EventNumber size = view.ring.store_of(record.offset + 2 * kWordBytes);
    if (record.slot < slot && size != kNoEvent) told += view.graph()[size].value;
  }
  return told;
}

std::optional<Violation> violated(const PerfView& view) {
  const AuxBuffer& buffer = *view.scenario.aux;
  const std::uint64_t start = view.graph()[location_of(buffer.at.user_head)].value;
  for (const AuxRun::Position& head : view.aux.head_stores) {
    const std::uint64_t told = told_before(view, view.graph()[head.event].id.index, start);
    if (head.position > told)
      return Violation{"{4} stores aux_head {0}, and records tell of trace up to {1}",
                       {head.position, told},
                       head.event};
  }
  if (const std::uint64_t told = told_before(view, kNoSlot, start); told != view.aux.rest.head)
    return Violation{"records tell of trace up to {0}, and aux_head is {1} in the end",
                     {told, view.aux.rest.head}};
  for (const AuxRun::Window& window : view.aux.windows)
    if (window.offset + window.size - start > window.head - start)
      return Violation{
          "a reader takes {1} bytes from {0} on, and the aux_head that it loads is {2}",
          {window.offset, window.size, window.head}};
  return std::nullopt;
}

/// A reader has read a record, and the head that it loads after that does not cover the record's
/// trace yet.
bool seen(const PerfView& view) {
  return !view.ring.consumed.empty() && view.aux.windows.empty();
}

}  // namespace

constinit const Property kAuxPairs = property<violated, seen>(
    "I-30",
    "AUX records and aux_head: each covers what the other tells of, and readers go by aux_head",
    "a record is read before aux_head covers its trace");

}  // namespace ringcheck
