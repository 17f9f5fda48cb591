// S-02: every record is read once, in order, and the ring moves on.
// The writer numbers the records that it stores from 1, and the reader loads one at a time, so its
// n-th load returns n. The first record finds the ring empty; head and tail end as the numbers of
// records that were stored and loaded; a head that the reader has loaded lets it load. Each side
// tries as often as it was told, and looks at the other's position once in each try. Judged by the
// graph alone.
// Source: protocol/ring/one_slot_ring.hpp.
// Tested by tests/properties/core/invariants_test.cpp.
#include "properties/ring/invariants.hpp"
#include "properties/ring/slot_loads.hpp"

namespace ringcheck {
namespace {

/// The last value of the location of `address`, and its store.
std::uint64_t last_value(const SlotView& view, std::uint64_t address, EventNumber& store) {
  store = view.graph().co_last(location_of(address));
  return view.graph()[store].value;
}

/// The head that the reader loaded last; 0 if it loaded none.
std::uint64_t last_loaded_head(const SlotView& view) {
  const ThreadId reader = view.scenario.reader;
  for (int slot = view.graph().slots(reader) - 1; slot >= 0; --slot) {
    const EventNumber e = view.graph().at(reader, slot);
    if (e != kNoEvent && view.graph()[e].kind == EventKind::read &&
        view.graph()[e].location == location_of(view.scenario.spsc->head))
      return view.graph()[e].value;
  }
  return 0;
}

/// What keeps the ring from moving on when `loads` records were loaded.
std::optional<Violation> stands_still(const SlotView& view, std::uint64_t loads) {
  const SpscRing& ring = *view.scenario.spsc;
  EventNumber head_store = kNoEvent, tail_store = kNoEvent;
  const std::uint64_t head = last_value(view, ring.head, head_store);
  const std::uint64_t tail = last_value(view, ring.tail, tail_store);
  const EventNumber slot = view.graph().co_last(location_of(ring.data));
  const std::uint64_t stores = view.graph()[slot].co_position;
  if (stores == 0) return Violation{"the ring is empty, and no record is stored", {}, slot};
  if (head != stores)
    return Violation{
        "{0} records are stored, and the head is {1} ({4})", {stores, head}, head_store};
  if (tail != loads)
    return Violation{
        "{0} records are loaded, and the tail is {1} ({4})", {loads, tail}, tail_store};
  if (const std::uint64_t loaded = last_loaded_head(view); loaded > loads)
    return Violation{"the reader loads head {0} and has loaded {1} records", {loaded, loads}, slot};
  return std::nullopt;
}

/// How often `thread` loads the location of `address`.
std::uint64_t loads_of(const SlotView& view, ThreadId thread, std::uint64_t address) {
  std::uint64_t loads = 0;
  for (int slot = 0; slot < view.graph().slots(thread); ++slot) {
    const EventNumber e = view.graph().at(thread, slot);
    if (e != kNoEvent && view.graph()[e].kind == EventKind::read &&
        view.graph()[e].location == location_of(address))
      ++loads;
  }
  return loads;
}

/// The side that tries another number of times than it was told.
std::optional<Violation> tries_otherwise(const SlotView& view) {
  const std::uint64_t tries = view.scenario.slot_tries;
  const SpscRing& ring = *view.scenario.spsc;
  const std::uint64_t writes = loads_of(view, view.scenario.writer, ring.tail);
  if (writes != tries)
    return Violation{"the writer looks for space {0} times, expected {1}", {writes, tries}};
  const std::uint64_t reads = loads_of(view, view.scenario.reader, ring.head);
  if (reads != tries)
    return Violation{"the reader looks for a record {0} times, expected {1}", {reads, tries}};
  return std::nullopt;
}

std::optional<Violation> violated(const SlotView& view) {
  if (auto finding = tries_otherwise(view)) return finding;
  std::optional<Violation> finding;
  std::uint64_t expected = 0;
  for_each_slot_load(view, [&](EventNumber e) {
    const std::uint64_t value = view.graph()[e].value;
    if (value != ++expected)
      finding = Violation{"{4} loads record {0}, expected record {1}", {value, expected}, e};
    return !finding;
  });
  return finding ? finding : stands_still(view, expected);
}

/// The reader loads two records, so that the slot is used again.
bool seen(const SlotView& view) {
  int loads = 0;
  for_each_slot_load(view, [&](EventNumber) { return ++loads < 2; });
  return loads == 2;
}

}  // namespace

constinit const Property kSlotsInOrder = property<violated, seen>(
    "S-02",
    "Records in order: the reader's n-th load of a record returns the n-th record, and the ring "
    "moves on",
    "the reader loads two records");

}  // namespace ringcheck
