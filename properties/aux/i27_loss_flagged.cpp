// I-27: a flag of the transaction tells of trace that was made and not handed over. OVERWRITE is
// set in overwrite mode and in no other.
// Source: kernel/events/ring_buffer.c perf_aux_output_end; the drivers.
// Tested by tests/properties/aux/aux_explored_test.cpp.
#include "check/scenario.hpp"
#include "properties/aux/invariants.hpp"

namespace ringcheck {
namespace {

bool lost_some(const PerfView& view, std::size_t t) {
  const std::uint64_t unit = view.scenario.aux->area.unit;
  for (const AuxRun::Session& session : view.aux.sessions)
    if (session.in_transaction && session.transaction == t &&
        session.made * unit > view.aux.transactions[t].size)
      return true;
  return false;
}

std::optional<Violation> violated(const PerfView& view) {
  const AuxBuffer& buffer = *view.scenario.aux;
  for (std::size_t t = 0; t < view.aux.transactions.size(); ++t) {
    const AuxRun::Transaction& transaction = view.aux.transactions[t];
    if (transaction.ended == AuxRun::kNever) continue;
    if (((transaction.flags & kAuxOverwrite) != 0) != buffer.overwrite)
      return Violation{"the transaction at {0} has the flags {1}, and overwrite mode is {2}",
                       {transaction.head, transaction.flags, buffer.overwrite}};
    if (buffer.overwrite || !lost_some(view, t)) continue;
    if ((transaction.flags & (kAuxTruncated | kAuxPartial | kAuxCollision)) == 0)
      return Violation{
          "the transaction at {0} hands over {1} bytes, the unit made more, and its flags are {2}",
          {transaction.head, transaction.size, transaction.flags}};
  }
  return std::nullopt;
}

/// Trace is lost.
bool seen(const PerfView& view) {
  for (std::size_t t = 0; t < view.aux.transactions.size(); ++t)
    if (view.aux.transactions[t].ended != AuxRun::kNever && lost_some(view, t)) return true;
  return false;
}

}  // namespace

constinit const Property kLossFlagged = property<violated, seen>(
    "I-27", "Loss is flagged: a transaction that hands over less than was made says so",
    "trace is lost");

}  // namespace ringcheck
