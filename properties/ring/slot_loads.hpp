#pragma once
// The loads of records by the reader of a ring of one-word records.

#include "properties/core/perf_view.hpp"

namespace ringcheck {

/// Calls `visit(event)` for each load of a slot by the reader, in program order, until it returns
/// false.
template <class Visit>
void for_each_slot_load(const SlotView& view, Visit&& visit) {
  const ThreadId reader = view.scenario.reader;
  const LocId data = location_of(view.scenario.spsc->data);
  for (int slot = 0; slot < view.graph().slots(reader); ++slot) {
    const EventNumber e = view.graph().at(reader, slot);
    if (e == kNoEvent || view.graph()[e].kind != EventKind::read || view.graph()[e].location < data)
      continue;
    if (!visit(e)) return;
  }
}

}  // namespace ringcheck
