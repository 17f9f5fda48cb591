// I-31: in overwrite mode the unit goes on where it stopped, and aux_head points there when a
// transaction ends.
// Source: the drivers' snapshot modes, such as arch/x86/events/intel/bts.c bts_config_buffer,
// bts_update. Tested by tests/properties/tmc/aux_sink_test.cpp.
#include "check/scenario.hpp"
#include "properties/aux/invariants.hpp"

namespace ringcheck {
namespace {

/// The position after what `session` made, in the area.
std::uint64_t end_of(const AuxRun::Session& session, const AuxBuffer& buffer) {
  return (session.position + session.made * buffer.area.unit) % buffer.size();
}

std::optional<Violation> violated(const PerfView& view) {
  const AuxBuffer& buffer = *view.scenario.aux;
  if (!buffer.overwrite) return std::nullopt;
  const auto& sessions = view.aux.sessions;
  for (std::size_t s = 1; s < sessions.size(); ++s) {
    const std::uint64_t stopped = end_of(sessions[s - 1], buffer);
    const std::uint64_t started = sessions[s].position % buffer.size();
    if (sessions[s - 1].drained != AuxRun::kNever && started != stopped)
      return Violation{"the unit stopped at {0}, and goes on at {1}", {stopped, started}};
  }
  for (std::size_t t = 0; t < view.aux.transactions.size(); ++t) {
    const AuxRun::Transaction& transaction = view.aux.transactions[t];
    if (transaction.ended == AuxRun::kNever) continue;
    const AuxRun::Session* last = nullptr;
    for (const AuxRun::Session& session : sessions)
      if (session.in_transaction && session.transaction == t) last = &session;
    if (last != nullptr && transaction.offset % buffer.size() != end_of(*last, buffer))
      return Violation{"the unit stopped at {0}, and the transaction ends with the head at {1}",
                       {end_of(*last, buffer), transaction.offset}};
  }
  return std::nullopt;
}

/// The unit goes on after what it has written.
bool seen(const PerfView& view) {
  const auto& sessions = view.aux.sessions;
  return sessions.size() > 1 && sessions.front().made > 0 && sessions.back().made > 0;
}

}  // namespace

constinit const Property kOverwriteHead = property<violated, seen>(
    "I-31", "Overwrite head: the unit goes on where it stopped, and aux_head is there",
    "a unit is stopped and goes on, and writes both times");

}  // namespace ringcheck
