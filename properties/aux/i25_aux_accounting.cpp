// I-25: aux_head has moved by what the ends and skips say, and they say what the unit made.
// In overwrite mode positions are the drivers' business (I-31).
// Source: kernel/events/ring_buffer.c perf_aux_output_end, perf_aux_output_skip.
// Tested by tests/properties/aux/aux_explored_test.cpp.
#include "check/scenario.hpp"
#include "properties/aux/invariants.hpp"

namespace ringcheck {
namespace {

/// How many bytes units that write to the area themselves made in transaction `t`; nothing if no
/// unit was started in it, or one that writes elsewhere.
std::optional<std::uint64_t> made_in(const PerfView& view, std::size_t t) {
  std::optional<std::uint64_t> made;
  for (const AuxRun::Session& session : view.aux.sessions)
    if (session.in_transaction && session.transaction == t)
      made = made.value_or(0) + session.made * view.scenario.aux->area.unit;
  if (view.scenario.bounce_units > 0) return std::nullopt;
  return made;
}

std::optional<Violation> violated(const PerfView& view) {
  const AuxBuffer& buffer = *view.scenario.aux;
  if (buffer.overwrite) return std::nullopt;
  const LocId user_location = location_of(buffer.at.user_head);
  std::uint64_t sum = view.aux.in_stream(view.graph()[user_location].value);
  for (std::size_t t = 0; t < view.aux.transactions.size(); ++t) {
    const AuxRun::Transaction& transaction = view.aux.transactions[t];
    if (transaction.ended == AuxRun::kNever) continue;
    sum += transaction.size;
    if (const auto made = made_in(view, t); made && *made != transaction.size)
      return Violation{"the unit made {0} bytes from {1} on, and the transaction ends with {2}",
                       {*made, transaction.head, transaction.size}};
  }
  for (const AuxRun::Range& skip : view.aux.skipped) sum += skip.size;
  if (view.aux.rest.head != sum)
    return Violation{"transactions and skips come to {0} bytes, and aux_head is {1}",
                     {sum, view.aux.rest.head}};
  const EventNumber user = view.graph().co_last(user_location);
  if (const std::uint64_t seen_there = view.aux.in_stream(view.graph()[user].value);
      seen_there != sum)
    return Violation{"aux_head is {0}, and the reader's is {1} ({4})", {sum, seen_there}, user};
  return std::nullopt;
}

/// Two transactions with trace.
bool seen(const PerfView& view) {
  int with_trace = 0;
  for (const AuxRun::Transaction& transaction : view.aux.transactions)
    if (transaction.ended != AuxRun::kNever && transaction.size > 0) ++with_trace;
  return with_trace > 1;
}

}  // namespace

constinit const Property kAuxAccounting = property<violated, seen>(
    "I-25", "AUX accounting: aux_head moves by what the unit made and what was skipped",
    "two transactions have trace");

}  // namespace ringcheck
