// TruSt. A graph is kept as the decisions that make it, in the order in which its events were
// added. Each step builds the execution graph from them. Tested by trust_test.cpp.
#include "tests/explore/trust.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <variant>
#include <vector>

#include "explore/thread_run.hpp"
#include "graph/check.hpp"
#include "models/any_checker.hpp"

namespace ringcheck {

namespace {

/// An event of a graph: a read with its rf, a choice with its value, or a write.
struct Added {
  EventId id;
  EventId rf{};
  std::uint64_t value = 0;
};

/// An await that has read what it does not wait for: its thread stays there until a revisit.
bool waits(const Event& event) {
  return event.kind == EventKind::read && event.materialised &&
         event.compare == Compare::await_equal && event.value != event.expected;
}

/// The decisions that make a graph.
struct Decided {
  std::vector<Added> added;              ///< in the order <_G of the paper
  std::vector<std::vector<EventId>> co;  ///< by location, the initial write first

  [[nodiscard]] const Added* find(EventId id) const {
    for (const Added& event : added)
      if (event.id == id) return &event;
    return nullptr;
  }
};

/// A graph, and where the threads are in it.
struct Built {
  ExecutionGraph graph;
  std::vector<StopReason> stops;
};

class Trust {
 public:
  Trust(const Program& program, const Model& model,
        const std::function<void(const ExecutionGraph&, bool)>& visit)
      : program_(program),
        checker_(make_checker(model, program.threads.size() + 1, program.seq_cst)),
        report_(visit) {
    RC_CHECK(model.dependence() == Dependence::program_order, "po | rf may have a cycle");
    // With one more thread that may write everything, no location belongs to only one thread, and
    // nothing is decided without a search.
    Thread idle{"idle", [](ThreadRun&) {}};
    for (std::size_t l = 0; l < program_.locations.size(); ++l)
      idle.may_write.set(static_cast<int>(l));
    program_.threads.push_back(std::move(idle));
  }

  TrustCounts run() {
    Decided nothing;
    for (std::size_t l = 0; l < program_.locations.size(); ++l)
      nothing.co.push_back({EventId{kInitThread, static_cast<std::uint16_t>(l)}});
    visit(nothing);
    return counts_;
  }

 private:
  /// The execution graph that `decided` makes. Events that are issued but not decided stay open.
  [[nodiscard]] Built build(const Decided& decided) const {
    Built built;
    ExecutionGraph& graph = built.graph;
    graph.reset(program_.initial_values(), static_cast<int>(program_.threads.size()), false);
    for (bool advanced = true; advanced;) {
      advanced = false;
      built.stops.clear();
      for (std::size_t t = 0; t < program_.threads.size(); ++t)
        built.stops.push_back(
            ThreadRun(program_, graph, static_cast<ThreadId>(t), Dependence::program_order)
                .run()
                .reason);
      for (const Added& event : decided.added) {
        const EventNumber e = graph.find(event.id);
        if (e == kNoEvent || graph[e].materialised) continue;
        if (graph[e].kind == EventKind::read) {
          const EventNumber w = graph.find(event.rf);
          if (w == kNoEvent || !graph[w].materialised) continue;
          graph.resolve_read(e, w);
        } else if (graph[e].kind == EventKind::choice) {
          graph.event(e).value = event.value;
          graph.event(e).value_known = graph.event(e).materialised = true;
        } else {
          place(graph, decided, e);
        }
        advanced = true;
      }
    }
    return built;
  }

  static void place(ExecutionGraph& graph, const Decided& decided, EventNumber w) {
    EventNumber predecessor = graph[w].location;
    for (const EventId id : decided.co[graph[w].location]) {
      if (id == graph[w].id) break;
      const EventNumber before = graph.find(id);
      if (before != kNoEvent && graph[before].materialised) predecessor = before;
    }
    graph.place_write(w, predecessor);
  }

  /// The event to add next: the write of a read-modify-write whose read is there, else the first
  /// open event of the first thread that has one.
  [[nodiscard]] static EventNumber next(const ExecutionGraph& graph) {
    EventNumber next = kNoEvent;
    for (int t = 0; t < graph.threads(); ++t)
      for (int slot = 0; slot < graph.slots(static_cast<ThreadId>(t)); ++slot) {
        const EventNumber e = graph.at(static_cast<ThreadId>(t), slot);
        if (e == kNoEvent) continue;
        if (waits(graph[e])) break;
        if (graph[e].materialised) continue;
        if (graph[e].rmw != kNoEvent && graph[e].kind == EventKind::write) return e;
        if (next == kNoEvent) next = e;
        break;
      }
    return next;
  }

  /// Events that are (po ∪ rf)+-before `e`, by name.
  static std::set<EventId> prefix(const ExecutionGraph& graph, EventNumber e) {
    std::set<EventId> before;
    std::vector<EventNumber> todo = {e};
    const auto add = [&](EventNumber f) {
      if (f != kNoEvent && !graph.is_init(f) && before.insert(graph[f].id).second)
        todo.push_back(f);
    };
    while (!todo.empty()) {
      const Event& event = graph[todo.back()];
      todo.pop_back();
      if (event.kind == EventKind::read && event.materialised) add(event.rf);
      for (int slot = 0; slot < event.id.index; ++slot) add(graph.at(event.id.thread, slot));
    }
    return before;
  }

  void visit(const Decided& decided) {
    const Built built = build(decided);
    const ExecutionGraph& graph = built.graph;
    if (!std::visit([&](auto& its) { return its.consistent(graph); }, checker_)) return;
    ++counts_.graphs;
    const EventNumber a = next(graph);
    if (a == kNoEvent) {
      finish(built);
    } else if (graph[a].kind == EventKind::read) {
      for (const EventId w : decided.co[graph[a].location]) {
        Decided child = decided;
        child.added.push_back({graph[a].id, w});
        visit(child);
      }
    } else if (graph[a].kind == EventKind::choice) {
      for (std::uint64_t value = 0; value < graph[a].value; ++value) {
        Decided child = decided;
        child.added.push_back({graph[a].id, {}, value});
        visit(child);
      }
    } else {
      RC_CHECK(graph[a].kind == EventKind::write, "an event that a revisit cannot handle");
      visit_places(decided, graph, a);
      revisit(decided, graph, a);
    }
  }

  /// Adds write `a` at each place in coherence order. The write of a read-modify-write has one
  /// place.
  void visit_places(const Decided& decided, const ExecutionGraph& graph, EventNumber a) {
    const Event& write = graph[a];
    const auto& order = decided.co[write.location];
    for (std::size_t i = 0; i < order.size(); ++i) {
      if (write.atomic && write.rmw != kNoEvent &&
          decided.find(graph[write.rmw].id)->rf != order[i])
        continue;
      Decided child = decided;
      auto& places = child.co[write.location];
      places.insert(places.begin() + static_cast<std::ptrdiff_t>(i) + 1, write.id);
      child.added.push_back({write.id});
      visit(child);
    }
  }

  void revisit(const Decided& decided, const ExecutionGraph& graph, EventNumber a) {
    const std::set<EventId> kept = prefix(graph, a);
    for (std::size_t i = 0; i < decided.added.size(); ++i) {
      const EventNumber r = graph.find(decided.added[i].id);
      const Event& read = graph[r];
      if (read.kind != EventKind::read || read.location != graph[a].location ||
          kept.count(read.id) != 0)
        continue;
      Decided rest;
      rest.co = decided.co;
      bool maximal = is_maximally_added(decided, graph, i, kept);
      for (std::size_t j = 0; j < decided.added.size() && maximal; ++j) {
        const Added& event = decided.added[j];
        if (j <= i || kept.count(event.id) != 0) {
          rest.added.push_back(event);
          continue;
        }
        maximal = is_maximally_added(decided, graph, j, kept);
        for (auto& order : rest.co) std::erase(order, event.id);
      }
      if (!maximal) continue;
      rest.added[i].rf = graph[a].id;
      ++counts_.revisits;
      visit_places(rest, graph, a);
    }
  }

  /// Whether the `j`th event was added in the one way from which a revisit may delete it.
  static bool is_maximally_added(const Decided& decided, const ExecutionGraph& graph, std::size_t j,
                                 const std::set<EventId>& kept) {
    const auto previous = [&](EventId id) {
      if (id.thread == kInitThread || kept.count(id) != 0) return true;
      for (std::size_t k = 0; k <= j; ++k)
        if (decided.added[k].id == id) return true;
      return false;
    };
    const Added& event = decided.added[j];
    const Event& its = graph[graph.find(event.id)];
    // A choice is deleted from only one of its values.
    if (its.kind == EventKind::choice) return event.value == 0;
    for (const Added& other : decided.added)
      if (graph[graph.find(other.id)].kind == EventKind::read && other.rf == event.id &&
          its.kind == EventKind::write && previous(other.id))
        return false;
    const EventId write = its.kind == EventKind::read ? event.rf : event.id;
    if (!previous(write)) return false;
    const auto& order = decided.co[its.location];
    const auto place = std::ranges::find(order, write);
    return std::none_of(place + 1, order.end(), previous);
  }

  void finish(const Built& built) {
    bool blocked = false;
    // A thread that waits in vain is part of no execution.
    for (int e = built.graph.locations(); e < built.graph.size(); ++e)
      if (waits(built.graph[static_cast<EventNumber>(e)])) return;
    for (const StopReason stop : built.stops) {
      RC_CHECK(stop == StopReason::finished || stop == StopReason::assumption_failed,
               "a thread ended in another way");
      blocked = blocked || stop == StopReason::assumption_failed;
    }
    ++(blocked ? counts_.blocked : counts_.complete);
    report_(built.graph, blocked);
  }

  Program program_;
  AnyChecker checker_;
  const std::function<void(const ExecutionGraph&, bool)>& report_;
  TrustCounts counts_;
};

}  // namespace

TrustCounts explore_by_revisits(const Program& program, const Model& model,
                                const std::function<void(const ExecutionGraph&, bool)>& visit) {
  return Trust(program, model, visit).run();
}

}  // namespace ringcheck
