#pragma once
// Atomicity of read-modify-writes: empty (rmw & (fre ; coe)).
// A write of the same thread between the two in coherence order would already break coherence. So
// the axiom says that the write of an atomic read-modify-write stands right after the one that its
// read reads from.

#include "graph/execution_graph.hpp"

namespace ringcheck {

/// True iff write `w` is half of a read-modify-write that is atomic against every CPU.
inline bool is_atomic_write(const Event& w) {
  return w.atomic && w.rmw != kNoEvent;
}

/// True iff placing write `w` right after `predecessor` keeps every read-modify-write atomic.
inline bool keeps_atomicity(const ExecutionGraph& graph, EventNumber w, EventNumber predecessor) {
  if (is_atomic_write(graph[w]) && graph[graph[w].rmw].rf != predecessor) return false;
  const EventNumber next = graph[predecessor].co_next;
  return next == kNoEvent || !is_atomic_write(graph[next]) ||
         graph[graph[next].rmw].rf != predecessor;
}

/// True iff every read-modify-write of `graph` whose write has its place is atomic.
inline bool all_atomic(const ExecutionGraph& graph) {
  for (int e = graph.locations(); e < graph.size(); ++e) {
    const Event& write = graph[static_cast<EventNumber>(e)];
    if (write.kind != EventKind::write || !write.materialised || !is_atomic_write(write)) continue;
    if (graph[write.rmw].materialised && graph[write.rmw].rf != write.co_prev) return false;
  }
  return true;
}

/// True iff the Compare of unresolved read `read` holds when it reads `value`.
inline bool would_succeed(const Event& read, std::uint64_t value) {
  return (value == read.expected) == (read.compare != Compare::succeed_unless_equal);
}

}  // namespace ringcheck
