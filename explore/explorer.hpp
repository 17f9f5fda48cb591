#pragma once
// Forward exploration with deferred reads, for one kind of consistency checker.

#include <array>
#include <bit>
#include <memory>
#include <vector>

#include "explore/alive.hpp"
#include "explore/explore.hpp"
#include "explore/prospects.hpp"
#include "explore/resumable_run.hpp"
#include "explore/state.hpp"
#include "graph/check.hpp"
#include "graph/diagnostic.hpp"
#include "models/checker.hpp"

namespace ringcheck {

/// Visits every consistent execution of a program once, depth first. The graph only grows: a step
/// gives a ready write its place in coherence order, decides a choice, resolves a read, or defers a
/// read beyond the writes that are there. Children of a state are disjoint and cover what it stands
/// for, so nothing is visited twice or missed whatever is picked; what is picked decides the cost
/// only. Source: docs/exploration.md. Tested by tests/explore.
template <ConsistencyChecker Checker>
class Explorer {
 public:
  Explorer(const Program& program, Checker& checker, Dependence dependence,
           const ExploreLimits& limits, const ExecutionVisitor& visit)
      : program_(program),
        private_locations_(program.private_locations()),
        checker_(checker),
        dependence_(dependence),
        limits_(limits),
        visit_(visit),
        prospects_(program, checker, counts_.checks) {}

  ExploreCounts run() {
    std::vector<std::uint64_t> initial;
    for (const Location& location : program_.locations) initial.push_back(location.initial);
    nodes_.swap(spare_nodes());
    Node& root = node(0);
    root.snapshots.fill(nullptr);
    root.state.graph.reset(initial, static_cast<int>(program_.threads.size()),
                           dependence_ == Dependence::syntactic);
    root.state.threads.fill({});
    root.state.exclusion_count = 0;
    root.state.speculation_count = 0;
    if (stacks_.size() < program_.threads.size()) stacks_.resize(program_.threads.size());
    checker_.start(root.checked, root.state.graph);
    visit(0);
    nodes_.swap(spare_nodes());
    return counts_;
  }

 private:
  struct Node {
    State state;
    typename Checker::State checked;
    /// Where each thread's run can be taken up: in `own`, or in that of a node above, which lives
    /// longer and does not change before this one is done. Null: at the start.
    std::array<const RunSnapshot*, kMaxThreads> snapshots{};
    std::vector<std::unique_ptr<RunSnapshot>> own;

    void copy(const Node& other) {
      state = other.state;
      checked = other.checked;
      std::copy_n(other.snapshots.begin(), other.state.graph.threads(), snapshots.begin());
    }
  };

  /// What can be done in a state. For a read: the write to read from, or kNoEvent to defer it. For
  /// a write: the write to stand behind. For a choice: the value. For the branch at which `thread`
  /// waits: its outcome.
  struct Options {
    EventNumber event = kNoEvent;
    int thread = -1;
    int count = 0;
    std::array<std::uint16_t, kMaxEvents + 1> targets;
  };

  /// Nodes that an earlier exploration on this thread has left: most programs are small, and to
  /// touch fresh memory costs several times what exploring them does.
  static std::vector<std::unique_ptr<Node>>& spare_nodes() {
    thread_local std::vector<std::unique_ptr<Node>> nodes;
    return nodes;
  }

  Node& node(std::size_t depth) {
    while (nodes_.size() <= depth) nodes_.push_back(std::make_unique_for_overwrite<Node>());
    return *nodes_[depth];
  }

  /// Explores what the state at `depth` stands for. Returns false when the exploration is to end.
  bool visit(std::size_t depth) {
    for (;;) {
      Node& here = node(depth);
      if (!run_threads(here)) return true;
      Options options;
      if (!pick_choice(here, options) && !pick_write(here, options, false) &&
          !pick_read(here, options) && !pick_write(here, options, true) &&
          !pick_branch(here, options))
        return finish(here);
      ++counts_.nodes;
      if (options.count == 0) {
        ++counts_.dead;
        return true;
      }
      for (int i = 0; i + 1 < options.count; ++i) {
        Node& child = node(depth + 1);
        child.copy(here);
        step(child, options, options.targets[static_cast<std::size_t>(i)]);
        if (!visit(depth + 1)) return false;
      }
      step(here, options, options.targets[static_cast<std::size_t>(options.count) - 1]);
    }
  }

  /// Runs the threads whose code can go on. Returns false when the state turns out to stand for no
  /// execution.
  bool run_threads(Node& here) {
    for (std::size_t t = 0; t < program_.threads.size(); ++t) {
      ThreadProgress& progress = here.state.threads[t];
      if (progress.stop.reason != StopReason::not_run) continue;
      if (kRunsAreResumable && dependence_ == Dependence::program_order)
        progress.stop = resume(here, t);
      else
        progress.stop = run_again(here, t);
      if (progress.stop.reason == StopReason::contradiction) {
        ++counts_.discarded;
        return false;
      }
      commit_thread(here, static_cast<ThreadId>(t));
    }
    return forced_reads_are_allowed(here.state);
  }

  /// A private read that was deferred while its thread could not tell what precedes it may have
  /// been resolved by the run of its thread: to a write that it must not read from, this state
  /// stands for nothing.
  bool forced_reads_are_allowed(State& state) {
    for (int i = state.exclusion_count; i-- > 0;) {
      const Exclusion exclusion = state.exclusions[static_cast<std::size_t>(i)];
      const Event& read = state.graph[exclusion.read];
      if (!read.materialised) continue;
      if (exclusion.writes.test(read.rf)) {
        ++counts_.discarded;
        return false;
      }
      state.drop_exclusion(exclusion.read);
    }
    return true;
  }

  Stop run_again(Node& here, std::size_t t) {
    ThreadRun run(program_, here.state.graph, static_cast<ThreadId>(t), dependence_,
                  here.state.speculated());
    const Stop stop = run.run();
    // Porf checkers are exact event by event; an event that a run forces cannot be refused by them.
    if (run.changed_the_past() && dependence_ == Dependence::syntactic) here.state.unchecked = true;
    return stop;
  }

  /// Porf models: takes the run up where it stopped.
  Stop resume(Node& here, std::size_t t) {
    const RunSnapshot*& snapshot = here.snapshots[t];
    const Stop stop = snapshot != nullptr
                          ? stacks_[t].resume(*snapshot, here.state.graph)
                          : stacks_[t].start(program_, here.state.graph, static_cast<ThreadId>(t));
    while (here.own.size() <= t) here.own.push_back(std::make_unique_for_overwrite<RunSnapshot>());
    const bool waits = stop.reason == StopReason::unresolved || stop.reason == StopReason::choice;
    snapshot = waits && stacks_[t].save(*here.own[t]) ? here.own[t].get() : nullptr;
    return stop;
  }

  /// Tells the checker of the events of thread `t` that have been materialised since, in program
  /// order.
  void commit_thread(Node& here, ThreadId t) {
    if (dependence_ != Dependence::program_order) return;
    ExecutionGraph& graph = here.state.graph;
    std::uint16_t& committed = here.state.threads[t].committed;
    while (committed < graph.slots(t)) {
      const EventNumber e = graph.at(t, committed);
      if (e == kNoEvent) {
        // An empty slot is passed once a later one is used: only a conditional operation leaves
        // holes.
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

  /// Picks the first ready write that no earlier write of its thread to the same location precedes
  /// in program order without a place: coherence would refuse most places until that one has its
  /// own. Writes to private locations are placed when their thread runs. As a last resort, any
  /// ready write: an earlier one may wait for something that depends on it.
  bool pick_write(Node& here, Options& options, bool last_resort) {
    ExecutionGraph& graph = here.state.graph;
    if (dependence_ == Dependence::program_order && all_placed(here.state)) return false;
    for (int e = graph.locations(); e < graph.size(); ++e) {
      const auto w = static_cast<EventNumber>(e);
      if (!here.state.ready(w)) continue;
      if (!last_resort && private_locations_.test(graph[w].location) && !overtaken(graph, w))
        continue;
      if (!last_resort && own_write_is_coming(here.state, w)) continue;
      options.event = w;
      const Event& write = graph[w];
      checker_.prepare(here.checked, graph);
      const bool atomic = write.rmw != kNoEvent && write.atomic;
      for (EventNumber behind = atomic ? graph[write.rmw].rf : graph.co_last(write.location);
           behind != kNoEvent; behind = graph[behind].co_prev) {
        ++counts_.checks;
        if (checker_.admits_write(here.checked, graph, w, behind))
          options.targets[static_cast<std::size_t>(options.count++)] = behind;
        if (atomic) break;
      }
      return true;
    }
    return false;
  }

  /// Porf models: true iff nothing is left to place, that is, each thread has been told of up to
  /// its end or up to the read that it waits for.
  bool all_placed(const State& state) const {
    for (std::size_t t = 0; t < program_.threads.size(); ++t) {
      const auto thread = static_cast<ThreadId>(t);
      const int slot = state.threads[t].committed;
      if (slot >= state.graph.slots(thread)) continue;
      const EventNumber e = state.graph.at(thread, slot);
      if (e == kNoEvent || state.graph[e].kind == EventKind::write) return false;
    }
    return true;
  }

  /// True iff a po-later write of the same thread already follows in coherence order.
  static bool overtaken(const ExecutionGraph& graph, EventNumber w) {
    const EventNumber last = graph.co_last(graph[w].location);
    return !graph.is_init(last) && graph[last].id.index > graph[w].id.index;
  }

  bool pick_read(Node& here, Options& options) {
    const EventNumber r = best_read(here.state);
    if (r == kNoEvent) return false;
    options.event = r;
    ExecutionGraph& graph = here.state.graph;
    checker_.prepare(here.checked, graph);
    const Exclusion* exclusion = here.state.exclusion_of(r);
    for (EventNumber w = graph.co_last(graph[r].location); w != kNoEvent; w = graph[w].co_prev) {
      if (!may_read(here.state, exclusion, r, w)) continue;
      ++counts_.checks;
      if (checker_.admits_read(here.checked, graph, r, w))
        options.targets[static_cast<std::size_t>(options.count++)] = w;
    }
    if (write_may_come(program_, here.state, r) && alive_when_deferred(here.state, r))
      options.targets[static_cast<std::size_t>(options.count++)] = kNoEvent;
    return true;
  }

  /// Nothing else can be done, but a thread waits at a branch: its outcome may be taken before the
  /// condition is known, since what stands behind the end of the branch does not depend on it.
  bool pick_branch(Node& here, Options& options) {
    if (dependence_ == Dependence::program_order ||
        here.state.speculation_count == kMaxSpeculations)
      return false;
    if (!prospects_.alive_by_speculation(here.state)) return false;
    for (std::size_t t = 0; t < program_.threads.size(); ++t) {
      const Stop& stop = here.state.threads[t].stop;
      if (stop.reason != StopReason::unresolved || !stop.at_branch) continue;
      options.thread = static_cast<int>(t);
      options.targets[0] = 0;
      options.targets[1] = 1;
      options.count = 2;
      return true;
    }
    return false;
  }

  /// True iff `w` is an option for read `r`, consistency apart.
  static bool may_read(const State& state, const Exclusion* exclusion, EventNumber r,
                       EventNumber w) {
    const Event& read = state.graph[r];
    if (read.compare == Compare::await_equal && state.graph[w].value != read.expected) return false;
    if (exclusion != nullptr && exclusion->writes.test(w)) return false;
    return !(read.claim == Claim::sure && read.atomic && state.claimed(w, r));
  }

  bool alive_when_deferred(State& state, EventNumber r) {
    const Exclusion before =
        state.exclusion_of(r) != nullptr ? *state.exclusion_of(r) : Exclusion{r, {}};
    state.exclude_present_writes(r);
    bool result = unresolvable_reads(program_, state).none();
    if (dependence_ == Dependence::syntactic)
      result = result ? prospects_.may_be_served(state, r) : prospects_.alive_by_speculation(state);
    state.restore_exclusion(before);
    return result;
  }

  /// The read to resolve next, among those that have an option: first one that no write to come can
  /// reach, then one that a thread waits for, then any, each in program order of the first thread.
  EventNumber best_read(const State& state) const {
    if (dependence_ == Dependence::program_order) return best_awaited_read(state);
    const ExecutionGraph& graph = state.graph;
    EventNumber best = kNoEvent;
    int best_rank = 4;
    EventSet awaited;
    for (std::size_t t = 0; t < program_.threads.size(); ++t)
      if (state.threads[t].stop.reason == StopReason::unresolved)
        awaited |= state.threads[t].stop.waiting_for;
    for (std::size_t t = 0; t < program_.threads.size(); ++t) {
      for (int slot = state.threads[t].committed; slot < graph.slots(static_cast<ThreadId>(t));
           ++slot) {
        const EventNumber r = graph.at(static_cast<ThreadId>(t), slot);
        if (r == kNoEvent || graph[r].kind != EventKind::read || graph[r].materialised ||
            graph[r].location == kNoLocation)
          continue;
        if (!has_option(state, r)) continue;
        int rank = 2;
        if (own_write_is_coming(state, r))
          rank = 3;
        else if (!write_may_come(program_, state, r))
          rank = 0;
        else if (awaited.test(r))
          rank = 1;
        if (rank < best_rank) {
          best = r;
          best_rank = rank;
        }
      }
    }
    return best;
  }

  /// The same for porf models: the unresolved reads are those that threads wait for.
  EventNumber best_awaited_read(const State& state) const {
    EventNumber best = kNoEvent;
    for (std::size_t t = 0; t < program_.threads.size(); ++t) {
      if (state.threads[t].stop.reason != StopReason::unresolved) continue;
      const auto r = static_cast<EventNumber>(state.threads[t].stop.waiting_for.first());
      const bool may_come = write_may_come(program_, state, r);
      if ((best != kNoEvent && may_come) || !has_option(state, r)) continue;
      if (!may_come) return r;
      best = r;
    }
    return best;
  }

  static bool has_option(const State& state, EventNumber r) {
    const Exclusion* exclusion = state.exclusion_of(r);
    for (EventNumber w = state.graph.co_last(state.graph[r].location); w != kNoEvent;
         w = state.graph[w].co_prev)
      if (may_read(state, exclusion, r, w)) return true;
    return false;
  }

  /// True iff a write of the same thread to the same location stands before access `e` and has no
  /// place yet: what is done with `e` before would mostly be refused later.
  bool own_write_is_coming(const State& state, EventNumber e) const {
    if (dependence_ == Dependence::program_order) return false;
    const Event& access = state.graph[e];
    for (int slot = 0; slot < access.id.index; ++slot) {
      const EventNumber w = state.graph.at(access.id.thread, slot);
      if (w == kNoEvent || w == access.rmw || state.graph[w].materialised) continue;
      const Event& event = state.graph[w];
      const bool writes = event.kind == EventKind::write || event.claim != Claim::none;
      if (writes && event.location == access.location) return true;
    }
    return false;
  }

  /// Does what option `target` says.
  void step(Node& here, const Options& options, std::uint16_t target) {
    State& state = here.state;
    ExecutionGraph& graph = state.graph;
    if (options.thread >= 0) {
      Stop& stop = state.threads[static_cast<std::size_t>(options.thread)].stop;
      state.speculations[static_cast<std::size_t>(state.speculation_count++)] = {
          static_cast<ThreadId>(options.thread), stop.branch, target == 1};
      stop.reason = StopReason::not_run;
      return;
    }
    const EventNumber event = options.event;
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
      if (stop.reason == StopReason::assumption_failed)
        its = Ending::blocked;
      else if (stop.reason == StopReason::bound_reached)
        its = Ending::cut;
      else if (stop.reason == StopReason::fault)
        its = Ending::fault;
      else
        return dead_end();
      if (its > ending) {
        ending = its;
        text = stop.text;
      }
    }
    for (int e = graph.locations(); e < graph.size(); ++e) {
      const Event& event = graph[static_cast<EventNumber>(e)];
      // The access that a fault stopped has no location.
      if (!event.materialised && !(ending == Ending::fault && event.location == kNoLocation))
        return dead_end();
    }
    if (state.unchecked) {
      ++counts_.checks;
      if (!checker_.consistent(here.state.graph)) return dead_end();
    }
    if (ending == Ending::complete && !exactly_consistent(graph)) return dead_end();
    return count(graph, ending, text);
  }

  /// The last word of a checker whose answers about unfinished graphs are generous.
  bool exactly_consistent(const ExecutionGraph& graph) {
    if constexpr (requires { checker_.consistent_when_complete(graph); }) {
      if (checker_.exact_only_when_complete()) {
        ++counts_.checks;
        return checker_.consistent_when_complete(graph);
      }
    }
    return true;
  }

  bool dead_end() {
    ++counts_.dead;
    return true;
  }

  /// A resumed run does not see what its code would do before the place where it stopped: that it
  /// would do the same again is checked on executions 1, 2, 4, 8, …
  void check_determinism(const ExecutionGraph& graph, std::uint64_t executions) {
    if (!kRunsAreResumable || dependence_ != Dependence::program_order ||
        !std::has_single_bit(executions))
      return;
    ExecutionGraph copy = graph;
    for (std::size_t t = 0; t < program_.threads.size(); ++t)
      ThreadRun(program_, copy, static_cast<ThreadId>(t), dependence_).run();
    if (copy.size() != graph.size())
      throw InputError(
          {program_.name, 0, 0, "the code is not deterministic in the values that it reads"});
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
    check_determinism(graph, counts_.complete + counts_.blocked + counts_.cut + counts_.faults);
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
  Prospects<Checker> prospects_;
  std::vector<std::unique_ptr<Node>> nodes_;
  std::vector<ResumableRun>& stacks_ = ResumableRun::of_this_thread();  ///< used for porf models
};

}  // namespace ringcheck
