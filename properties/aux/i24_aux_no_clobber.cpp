// I-24: the trace unit stores only where it was granted room, only while a transaction is open, and
// never over trace that the reader has not loaded yet.
// Source: kernel/events/ring_buffer.c perf_aux_output_begin, ordering point A.
// Tested by tests/properties/aux/aux_explored_test.cpp.
#include "check/scenario.hpp"
#include "properties/aux/invariants.hpp"

namespace ringcheck {
namespace {

std::optional<Violation> over_unread(const PerfView& view) {
  const std::uint64_t size = view.scenario.aux->size();
  for (const AuxRun::Load& load : view.aux.loads) {
    const EventNumber from = view.graph()[load.event].rf;
    for (const AuxRun::Store& store : view.aux.stores) {
      if (store.offset < load.offset + size) continue;
      if (view.graph()[store.event].location != view.graph()[load.event].location) continue;
      if (from == store.event || view.graph().co_before(store.event, from))
        return Violation{"{4} loads the trace of {0} after {5} has stored that of {1} over it",
                         {load.offset, store.offset},
                         load.event,
                         store.event};
    }
  }
  return std::nullopt;
}

std::optional<Violation> outside_transaction(const PerfView& view) {
  const AuxRun& aux = view.aux;
  for (std::size_t i = 0; i < aux.sessions.size(); ++i) {
    const AuxRun::Session& session = aux.sessions[i];
    if (!session.in_transaction)
      return Violation{"the unit is started at {0} while no transaction is open",
                       {session.position}};
    const AuxRun::Place ended = aux.transactions[session.transaction].ended;
    if (ended != AuxRun::kNever && session.drained > ended)
      return Violation{"the transaction at {0} is closed while the unit runs",
                       {aux.transactions[session.transaction].head}};
  }
  return std::nullopt;
}

/// Trace in a buffer that a reader empties. The one byte after the room, which begin never grants,
/// is free too. An Intel PT unit, which stops at a page's end, may fill it.
std::optional<Violation> outside_room(const PerfView& view) {
  const AuxBuffer& buffer = *view.scenario.aux;
  if (buffer.overwrite) return std::nullopt;
  for (const AuxRun::Store& store : view.aux.stores) {
    if (!store.session && !store.open)
      return Violation{"{4} stores trace while no transaction is open", {}, store.event};
    if (store.session && *store.session >= view.aux.sessions.size()) continue;
    const std::size_t t =
        store.session ? view.aux.sessions[*store.session].transaction : store.transaction;
    if (t >= view.aux.transactions.size()) continue;
    const AuxRun::Transaction& transaction = view.aux.transactions[t];
    if (store.offset >= transaction.head &&
        store.offset + buffer.area.unit <= transaction.head + transaction.room + 1)
      continue;
    return Violation{"{4} stores the trace of {0}, and there was room for {2} bytes from {1} on",
                     {store.offset, transaction.head, transaction.room},
                     store.event};
  }
  return std::nullopt;
}

std::optional<Violation> violated(const PerfView& view) {
  if (auto finding = outside_transaction(view)) return finding;
  if (auto finding = outside_room(view)) return finding;
  return over_unread(view);
}

/// Trace is stored over trace that the reader loads.
bool seen(const PerfView& view) {
  for (const AuxRun::Load& load : view.aux.loads)
    for (const AuxRun::Store& store : view.aux.stores)
      if (store.offset > load.offset &&
          view.graph()[store.event].location == view.graph()[load.event].location)
        return true;
  return false;
}

}  // namespace

constinit const Property kAuxNoClobber = property<violated, seen>(
    "I-24", "AUX no clobber: trace goes where there is room, and over nothing that is not loaded",
    "the area goes round: trace is stored over trace that the reader loads");

}  // namespace ringcheck
