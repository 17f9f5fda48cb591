// How a thread goes on without events when it has come to a store that the layout does not know.
// Tested by tests/source/large_programs_test.cpp.
#include "source/explored_machine.hpp"

namespace ringcheck::source {

void ExploredMachine::settle() {
  if (!scout().is_out()) return;
  const std::vector<Demand>& wants = scout().wants();
  const char* text = setting_.faults->text_of({Fault::Kind::demand,
                                               {},
                                               wants.front().place,
                                               {},
                                               wants.front(),
                                               {wants.begin() + 1, wants.end()}});
  scout().reset();
  run_.fail(text);
}

/// A load by a run that has left out stores.
Value ExploredMachine::load_before_events(const Site& site, const Value& address, TagSet tags) {
  const Way where = address.word.known ? way(site, address, Access::load, tags) : Way::events;
  if (where == Way::own) return load_own(address.word.value, site.bytes);
  if (where == Way::events || scout().may_store_to({address.word.value, site.bytes})) settle();
  return load_image(address.word.value, site.bytes);
}

/// True iff this store, or one before it, is to a place that the layout does not know: then the run
/// goes on without events.
bool ExploredMachine::leaves_out(const Site& site, const Value& address, TagSet tags) {
  if (!address.word.known || depends(address) || scout().is_full()) {
    settle();
    return false;
  }
  const Layout& layout = *setting_.layout;
  const Extent extent{address.word.value, site.bytes};
  const bool met = layout.meets(extent);
  const auto found = layout.find(extent.address, extent.bytes);
  if (met && (!found || (site.atomic && !layout.pieces()[*found].atomic))) {
    settle();
    return false;
  }
  if (!met && may_keep(extent.address, tags)) {
    scout().leave_out(extent, {{.kind = Demand::Kind::keep,
                                .address = extent.address,
                                .bytes = extent.bytes,
                                .place = site.place,
                                .thread = self_}});
    return true;
  }
  const std::optional<LeastOrder> least = found ? layout.least_order(self_, *found) : std::nullopt;
  // A run that has left out stores has met no fence since.
  const LeastOrder order{tags, scout().is_out() ? TagSet{} : run_.fence_right_before()};
  if (least && order.has(*least)) {
    if (scout().is_out()) scout().leave_out(extent, {});
    return scout().is_out();
  }
  note_no_addition(address);
  std::vector<Demand> needs;
  if (!found)
    needs.push_back({.kind = Demand::Kind::piece,
                     .address = extent.address,
                     .bytes = extent.bytes,
                     .atomic = site.atomic,
                     .place = site.place});
  needs.push_back(
      {.kind = Demand::Kind::write, .address = extent.address, .thread = self_, .order = order});
  scout().leave_out(extent, needs);
  return true;
}

}  // namespace ringcheck::source
