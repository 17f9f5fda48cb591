#pragma once
// Forward exploration with deferred reads, for one kind of consistency checker.

#include <array>
#include <memory>
#include <vector>

#include "explore/alive.hpp"
#include "explore/explore.hpp"
#include "explore/state.hpp"
#include "graph/check.hpp"
#include "models/checker.hpp"

namespace ringcheck {

/// Visits every consistent execution of a program once, depth first. The graph only grows: a step gives a
/// ready write its place in coherence order, decides a choice, resolves a read, or defers a read beyond the
/// writes that are there. Children of a state are disjoint and cover what it stands for, so nothing is
/// visited twice or missed whatever is picked; what is picked decides the cost only.
/// Source: docs/exploration.md. Tested by tests/explore.
template <ConsistencyChecker Checker>
class Explorer {
 public:
  Explorer(const Program& program, Checker& checker, Dependence dependence, const ExploreLimits& limits,
           const ExecutionVisitor& visit)
      : program_(program),
        private_locations_(program.private_locations()),
        checker_(checker),
        dependence_(dependence),
        limits_(limits),
        visit_(visit) {}

  ExploreCounts run() {
    std::vector<std::uint64_t> initial;
    for (const Location& location : program_.locations) initial.push_back(location.initial);
    Node& root = node(0);
    root.state.graph.reset(initial, static_cast<int>(program_.threads.size()), dependence_ == Dependence::syntactic);
    root.state.threads.fill({});
    root.state.exclusion_count = 0;
    checker_.start(root.checked, root.state.graph);
    visit(0);
    return counts_;
  }

 private:
  struct Node {
    State state;
    typename Checker::State checked;
  };

  /// What can be done in a state. For a read: the write to read from, or kNoEvent to defer it. For a write:
  /// the write to stand behind. For a choice: the value.
  struct Options {
    EventNumber event = kNoEvent;
    int count = 0;
    std::array<std::uint16_t, kMaxEvents + 1> targets;
  };

  Node& node(std::size_t depth) {
    while (nodes_.size() <= depth) nodes_.push_back(std::make_unique<Node>());
    return *nodes_[depth];
  }

  /// Explores what the state at `depth` stands for. Returns false when the exploration is to end.
  bool visit(std::size_t depth) {
    for (;;) {
      Node& here = node(depth);
      if (!run_threads(here)) return true;
      Options options;
      if (!pick_choice(here, options) && !pick_write(here, options) && !pick_read(here, options))
        return finish(here);
      ++counts_.nodes;
      if (options.count == 0) {
        ++counts_.dead;
        return true;
      }
      for (int i = 0; i + 1 < options.count; ++i) {
        Node& child = node(depth + 1);
        child = here;
        step(child, options.event, options.targets[static_cast<std::size_t>(i)]);
        if (!visit(depth + 1)) return false;
      }
      step(here, options.event, options.targets[static_cast<std::size_t>(options.count) - 1]);
    }
  }

  /// Runs the threads whose code can go on. Returns false when a speculated branch went wrong.
  bool run_threads(Node& here) {
    for (std::size_t t = 0; t < program_.threads.size(); ++t) {
      ThreadProgress& progress = here.state.threads[t];
      if (progress.stop.reason != StopReason::not_run) continue;
      ThreadRun run(program_, here.state.graph, static_cast<ThreadId>(t), dependence_);
      progress.stop = run.run();
      // Porf checkers are exact event by event; an event that a run forces cannot be refused by them.
      if (run.changed_the_past() && dependence_ == Dependence::syntactic) here.state.unchecked = true;
      if (progress.stop.reason == StopReason::contradiction) {
        ++counts_.discarded;
        return false;
      }
      commit_thread(here, static_cast<ThreadId>(t));
    }
    return true;
  }

  /// Tells the checker of the events of thread `t` that have been materialised since, in program order.
  void commit_thread(Node& here, ThreadId t) {
    if (dependence_ != Dependence::program_order) return;
    ExecutionGraph& graph = here.state.graph;
    std::uint16_t& committed = here.state.threads[t].committed;
    while (committed < graph.slots(t)) {
      const EventNumber e = graph.at(t, committed);
      if (e == kNoEvent) {
        // An empty slot is passed once a later one is used: only a conditional operation leaves holes.
        if (next_used_slot(graph, t, committed) == kNoEvent) return;
        ++committed;
        continue;
      }
      if (!graph[e].materialised) return;
      if (graph[e].kind != EventKind::choice) checker_.commit(here.checked, graph, e);
      ++committed;
    }
  }

  static EventNumber next_used_slot(const ExecutionGraph& graph, ThreadId t, int slot) {
    for (int i = slot + 1; i < graph.slots(t); ++i) {
      const EventNumber e = graph.at(t, i);
      if (e != kNoEvent) return graph[e].materialised ? e : kNoEvent;
    }
    return kNoEvent;
  }

  bool pick_choice(const Node& here, Options& options) const {
    for (std::size_t t = 0; t < program_.threads.size(); ++t) {
      const Stop& stop = here.state.threads[t].stop;
      if (stop.reason != StopReason::choice) continue;
      options.event = stop.choice;
      const std::uint64_t n = here.state.graph[stop.choice].value;
      RC_CHECK(n >= 1 && n <= kMaxEvents, "a choice among too many values");
      for (std::uint64_t v = 0; v < n; ++v) options.targets[v] = static_cast<std::uint16_t>(v);
      options.count = static_cast<int>(n);
      return true;
    }
    return false;
  }

  bool pick_write(Node& here, Options& options) {
    ExecutionGraph& graph = here.state.graph;
    for (int e = graph.locations(); e < graph.size(); ++e) {
      const auto w = static_cast<EventNumber>(e);
      // A private location has program order for its coherence order: its writes are placed when their thread runs.
      if (!here.state.ready(w) || private_locations_.test(graph[w].location)) continue;
      options.event = w;
      const Event& write = graph[w];
      checker_.prepare(here.checked, graph);
      const bool atomic = write.rmw != kNoEvent && write.atomic;
      for (EventNumber behind = atomic ? graph[write.rmw].rf : graph.co_last(write.location); behind != kNoEvent;
           behind = graph[behind].co_prev) {
        if (!here.state.claimed(behind, write.rmw)) {
          ++counts_.checks;
          if (checker_.admits_write(here.checked, graph, w, behind))
            options.targets[static_cast<std::size_t>(options.count++)] = behind;
        }
        if (atomic) break;
      }
      return true;
    }
    return false;
  }

  bool pick_read(Node& here, Options& options) {
    const EventNumber r = best_read(here.state);
    if (r == kNoEvent) return false;
    options.event = r;
    ExecutionGraph& graph = here.state.graph;
    checker_.prepare(here.checked, graph);
    for (EventNumber w = graph.co_last(graph[r].location); w != kNoEvent; w = graph[w].co_prev) {
      if (!may_read(here.state, r, w)) continue;
      ++counts_.checks;
      if (checker_.admits_read(here.checked, graph, r, w))
        options.targets[static_cast<std::size_t>(options.count++)] = w;
    }
    if (write_may_come(program_, here.state, r) && alive_when_deferred(here.state, r) && may_be_served(here, r))
      options.targets[static_cast<std::size_t>(options.count++)] = kNoEvent;
    return true;
  }

  /// True iff `w` is an option for read `r`, consistency apart.
  static bool may_read(const State& state, EventNumber r, EventNumber w) {
    const Event& read = state.graph[r];
    if (read.compare == Compare::await_equal && state.graph[w].value != read.expected) return false;
    if (state.excluded(r, w)) return false;
    return !(read.claim == Claim::sure && read.atomic && state.claimed(w, r));
  }

  bool alive_when_deferred(State& state, EventNumber r) {
    const Exclusion before = state.exclusion_of(r) != nullptr ? *state.exclusion_of(r) : Exclusion{r, {}};
    state.exclude_present_writes(r);
    const bool result = alive(program_, state);
    state.restore_exclusion(before);
    return result;
  }

  /// True unless every write that may still come is one that `r` could not read from consistently, even if the
  /// write had no more order than any completion must give it. Over-approximates, so that deferring is pruned
  /// soundly. For porf models such a write can always stand last in program order and coherence order.
  bool may_be_served(Node& here, EventNumber r) {
    if (dependence_ == Dependence::program_order) return true;
    ExecutionGraph& graph = here.state.graph;
    const Event read = graph[r];
    for (int e = graph.locations(); e < graph.size(); ++e) {
      const auto w = static_cast<EventNumber>(e);
      const Event event = graph[w];
      if (event.id.thread == read.id.thread && event.id.index > read.id.index) continue;
      if (event.location != read.location &&
          (event.location != kNoLocation || !program_.threads[event.id.thread].may_write.test(read.location)))
        continue;
      if (event.kind == EventKind::write && !event.materialised) {
        graph.event(w).location = read.location;
        const bool served = is_served_by(here, r, w);
        graph.event(w).location = event.location;
        if (served) return true;
      }
      const bool undecided = !event.materialised || !event.expected_known;
      if (event.kind == EventKind::read && event.claim == Claim::maybe && undecided && w != r &&
          is_served_by_new(here, r, {event.id.thread, static_cast<std::uint16_t>(event.id.index + 1)}))
        return true;
    }
    for (std::size_t t = 0; t < program_.threads.size(); ++t) {
      if (t == read.id.thread || !program_.threads[t].may_write.test(read.location)) continue;
      if (here.state.threads[t].stop.reason != StopReason::unresolved) continue;
      const auto thread = static_cast<ThreadId>(t);
      if (is_served_by_new(here, r, {thread, static_cast<std::uint16_t>(graph.slots(thread))})) return true;
    }
    return false;
  }

  /// True iff `r` may read from a plain write without dependencies that is added as `id`.
  bool is_served_by_new(Node& here, EventNumber r, EventId id) {
    ExecutionGraph& graph = here.state.graph;
    if (graph.size() >= kMaxEvents || id.index >= kMaxEvents) return true;
    Event write;
    write.id = id;
    write.kind = EventKind::write;
    write.location = graph[r].location;
    const EventNumber w = graph.add(write);
    const bool served = is_served_by(here, r, w);
    graph.remove_last();
    return served;
  }

  /// True iff `r` may read from issued write `w` at some place in coherence order.
  bool is_served_by(Node& here, EventNumber r, EventNumber w) {
    ExecutionGraph& graph = here.state.graph;
    bool served = false;
    for (EventNumber behind = graph.co_last(graph[r].location); behind != kNoEvent && !served;
         behind = graph[behind].co_prev) {
      graph.place_write(w, behind);
      // Not resolve_read: what the value does to a Compare is open.
      graph.event(r).rf = w;
      graph.event(r).materialised = true;
      ++counts_.checks;
      served = checker_.consistent(graph);
      graph.event(r).rf = kNoEvent;
      graph.event(r).materialised = false;
      graph.unplace_write(w);
    }
    return served;
  }

  /// The read to resolve next, among those that have an option: first one that no write to come can reach,
  /// then one that a thread waits for, then any, each in program order of the first thread.
  EventNumber best_read(const State& state) const {
    const ExecutionGraph& graph = state.graph;
    EventNumber best = kNoEvent;
    int best_rank = 4;
    EventSet awaited;
    for (std::size_t t = 0; t < program_.threads.size(); ++t)
      if (state.threads[t].stop.reason == StopReason::unresolved) awaited |= state.threads[t].stop.waiting_for;
    for (std::size_t t = 0; t < program_.threads.size(); ++t) {
      for (int slot = state.threads[t].committed; slot < graph.slots(static_cast<ThreadId>(t)); ++slot) {
        const EventNumber r = graph.at(static_cast<ThreadId>(t), slot);
        if (r == kNoEvent || graph[r].kind != EventKind::read || graph[r].materialised ||
            graph[r].location == kNoLocation)
          continue;
        if (!has_option(state, r)) continue;
        int rank = 2;
        if (own_write_is_coming(state, r)) rank = 3;
        else if (!write_may_come(program_, state, r)) rank = 0;
        else if (awaited.test(r)) rank = 1;
        if (rank < best_rank) {
          best = r;
          best_rank = rank;
        }
      }
    }
    return best;
  }

  static bool has_option(const State& state, EventNumber r) {
    for (EventNumber w = state.graph[r].location; w != kNoEvent; w = state.graph[w].co_next)
      if (may_read(state, r, w)) return true;
    return false;
  }

  /// True iff a write of the same thread to the same location stands before `r` and has no place yet: reading
  /// from what is there would mostly be refused later.
  static bool own_write_is_coming(const State& state, EventNumber r) {
    const Event& read = state.graph[r];
    for (int slot = 0; slot < read.id.index; ++slot) {
      const EventNumber w = state.graph.at(read.id.thread, slot);
      if (w == kNoEvent || state.graph[w].materialised) continue;
      const Event& event = state.graph[w];
      if (event.kind == EventKind::write && event.location == read.location) return true;
      if (event.kind == EventKind::read && event.claim != Claim::none && event.location == read.location) return true;
    }
    return false;
  }

  /// Does what option `target` of `event` says.
  void step(Node& here, EventNumber event, std::uint16_t target) {
    State& state = here.state;
    ExecutionGraph& graph = state.graph;
    Event& e = graph.event(event);
    const ThreadId t = e.id.thread;
    if (e.kind == EventKind::choice) {
      e.value = target;
      e.value_known = true;
      e.materialised = true;
      state.threads[t].stop.reason = StopReason::not_run;
      return;
    }
    if (e.kind == EventKind::write) {
      graph.place_write(event, target);
      state.unchecked = false;
      commit_thread(here, t);
      return;
    }
    if (target == kNoEvent) {
      state.exclude_present_writes(event);
      return;
    }
    graph.resolve_read(event, target);
    state.drop_exclusion(event);
    state.unchecked = false;
    commit_thread(here, t);
    state.threads[t].stop.reason = StopReason::not_run;
  }

  /// Nothing is left to pick: the state is an execution, or a dead end.
  bool finish(Node& here) {
    const State& state = here.state;
    const ExecutionGraph& graph = state.graph;
    Ending ending = Ending::complete;
    const char* text = "";
    for (std::size_t t = 0; t < program_.threads.size(); ++t) {
      const Stop& stop = state.threads[t].stop;
      Ending its = Ending::complete;
      if (stop.reason == StopReason::finished) continue;
      if (stop.reason == StopReason::assumption_failed) its = Ending::blocked;
      else if (stop.reason == StopReason::bound_reached) its = Ending::cut;
      else if (stop.reason == StopReason::fault) its = Ending::fault;
      else return dead_end();
      if (its > ending) {
        ending = its;
        text = stop.text;
      }
    }
    for (int e = graph.locations(); e < graph.size(); ++e)
      if (!graph[static_cast<EventNumber>(e)].materialised) return dead_end();
    if (state.unchecked) {
      ++counts_.checks;
      if (!checker_.consistent(here.state.graph)) return dead_end();
    }
    return count(graph, ending, text);
  }

  bool dead_end() {
    ++counts_.dead;
    return true;
  }

  bool count(const ExecutionGraph& graph, Ending ending, const char* text) {
    const int events = graph.size() - graph.locations();
    if (ending == Ending::complete) {
      ++counts_.complete;
      counts_.events += static_cast<std::uint64_t>(events);
    }
    if (ending == Ending::blocked) ++counts_.blocked;
    if (ending == Ending::cut) ++counts_.cut;
    if (ending == Ending::fault) ++counts_.faults;
    counts_.events_max = std::max(counts_.events_max, events);
    if (visit_ && !visit_(Execution{graph, ending, text})) {
      counts_.stopped = true;
      return false;
    }
    if (limits_.executions != 0 && counts_.complete >= limits_.executions) {
      counts_.limit_reached = true;
      return false;
    }
    return true;
  }

  const Program& program_;
  const LocationSet private_locations_;
  Checker& checker_;
  Dependence dependence_;
  ExploreLimits limits_;
  const ExecutionVisitor& visit_;
  ExploreCounts counts_;
  std::vector<std::unique_ptr<Node>> nodes_;
};

}  // namespace ringcheck
