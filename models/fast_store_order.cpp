// Consistency of a whole graph under SC and x86-TSO, computed from nothing but the graph.
// Coherence is checked along each thread. Then events whose predecessors in the machine's order are
// gone are taken away one by one: the order is acyclic iff none is left. Tested by
// tests/models/fast_checkers_test.cpp.
#include "models/fast_store_order.hpp"

#include <vector>

#include "models/fast_sc.hpp"
#include "models/fast_tso.hpp"

namespace ringcheck {

namespace {

/// "sc per location": along each thread, the places in coherence order of what it reads and writes
/// never step back, and a write's own place is after all that its thread saw before.
bool coherent(const ExecutionGraph& graph) {
  std::vector<int> seen(static_cast<std::size_t>(graph.locations()));
  for (int t = 0; t < graph.threads(); ++t) {
    std::ranges::fill(seen, 0);
    for (int slot = 0; slot < graph.slots(static_cast<ThreadId>(t)); ++slot) {
      const EventNumber e = graph.at(static_cast<ThreadId>(t), slot);
      if (e == kNoEvent || !graph[e].materialised || graph[e].location == kNoLocation) continue;
      const bool is_read = graph[e].kind == EventKind::read;
      const int place = graph[is_read ? graph[e].rf : e].co_position;
      int& bound = seen[graph[e].location];
      if (place < bound || (place == bound && !is_read)) return false;
      bound = place;
    }
  }
  return true;
}

/// The machine's order of materialised reads and writes as a set of predecessors for each event,
/// enough of them that the rest follows by transitivity.
template <StoreMachine Machine>
class Order {
 public:
  explicit Order(const ExecutionGraph& graph)
      : graph_(graph), before_(static_cast<std::size_t>(graph.size())) {
    for (int t = 0; t < graph.threads(); ++t) add_program_order(static_cast<ThreadId>(t));
    for (int e = 0; e < graph.size(); ++e) add_communication(static_cast<EventNumber>(e));
  }

  [[nodiscard]] bool acyclic() const {
    EventSet left = EventSet::prefix(graph_.size());
    for (bool progress = true; progress;) {
      progress = false;
      const EventSet candidates = left;
      for_each(candidates, [&](int e) {
        if (before_[static_cast<std::size_t>(e)].intersects(left)) return;
        left.reset(e);
        progress = true;
      });
    }
    return left.none();
  }

 private:
  void add(EventNumber from, EventNumber to) {
    if (from != kNoEvent) before_[to].set(from);
  }

  void add_program_order(ThreadId t) {
    EventNumber last_read = kNoEvent;
    EventNumber last_write = kNoEvent;
    EventNumber drained = kNoEvent;
    for (int slot = 0; slot < graph_.slots(t); ++slot) {
      const EventNumber e = graph_.at(t, slot);
      if (e == kNoEvent || !graph_[e].materialised) continue;
      const Event& event = graph_[e];
      if (event.kind == EventKind::fence && Machine::is_full_fence(event)) drained = last_write;
      if (event.kind == EventKind::read) {
        add(last_read, e);
        add(Machine::drains_before(event) ? last_write : drained, e);
        last_read = e;
      }
      if (event.kind == EventKind::write) {
        add(last_read, e);
        add(last_write, e);
        last_write = e;
        if (Machine::drains_after(event)) drained = e;
      }
    }
  }

  void add_communication(EventNumber e) {
    const Event& event = graph_[e];
    if (!event.materialised) return;
    if (event.kind == EventKind::write) add(event.co_prev, e);
    if (event.kind != EventKind::read) return;
    if (!Machine::kForwards || graph_[event.rf].id.thread != event.id.thread) add(event.rf, e);
    if (const EventNumber n = graph_[event.rf].co_next; n != kNoEvent) add(e, n);
  }

  const ExecutionGraph& graph_;
  std::vector<EventSet> before_;
};

}  // namespace

template <StoreMachine Machine>
bool StoreOrderChecker<Machine>::consistent(const ExecutionGraph& graph) const {
  return coherent(graph) && all_atomic(graph) && Order<Machine>(graph).acyclic();
}

template class StoreOrderChecker<ScMachine>;
template class StoreOrderChecker<TsoMachine>;

}  // namespace ringcheck
