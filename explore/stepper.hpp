#pragma once
// What happens in a step of the exploration: thread code runs, and an option is taken.

#include <utility>

#include "explore/ending.hpp"
#include "explore/explore.hpp"
#include "explore/known_runs.hpp"
#include "explore/node.hpp"
#include "explore/own_stack.hpp"
#include "explore/path_watch.hpp"
#include "graph/diagnostic.hpp"

namespace ringcheck {

/// How a state with nothing left to pick ended: an execution, or a dead end.
struct Leaf {
  bool dead = false;
  Ending ending = Ending::complete;
  const char* text = "";  ///< cut, fault: what happened
};

/// Takes an exploration from one state to the next. Holds the stacks of resumable runs, so each
/// thread of the machine needs its own.
template <ConsistencyChecker Checker>
class Stepper {
  using Node = ringcheck::Node<Checker>;

 public:
  Stepper(const Program& program, Checker& checker, Dependence dependence, bool in_order = true)
      : program_(program),
        checker_(checker),
        dependence_(dependence),
        starts_in_order_(in_order || dependence == Dependence::program_order),
        private_locations_(program.private_locations()),
        stacks_(ResumableRun::of_this_thread()) {
    if (stacks_.size() < program.threads.size()) stacks_.resize(program.threads.size());
    for (const Thread& thread : program.threads)
      resumed_.push_back(stacks_can_be_copied() && !thread.unwinds);
  }

  /// Makes `root` the state that stands for all executions of the program.
  void start(Node& root) {
    root.state.graph.reset(program_.initial_values(), static_cast<int>(program_.threads.size()),
                           dependence_ == Dependence::syntactic);
    root.state.threads.assign(program_.threads.size(), {});
    root.state.waiting_for.assign(
        dependence_ == Dependence::syntactic ? program_.threads.size() : 0, {});
    root.state.exclusions.clear();
    root.state.speculation_count = 0;
    root.state.in_order = starts_in_order_;
    root.state.alive = root.state.unchecked = false;
    root.snapshots.assign(program_.threads.size(), nullptr);
    root.histories.clear();
    for (std::size_t t = 0; t < program_.threads.size(); ++t)
      root.histories.push_back(ValueHistory::of_thread(static_cast<ThreadId>(t)));
    root.weight = 1;
    root.begin();
    typename Checker::State& checked = root.new_checked();
    checker_.start(checked, root.state.graph);
    if constexpr (requires { checker_.follow(checked, root.state.graph); })
      if (starts_in_order_) checker_.follow(checked, root.state.graph);
  }

  /// Runs the threads whose code can go on. Returns false if the state turns out to stand for no
  /// execution.
  bool run_threads(Node& here) {
    a_thread_ended_ = false;
    here.ended = false;
    for (std::size_t t = 0; t < program_.threads.size(); ++t) {
      ThreadProgress& progress = here.state.threads[t];
      if (progress.stop.reason != StopReason::not_run) continue;
      here.state.alive = false;
      progress.stop = here.state.in_order ? run_in_order(here, t) : run_again(here, t);
      if (progress.stop.reason == StopReason::contradiction) return false;
      if (progress.stop.reason == StopReason::finished) a_thread_ended_ = true;
    }
    if (here.state.in_order) {
      here.ended = here.state.has_ended();
      // No question follows.
      if (!here.ended) commit_all(here);
    }
    return here.state.allows_forced_reads();
  }

  /// Lets the threads of `here`, which wait in order, run on beyond the loads that they wait for.
  /// Returns false if the state turns out to stand for no execution.
  bool leave_order(Node& here) {
    here.state.in_order = false;
    if constexpr (requires { checker_.stop_following(here.own_checked()); })
      checker_.stop_following(here.own_checked());
    for (ThreadProgress& progress : here.state.threads)
      if (progress.stop.reason == StopReason::unresolved) progress.stop = {};
    return run_threads(here);
  }

  /// Makes runs that wait in order tell `told` what they say and declare. Pre: can_tell().
  void tell(PartsTold* told) { told_ = told; }
  /// True iff it is known of each run that waits in order what the code did with its values: if
  /// stacks are copied, or dependencies kept.
  [[nodiscard]] bool can_tell() const {
    if (dependence_ == Dependence::syntactic) return true;
    for (std::size_t t = 0; t < program_.threads.size(); ++t)
      if (!resumed_[t]) return false;
    return true;
  }

  /// True iff some thread ended in the last run_threads().
  [[nodiscard]] bool a_thread_ended() const { return a_thread_ended_; }

  /// Does what option `target` says.
  /// Pre: `target` is one of the options of the node that `here` is or is a copy of.
  void step(Node& here, const Options& options, std::uint16_t target) {
    State& state = here.state;
    ExecutionGraph& graph = state.graph;
    state.alive = false;
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
      note_value(here, t, target);
      state.threads[t].stop.reason = StopReason::not_run;
      return;
    }
    if (e.kind == EventKind::write) {
      graph.place_write(event, target);
      state.unchecked = false;
      return;
    }
    if (target == kNoEvent) {
      state.exclude_present_writes(event);
      state.alive = !state.in_order;  // else deferring would be no option
      return;
    }
    graph.resolve_read(event, target);
    note_value(here, t, graph[event].value);
    state.drop_exclusion(event);
    state.unchecked = false;
    state.threads[t].stop.reason = StopReason::not_run;
  }

  /// True iff `here` becomes an execution once read `here.options.event` reads from write `target`,
  /// and it is known how the read's thread then ends.
  [[nodiscard]] bool ends_with(const Node& here, std::uint16_t target) const {
    const State& state = here.state;
    if (!state.in_order || here.unplaced || here.options.event == kNoEvent || target == kNoEvent)
      return false;
    const Event& read = state.graph[here.options.event];
    if (read.kind != EventKind::read || read.claim != Claim::none || read.compare != Compare::none)
      return false;
    for (std::size_t t = 0; t < program_.threads.size(); ++t)
      if (t != read.id.thread && !ending_of(state.threads[t].stop.reason)) return false;
    ValueHistory history = here.histories[read.id.thread];
    history.add(state.graph[target].value);
    return known_.ends(state.graph, history);
  }

  /// Makes the execution of which ends_with() tells out of `here`, calls `use(leaf)`, and takes the
  /// execution back. Returns what `use` returns.
  template <class Use>
  auto end_with(Node& here, std::uint16_t target, std::uint64_t& checks, Use&& use) {
    State& state = here.state;
    ExecutionGraph& graph = state.graph;
    const EventNumber r = here.options.event;
    const ThreadId t = graph[r].id.thread;
    const int before = graph.size();
    const int slots = graph.slots(t);
    graph.resolve_read(r, target);
    ValueHistory history = here.histories[t];
    history.add(graph[r].value);
    const Stop stop = std::exchange(state.threads[t].stop, *known_.repeat(graph, t, history));
    const bool unchecked = std::exchange(
        state.unchecked, dependence_ == Dependence::syntactic && graph.size() > before);
    here.ended = true;
    const auto result = use(leaf(here, checks));
    here.ended = false;
    state.unchecked = unchecked;
    state.threads[t].stop = stop;
    KnownRuns::take_back(graph, before, t, slots);
    graph.unresolve_read(r);
    return result;
  }

  /// What a state with nothing to pick is. `checks` counts the consistency questions.
  Leaf leaf(const Node& here, std::uint64_t& checks) {
    const State& state = here.state;
    const ExecutionGraph& graph = state.graph;
    Leaf leaf;
    const auto waits_for_ever = [&](EventNumber r) { return state.may_wait_for_ever(r); };
    for (std::size_t t = 0; t < program_.threads.size(); ++t) {
      const Stop& stop = state.threads[t].stop;
      if (stop.reason == StopReason::unresolved && state.in_order && waits_for_ever(stop.waiting))
        continue;
      const std::optional<Ending> its = ending_of(stop.reason);
      if (!its) return {true};
      if (*its > leaf.ending) {
        leaf.ending = *its;
        leaf.text = stop.text;
      }
    }
    for (int e = here.ended ? graph.size() : graph.locations(); e < graph.size(); ++e) {
      const Event& event = graph[static_cast<EventNumber>(e)];
      // The access that a fault stopped has no location, and neither has what comes after it.
      const bool stays_open = leaf.ending == Ending::fault && event.location == kNoLocation;
      if (event.materialised || stays_open || waits_for_ever(static_cast<EventNumber>(e))) continue;
      return {true};
    }
    if (state.unchecked) {
      ++checks;
      if (!is_consistent_for_sure(here) && !checker_.consistent(graph)) return {true};
    }
    if (leaf.ending == Ending::complete && !exactly_consistent(graph, checks)) return {true};
    return leaf;
  }

  /// A resumed run does not see what its code would do before the place where it stopped. This runs
  /// the code over a whole execution again. Errors: InputError if the code does something else.
  void check_determinism(const ExecutionGraph& graph) const {
    if (!starts_in_order_) return;
    ExecutionGraph copy = graph;
    Transcript unused;  // Code may keep something for resumed runs, which say nothing.
    for (std::size_t t = 0; t < program_.threads.size(); ++t)
      if (resumed_[t]) {
        ThreadRun run(program_, copy, static_cast<ThreadId>(t), dependence_, {}, &unused);
        run.wait_in_order();
        run.run();
      }
    if (copy.size() != graph.size())
      throw InputError(
          {program_.name, 0, 0, "the code is not deterministic in the values that it reads"});
  }

 private:
  /// True if what was committed on the way here shows that the graph is consistent.
  bool is_consistent_for_sure(const Node& here) const {
    if constexpr (requires { checker_.is_consistent(here.checked(), here.state.graph); }) {
      if (!here.state.in_order) return false;
      return rest_is_forced(here) && checker_.is_consistent(here.checked(), here.state.graph);
    }
    return false;
  }

  /// True iff all that is not committed is one event that the checker admits plainly, and what runs
  /// add by themselves: fences and accesses to the thread's own locations, which close no cycle.
  bool rest_is_forced(const Node& here) const {
    const ExecutionGraph& graph = here.state.graph;
    bool is_one = true;
    for (std::size_t t = 0; t < program_.threads.size(); ++t) {
      const auto thread = static_cast<ThreadId>(t);
      bool first = true;
      for (int slot = here.state.threads[t].committed; slot < graph.slots(thread); ++slot) {
        const EventNumber e = graph.at(thread, slot);
        if (e == kNoEvent) continue;
        // A read that waits for ever, or an access that a fault stopped: the thread's last event.
        if (!graph[e].materialised) break;
        const bool comes_next = std::exchange(first, false);
        if (graph[e].location == kNoLocation || private_locations_.test(graph[e].location))
          continue;
        if (!std::exchange(is_one, false) || !comes_next ||
            !checker_.admits_commit(here.checked(), graph, e))
          return false;
      }
    }
    return true;
  }

  /// The last word of a checker whose answers about unfinished graphs are generous.
  bool exactly_consistent(const ExecutionGraph& graph, std::uint64_t& checks) {
    if constexpr (requires { checker_.consistent_when_complete(graph); }) {
      if (checker_.exact_only_when_complete()) {
        ++checks;
        return checker_.consistent_when_complete(graph);
      }
    }
    return true;
  }

  /// Notes that thread `t` has got `value`.
  void note_value(Node& here, ThreadId t, std::uint64_t value) {
    if (here.state.in_order) here.histories[t].add(value);
  }

  Stop run_in_order(Node& here, std::size_t t) {
    const bool tracks = dependence_ == Dependence::syntactic;
    if (!tracks && !resumed_[t]) return run_again(here, t);
    const int events = here.state.graph.size();
    const Stop stop = resume(here, t);
    if (tracks && here.state.graph.size() > events) here.state.unchecked = true;
    return stop;
  }

  /// Runs thread `t` from its start. `listener`, if not null, gets what the run says.
  Stop run_again(Node& here, std::size_t t, Transcript* listener = nullptr) {
    ThreadRun run(program_, here.state.graph, static_cast<ThreadId>(t), dependence_,
                  here.state.speculated(), listener);
    const int events = here.state.graph.size();
    if (here.state.in_order) run.wait_in_order();
    const Stop stop = run.run();
    if (listener != nullptr) told_->note(here.histories[t], run.declared_state(), true);
    if (here.state.in_order) return stop;
    if (dependence_ == Dependence::syntactic) here.state.waiting_for[t] = run.waiting_for();
    // Porf checkers are exact event by event, and cannot refuse an event that a run forces. Others
    // have not seen what a run adds: fences after the last access, such as those of a grace period
    // within its own section, get no question of their own.
    const bool changed = run.changed_the_past() || here.state.graph.size() > events;
    if (changed && dependence_ == Dependence::syntactic) here.state.unchecked = true;
    return stop;
  }

  /// Runs thread `t` from its start, now and from here on. Notes what it adds to `before` events.
  Stop run_and_note(Node& here, std::size_t t, int before) {
    resumed_[t] = false;
    here.snapshots[t] = nullptr;
    const Stop stop = run_again(here, t, told_ == nullptr ? nullptr : told_->listen());
    known_.note(here.state.graph, static_cast<ThreadId>(t), here.histories[t], before, stop, false);
    return stop;
  }

  /// Repeats what the run did with these values before, or resumes it where it stopped.
  Stop resume(Node& here, std::size_t t) {
    const auto thread = static_cast<ThreadId>(t);
    ExecutionGraph& graph = here.state.graph;
    const RunSnapshot*& snapshot = here.snapshots[t];
    const ValueHistory& history = here.histories[t];
    if (const auto known = known_.repeat(graph, thread, history)) {
      snapshot = nullptr;
      return *known;
    }
    const int before = graph.size();
    if (!resumed_[t]) return run_and_note(here, t, before);
    Transcript* const listener = told_ == nullptr ? nullptr : told_->listen();
    const bool begins = snapshot == nullptr;
    const Stop stop = begins ? stacks_[t].start(program_, graph, thread, listener, dependence_)
                             : stacks_[t].resume(*snapshot, graph);
    if (stop.out_of_sources) return run_and_note(here, t, before);
    if (told_ != nullptr) told_->note(history, stacks_[t].declared_state(), begins);
    known_.note(graph, thread, history, before, stop, begins);
    if (here.own.size() <= t) here.own.resize(t + 1);
    if (here.own[t] == nullptr) here.own[t] = std::make_unique_for_overwrite<RunSnapshot>();
    const bool waits = stop.reason == StopReason::unresolved || stop.reason == StopReason::choice;
    snapshot = waits && stacks_[t].save(*here.own[t]) ? here.own[t].get() : nullptr;
    return stop;
  }

  /// Tells the checker of all events materialised since the last call.
  void commit_all(Node& here) {
    here.unplaced = false;
    for (std::size_t t = 0; t < program_.threads.size(); ++t)
      if (!commit_thread(here, static_cast<ThreadId>(t))) here.unplaced = true;
  }

  /// The same for thread `t`, in program order. Returns false if it then stands before a write.
  bool commit_thread(Node& here, ThreadId t) {
    const ExecutionGraph& graph = here.state.graph;
    std::uint16_t& committed = here.state.threads[t].committed;
    while (committed < graph.slots(t)) {
      const EventNumber e = graph.at(t, committed);
      if (e == kNoEvent) {
        // Passes an empty slot once a later one is used: only a conditional operation leaves holes.
        if (next_used_slot(graph, t, committed) == kNoEvent) return false;
        ++committed;
        continue;
      }
      if (!graph[e].materialised) return graph[e].kind != EventKind::write;
      if (graph[e].kind != EventKind::choice) checker_.commit(here.own_checked(), graph, e);
      ++committed;
    }
    return true;
  }

  const Program& program_;
  Checker& checker_;
  Dependence dependence_;
  const bool starts_in_order_;
  const LocationSet private_locations_;
  std::deque<ResumableRun>& stacks_;
  KnownRuns known_;
  PartsTold* told_ = nullptr;  ///< gets what runs say; may be null
  /// By thread: when it waits in order it goes on from a copy of its stack, instead of running from
  /// its start again. False once it has more loads than such a copy can tell apart.
  std::vector<bool> resumed_;
  bool a_thread_ended_ = false;
};

}  // namespace ringcheck
