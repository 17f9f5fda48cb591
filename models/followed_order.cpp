// Tested by tests/models/followed_order_test.cpp.
#include "models/followed_order.hpp"

#include "models/grace_periods.hpp"

namespace ringcheck {

namespace {

void look_at(const ExecutionGraph& graph, int from, bool& sections, bool& waiting) {
  for (int e = from; e < graph.size(); ++e) {
    const Event& event = graph[static_cast<EventNumber>(e)];
    if (event.kind != EventKind::fence) continue;
    sections = sections || event.tags.has_any(kSections);
    waiting = waiting || event.tags.has_any(kGracePeriods);
  }
}

}  // namespace

void FollowedOrder::follow(State& state, const ExecutionGraph& graph) const {
  state.follows = true;
  state.sections = state.waiting = false;
  state.seen = graph.size();
  order_.start(state.order, graph);
  state.known.start(graph, MessagePassing::by_fences);
}

void FollowedOrder::commit(State& state, const ExecutionGraph& graph, EventNumber e) const {
  if (!state.follows) return;
  if (!order_.admits_commit(state.order, graph, e)) {
    state.follows = false;
    return;
  }
  order_.commit(state.order, graph, e);
  state.known.commit(graph, e);
  look_at(graph, state.seen, state.sections, state.waiting);
  state.seen = graph.size();
}

/// True iff the graph has critical sections and grace periods: then the order does not decide
/// alone.
bool FollowedOrder::has_grace_periods(const State& state, const ExecutionGraph& graph) {
  bool sections = state.sections;
  bool waiting = state.waiting;
  look_at(graph, state.seen, sections, waiting);
  return sections && waiting;
}

template class StoreOrderChecker<BufferingMachine>;

}  // namespace ringcheck
