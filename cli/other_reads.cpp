// Cuts an execution before a read, lets it read something else and asks the model.
// Tested by tests/cli/other_reads_test.cpp.
#include "cli/other_reads.hpp"

#include <vector>

namespace ringcheck {

namespace {

using Flags = std::vector<bool>;

/// The events that follow `read` by program order and reads-from, without `read` itself.
Flags comes_of(const ExecutionGraph& graph, EventNumber read) {
  Flags after(static_cast<std::size_t>(graph.size()), false);
  for (bool grown = true; grown;) {
    grown = false;
    for (int i = graph.locations(); i < graph.size(); ++i) {
      const auto e = static_cast<EventNumber>(i);
      if (after[e]) continue;
      bool follows = graph.po_before(read, e);
      for (int slot = 0; !follows && slot < graph[e].id.index; ++slot)
        if (const EventNumber p = graph.at(graph[e].id.thread, slot); p != kNoEvent)
          follows = after[p];
      const EventNumber source = graph[e].kind == EventKind::read ? graph[e].rf : kNoEvent;
      if (source != kNoEvent && (source == read || after[source])) follows = true;
      if (follows) after[e] = grown = true;
    }
  }
  return after;
}

/// A copy of a graph without some events that come last in their threads.
class Cut {
 public:
  Cut(const ExecutionGraph& graph, const Flags& left_out)
      : graph_(graph), number_(static_cast<std::size_t>(graph.size()), kNoEvent) {
    std::vector<std::uint64_t> initial;
    for (int l = 0; l < graph.locations(); ++l)
      initial.push_back(graph[static_cast<EventNumber>(l)].value);
    copy_.reset(initial, graph.threads(), graph.tracks_dependencies());
    for (int e = 0; e < graph.locations(); ++e)
      number_[static_cast<std::size_t>(e)] = static_cast<EventNumber>(e);
    for (int e = graph.locations(); e < graph.size(); ++e)
      if (!left_out[static_cast<std::size_t>(e)]) add(static_cast<EventNumber>(e));
    for (int e = graph.locations(); e < graph.size(); ++e) connect(static_cast<EventNumber>(e));
    for (int l = 0; l < graph.locations(); ++l) order(static_cast<EventNumber>(l));
  }

  /// The copy in which `read` reads `write`, both numbered as in the original graph.
  ExecutionGraph with(EventNumber read, EventNumber write) const {
    ExecutionGraph result = copy_;
    Event& event = result.event(number_[read]);
    event.rf = number_[write];
    event.value = graph_[write].value;
    return result;
  }

 private:
  void add(EventNumber e) {
    Event event = graph_[e];
    event.rf = event.rmw = event.co_prev = event.co_next = kNoEvent;
    event.co_position = 0;
    number_[e] = copy_.add(event);
  }

  void connect(EventNumber e) {
    if (number_[e] == kNoEvent) return;
    Event& event = copy_.event(number_[e]);
    if (graph_[e].rf != kNoEvent) event.rf = number_[graph_[e].rf];
    if (graph_[e].rmw != kNoEvent) event.rmw = number_[graph_[e].rmw];
    if (!graph_.tracks_dependencies()) return;
    const Dependencies& from = graph_.dependencies(e);
    Dependencies& to = copy_.dependencies(number_[e]);
    const auto map = [&](const EventSet& sources, EventSet& into) {
      for_each(sources, [&](int source) {
        if (const EventNumber n = number_[static_cast<std::size_t>(source)]; n != kNoEvent)
          into.set(n);
      });
    };
    map(from.address, to.address);
    map(from.data, to.data);
    map(from.control, to.control);
  }

  void order(EventNumber initial) {
    EventNumber last = initial;
    for (EventNumber w = graph_[initial].co_next; w != kNoEvent; w = graph_[w].co_next) {
      if (number_[w] == kNoEvent) continue;
      copy_.place_write(number_[w], number_[last]);
      last = w;
    }
  }

  const ExecutionGraph& graph_;
  ExecutionGraph copy_;
  std::vector<EventNumber> number_;  ///< in the copy; kNoEvent: left out
};

}  // namespace

std::vector<OtherRead> other_reads(const ExecutionGraph& graph, const Model& model,
                                   EventNumber read) {
  const Event& event = graph[read];
  const Flags after = comes_of(graph, read);
  std::vector<OtherRead> others;
  if (event.rf == kNoEvent || after[read] || after[event.rf]) return others;
  const Cut cut(graph, after);
  for (EventNumber w = event.location; w != kNoEvent; w = graph[w].co_next) {
    if (w == event.rf) continue;
    OtherRead other{w};
    if (after[w]) {
      other.answer = OtherRead::Answer::follows;
    } else if (const auto refusal = model.refusal(cut.with(read, w))) {
      other.answer = OtherRead::Answer::refused;
      other.axiom = refusal->axiom;
    }
    others.push_back(other);
  }
  return others;
}

}  // namespace ringcheck
