#pragma once
// Whether a state may still have a completion.

#include "explore/state.hpp"

namespace ringcheck {

/// Over-approximates "some complete execution extends this state": false only if there is none.
/// Computes the least set D of unresolved reads that may still be resolved: r enters D when the sources of
/// its address are resolved or in D, and
///  (a) a write that it may read is there, or
///  (b) an issued write that is not ready may hit its location, has its sources in D, and is not po-after r, or
///  (c) another thread, stopped for loads that are in D, may still write its location.
/// A state with an issued read outside D has no completion, since in every completion the reads can be
/// resolved in an order without thin air (A1).
/// Source: docs/exploration.md, "alive".
bool alive(const Program& program, const State& state);

/// True iff a write to the location of unresolved read `r` may still come from anywhere, now or later:
/// if not, deferring r is pointless. Weaker and cheaper than `alive`.
bool write_may_come(const Program& program, const State& state, EventNumber r);

}  // namespace ringcheck
