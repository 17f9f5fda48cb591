#pragma once
// Execution graphs by hand: threads of accesses in program order, then rf and co.

#include <cstdint>
#include <initializer_list>
#include <vector>

#include "graph/execution_graph.hpp"

namespace ringcheck::tests {

/// Builds a graph event by event. Each call that adds an event returns its number.
class GraphBuilder {
 public:
  explicit GraphBuilder(int locations, int threads = 4) {
    const std::vector<std::uint64_t> zeros(static_cast<std::size_t>(locations), 0);
    graph_.reset(zeros, threads, true);
  }

  EventNumber read(ThreadId t, LocId l, TagSet tags = {Tag::once}) {
    return add(t, EventKind::read, l, tags);
  }
  EventNumber write(ThreadId t, LocId l, TagSet tags = {Tag::once}) {
    const EventNumber w = add(t, EventKind::write, l, tags);
    graph_.event(w).value_known = true;
    graph_.event(w).value = w;
    return w;
  }
  EventNumber fence(ThreadId t, Tag tag) { return fence(t, TagSet{tag}); }
  EventNumber fence(ThreadId t, TagSet tags) {
    const EventNumber f = add(t, EventKind::fence, kNoLocation, tags);
    graph_.event(f).materialised = true;
    return f;
  }
  /// Makes a read and a write, the events added last to a thread, one atomic read-modify-write.
  void rmw(EventNumber r, EventNumber w) {
    graph_.event(r).rmw = w;
    graph_.event(w).rmw = r;
    graph_.event(r).atomic = graph_.event(w).atomic = true;
  }

  void addr(EventNumber from, EventNumber to) { graph_.dependencies(to).address.set(from); }
  void data(EventNumber from, EventNumber to) { graph_.dependencies(to).data.set(from); }
  void ctrl(EventNumber from, EventNumber to) { graph_.dependencies(to).control.set(from); }

  void rf(EventNumber w, EventNumber r) { graph_.resolve_read(r, w); }
  void co(EventNumber predecessor, EventNumber w) { graph_.place_write(w, predecessor); }

  [[nodiscard]] ExecutionGraph& graph() { return graph_; }
  [[nodiscard]] const ExecutionGraph& graph() const { return graph_; }

 private:
  EventNumber add(ThreadId t, EventKind kind, LocId l, TagSet tags) {
    Event e;
    e.id = {t, static_cast<std::uint16_t>(graph_.slots(t))};
    e.kind = kind;
    e.location = l;
    e.tags = tags;
    return graph_.add(e);
  }

  ExecutionGraph graph_;
};

}  // namespace ringcheck::tests
