#pragma once
// Whether a state may still have a completion.

#include "explore/state.hpp"

namespace ringcheck {

/// The unresolved reads that no completion can resolve without speculating a branch: those outside
/// the least set D into which a read r enters when the sources of its address are resolved or in D,
/// and
///  (a) a write that it may read is there, or
///  (b) an issued write that is not ready may hit its location, has its sources in D, and is not
///      po-after r, or
///  (c) another thread, stopped for loads that are in D, may still write its location.
/// Reads in `given` count as in D; `deferred` must not read from a write that is there.
/// Over-approximates D. In every completion the reads can be resolved in an order without thin air
/// (A1). Source: docs/exploration.md, "alive".
EventSet unresolvable_reads(const Program& program, const State& state, const EventSet& given = {},
                            EventNumber deferred = kNoEvent);

/// True iff an issued write, or the write of a read-modify-write, may still come to the location of
/// unresolved read `r`.
bool issued_write_may_come(const Program& program, const State& state, EventNumber r);

/// True iff a write to the location of unresolved read `r` may still come from anywhere, now or
/// later. If not, deferring r is pointless. Weaker and cheaper than `alive`.
inline bool write_may_come(const Program& program, const State& state, EventNumber r) {
  const Event& read = state.graph[r];
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    const StopReason reason = state.threads[t].stop.reason;
    if (reason != StopReason::unresolved && reason != StopReason::not_run) continue;
    if (t != read.id.thread && program.threads[t].may_write.test(read.location)) return true;
  }
  return !state.in_order && issued_write_may_come(program, state, r);
}

}  // namespace ringcheck
