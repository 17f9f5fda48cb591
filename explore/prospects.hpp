#pragma once
// What a deferred read may still be served by, judged by consistency: prunes deferrals that lead
// nowhere.

#include "explore/alive.hpp"
#include "explore/state.hpp"
#include "models/checker.hpp"

namespace ringcheck {

/// Asks whether an unresolved read could read from a write that is not there yet, if that write had
/// no more order than any completion must give it. A read for which even that is inconsistent need
/// not be deferred. For models with Dependence::syntactic; under porf models a write to come can
/// always stand last. Source: docs/exploration.md, "alive".
template <ConsistencyChecker Checker>
class Prospects {
 public:
  Prospects(const Program& program, Checker& checker, std::uint64_t& checks)
      : program_(program), checker_(checker), checks_(checks) {}

  /// True unless no write that may come could serve `r`.
  bool may_be_served(State& state, EventNumber r) {
    return served_by_issued(state, r) || served_by_waiting(state, r, false);
  }

  /// True unless some unresolved read, or two of them together, can be served neither as
  /// unresolvable_reads() says nor by threads that speculate the branches at which they wait.
  /// Speculation lets a thread write, beyond the end of a branch, what the condition of that branch
  /// depends on.
  bool alive_by_speculation(State& state) {
    const EventSet lost = unresolvable_reads(program_, state);
    if (lost.none()) return true;
    EventSet served;
    for_each(lost, [&](int e) {
      const auto r = static_cast<EventNumber>(e);
      // Whatever a speculating thread issues may give a read its address.
      if (state.graph[r].location == kNoLocation || served_by_waiting(state, r, true))
        served.set(e);
    });
    if (unresolvable_reads(program_, state, served).any()) return false;
    bool together = true;
    for_each(lost, [&](int r) {
      for_each(lost, [&](int s) {
        if (s < r && together)
          together =
              served_together(state, static_cast<EventNumber>(r), static_cast<EventNumber>(s));
      });
    });
    return together;
  }

 private:
  bool served_by_issued(State& state, EventNumber r) {
    ExecutionGraph& graph = state.graph;
    const Event read = graph[r];
    for (int e = graph.locations(); e < graph.size(); ++e) {
      const auto w = static_cast<EventNumber>(e);
      const Event event = graph[w];
      if (event.id.thread == read.id.thread && event.id.index > read.id.index) continue;
      if (!may_hit(event, read.location)) continue;
      if (event.kind == EventKind::write && !event.materialised &&
          !awaits_another_value(read, event)) {
        graph.event(w).location = read.location;
        const bool served = served_by(graph, r, w, [&] { return is_consistent(graph); });
        graph.event(w).location = event.location;
        if (served) return true;
      }
      const bool undecided = !event.materialised || !event.expected_known;
      if (event.kind == EventKind::read && event.claim == Claim::maybe && undecided && w != r &&
          served_by_new(graph, r,
                        {event.id.thread, static_cast<std::uint16_t>(event.id.index + 1)}))
        return true;
    }
    return false;
  }

  bool served_by_waiting(State& state, EventNumber r, bool only_at_branch) {
    ExecutionGraph& graph = state.graph;
    for (std::size_t t = 0; t < program_.threads.size(); ++t) {
      if (t == graph[r].id.thread || !program_.threads[t].may_write.test(graph[r].location))
        continue;
      const Stop& stop = state.threads[t].stop;
      if (stop.reason != StopReason::unresolved || (only_at_branch && !stop.at_branch)) continue;
      if (served_by_new(graph, r, next_slot(graph, t))) return true;
    }
    return false;
  }

  /// True iff thread `t` may serve `r` once it speculates.
  [[nodiscard]] bool may_speculate(const State& state, std::size_t t, EventNumber r) const {
    const Stop& stop = state.threads[t].stop;
    return t != state.graph[r].id.thread &&
           program_.threads[t].may_write.test(state.graph[r].location) &&
           stop.reason == StopReason::unresolved && stop.at_branch;
  }

  /// True unless no two speculating threads can serve `first` and `second` in one execution. The
  /// order of two writes of one thread is open, so nothing is concluded from them, nor where an
  /// issued write may serve.
  bool served_together(State& state, EventNumber first, EventNumber second) {
    ExecutionGraph& graph = state.graph;
    if (issued_may_serve(graph, first) || issued_may_serve(graph, second)) return true;
    for (std::size_t t = 0; t < program_.threads.size(); ++t) {
      if (!may_speculate(state, t, first)) continue;
      for (std::size_t u = 0; u < program_.threads.size(); ++u) {
        if (!may_speculate(state, u, second)) continue;
        if (u == t || graph.size() + 2 > kMaxEvents) return true;
        const EventNumber w = graph.add(write_to_come(next_slot(graph, t), graph[first].location));
        const EventNumber v = graph.add(write_to_come(next_slot(graph, u), graph[second].location));
        const bool served = served_by(graph, first, w, [&] {
          return served_by(graph, second, v, [&] { return is_consistent(graph); });
        });
        graph.remove_last();
        graph.remove_last();
        if (served) return true;
      }
    }
    return false;
  }

  [[nodiscard]] bool issued_may_serve(const ExecutionGraph& graph, EventNumber r) const {
    if (graph[r].location == kNoLocation) return true;
    for (int e = graph.locations(); e < graph.size(); ++e) {
      const Event& event = graph[static_cast<EventNumber>(e)];
      if (e == r || !may_hit(event, graph[r].location)) continue;
      if (event.kind == EventKind::write && !event.materialised) return true;
      if (event.kind == EventKind::read && event.claim != Claim::none && event.rmw == kNoEvent)
        return true;
    }
    return false;
  }

  [[nodiscard]] Event write_to_come(EventId id, LocId location) const {
    Event write;
    write.id = id;
    write.kind = EventKind::write;
    write.location = location;
    write.tags = program_.threads[id.thread].least_tags_of(location);
    return write;
  }

  static EventId next_slot(const ExecutionGraph& graph, std::size_t t) {
    const auto thread = static_cast<ThreadId>(t);
    return {thread, static_cast<std::uint16_t>(graph.slots(thread))};
  }

  bool is_consistent(const ExecutionGraph& graph) {
    ++checks_;
    return checker_.consistent(graph);
  }

  [[nodiscard]] bool may_hit(const Event& access, LocId location) const {
    if (access.location != kNoLocation) return access.location == location;
    return access.kind != EventKind::fence &&
           program_.threads[access.id.thread].may_write.test(location);
  }

  /// True iff `r` may read from a write without dependencies that is added as `id`.
  bool served_by_new(ExecutionGraph& graph, EventNumber r, EventId id) {
    if (graph.size() >= kMaxEvents || id.index >= kMaxEvents) return true;
    const EventNumber w = graph.add(write_to_come(id, graph[r].location));
    const bool served = served_by(graph, r, w, [&] { return is_consistent(graph); });
    graph.remove_last();
    return served;
  }

  /// True iff for some place of issued write `w` in coherence order, with `r` reading from it,
  /// `holds()`.
  template <class Holds>
  static bool served_by(ExecutionGraph& graph, EventNumber r, EventNumber w, Holds&& holds) {
    bool served = false;
    for (EventNumber behind = graph.co_last(graph[r].location); behind != kNoEvent && !served;
         behind = graph[behind].co_prev) {
      graph.place_write(w, behind);
      // Not resolve_read: what the value does to a Compare is open.
      graph.event(r).rf = w;
      graph.event(r).materialised = true;
      served = holds();
      graph.event(r).rf = kNoEvent;
      graph.event(r).materialised = false;
      graph.unplace_write(w);
    }
    return served;
  }

  const Program& program_;
  Checker& checker_;
  std::uint64_t& checks_;
};

}  // namespace ringcheck
