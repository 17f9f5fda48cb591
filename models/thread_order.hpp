#pragma once
// Whether communication puts the threads in an order: then few questions about an execution are
// left.

#include <optional>

#include "graph/execution_graph.hpp"

namespace ringcheck {

/// A question about a graph: with `read` reading from `write`, with `write` right after
/// `predecessor` in coherence order, or, with neither, as it stands.
struct Extension {
  EventNumber read = kNoEvent;
  EventNumber write = kNoEvent;
  EventNumber predecessor = kNoEvent;
};

/// True iff rf, co and fr between threads put the threads of `graph` into an order, each thread's
/// accesses to a location are in an order that rf, co and fr agree with, and no thread waits for a
/// grace period and has a read-side critical section. False for more than 64 threads.
///
/// Such a graph is consistent under each model that ringcheck ships. The axioms of these models
/// forbid only cycles (an empty r & s^-1 forbids one of r and s), made of rf, co, fr and relations
/// between events of one thread. A cycle that leaves a thread cannot come back to it. Within a
/// thread, all steps go forward in program order, except from the end of a critical section to its
/// start, which counts only after a grace period of that thread.
bool ordered_by_thread(const ExecutionGraph& graph, const Extension& extension);

}  // namespace ringcheck
