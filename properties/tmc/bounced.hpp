#pragma once
// What a driver copied from a bounce buffer, unit by unit.

#include "properties/aux/trace_engine.hpp"
#include "properties/core/perf_view.hpp"
#include "protocol/tmc/etr_buf.hpp"

namespace ringcheck {

/// A transaction that has ended, with the session whose trace it hands over.
struct Bounce {
  const AuxRun::Transaction& transaction;
  const AuxRun::Session& session;
  std::uint64_t number;  ///< of the session
  std::uint64_t units;   ///< handed over
  /// Index, in what the session made, of the first unit handed over.
  [[nodiscard]] std::uint64_t first() const { return session.made - units; }
};

/// Calls `visit` for each Bounce, until it returns a finding; returns that.
template <class Visit>
std::optional<Violation> find_in_bounces(const PerfView& view, Visit&& visit) {
  if (view.scenario.bounce_units == 0) return std::nullopt;
  for (std::size_t s = 0; s < view.aux.sessions.size(); ++s) {
    const AuxRun::Session& session = view.aux.sessions[s];
    if (!session.in_transaction || session.drained == AuxRun::kNever) continue;
    const AuxRun::Transaction& transaction = view.aux.transactions[session.transaction];
    if (transaction.ended == AuxRun::kNever) continue;
    const Bounce bounce{transaction, session, s, transaction.size / view.scenario.aux->area.unit};
    if (std::optional<Violation> finding = visit(bounce)) return finding;
  }
  return std::nullopt;
}

/// Calls `visit(store, i)` for each unit that the driver stored to the AUX area in the transaction
/// of `bounce`, in order, until it returns a finding; returns that.
template <class Visit>
std::optional<Violation> find_in_copy(const PerfView& view, const Bounce& bounce, Visit&& visit) {
  std::uint64_t i = 0;
  for (const AuxRun::Store& store : view.aux.stores) {
    if (!store.open || store.session || store.transaction != bounce.session.transaction) continue;
    if (std::optional<Violation> finding = visit(store, i++)) return finding;
  }
  return std::nullopt;
}

/// Whether unit `i` of what is handed over belongs to a barrier packet.
inline bool is_packet_unit(const PerfView& view, std::uint64_t i, std::uint64_t unit) {
  const std::uint64_t bytes = view.scenario.aux->area.unit;
  return i < kBarrierPacketBytes / bytes && unit == barrier_packet_unit(i, bytes);
}

}  // namespace ringcheck
