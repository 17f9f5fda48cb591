#pragma once
// What to do next in a state of the exploration.

#include <algorithm>

#include "explore/alive.hpp"
#include "explore/early_writes.hpp"
#include "explore/lost_in_order.hpp"
#include "explore/node.hpp"
#include "explore/prospects.hpp"
#include "explore/stepper.hpp"
#include "graph/check.hpp"

namespace ringcheck {

/// Picks what to go on with: a choice, a write that is ready, a read, or a branch whose outcome is
/// speculated. The pick decides only the cost of an exploration: the options of any pick are
/// disjoint and cover what the state stands for. Source: docs/exploration.md.
template <ConsistencyChecker Checker>
class Picker {
  using Node = ringcheck::Node<Checker>;

 public:
  /// `checks` counts the consistency questions asked.
  Picker(const Program& program, Checker& checker, Dependence dependence, std::uint64_t& checks)
      : program_(program),
        private_locations_(program.private_locations()),
        checker_(checker),
        dependence_(dependence),
        checks_(checks),
        prospects_(program, checker, checks),
        early_writes_(program, checker),
        lost_in_order_(program) {}

  /// Fills in the options of `here`. Returns false when there is nothing to pick.
  bool pick(Node& here) {
    here.options.clear();
    if (here.ended) return false;
    return pick_choice(here) || pick_write(here, false) || pick_read(here) ||
           pick_write(here, true) || pick_branch(here) || pick_barred(here);
  }

  /// Lets the threads of `here` run, after a step has just led there. Returns false if `here`
  /// stands for no execution.
  bool reach(Node& here, Stepper<Checker>& stepper) {
    const bool was_in_order = here.state.in_order;
    if (!stepper.run_threads(here)) return false;
    if (here.state.in_order) {
      if (dependence_ == Dependence::program_order) return still_alive_in_order(here);
      const EventSet lost = lost_in_order(here.state);
      if (lost.none()) return true;
      if (!early_writes_.are_possible(here.state, here.histories, lost)) return false;
      return stepper.leave_order(here) && may_go_on_without_order(here);
    }
    return was_in_order ? may_go_on_without_order(here)
                        : still_alive(here, stepper.a_thread_ended());
  }

 private:
  /// False if some deferred read can no longer be served. Looks only at what a step may have
  /// changed: whether a thread that has ended was to serve a read and, once branches are
  /// speculated, whether what threads do after them leaves a write to come that the read may read
  /// from.
  bool still_alive(Node& here, bool a_thread_ended) {
    State& state = here.state;
    if (state.exclusions.empty() || some_thread_stopped_for(state, StopReason::choice)) return true;
    if (!a_thread_ended && state.speculation_count == 0) return true;
    checker_.prepare(here.checked(), state.graph);
    expect_extensions(state.graph);
    if (a_thread_ended && !is_alive(state)) return false;
    return state.speculation_count == 0 || exclusions_may_be_served(here);
  }

  /// The same for porf models.
  bool still_alive_in_order(const Node& here) {
    const State& state = here.state;
    if (state.exclusions.empty() || some_thread_stopped_for(state, StopReason::choice)) return true;
    const bool some_claim = std::ranges::any_of(state.exclusions, [&](const Exclusion& exclusion) {
      return state.graph[exclusion.read].claim != Claim::none;
    });
    if (!some_claim && !some_thread_stopped_for(state, StopReason::finished)) return true;
    return without_endless_waits(state, some_claim ? lost_in_order_.find(state, here.histories)
                                                   : unresolvable_reads(program_, state))
        .none();
  }

  /// The reads for which threads wait in vain as long as all wait in order.
  EventSet lost_in_order(const State& state) const {
    if (some_thread_stopped_for(state, StopReason::choice)) return {};
    return without_endless_waits(state, unresolvable_reads(program_, state));
  }

  /// The reads of `lost` whose threads may not wait for ever.
  static EventSet without_endless_waits(const State& state, EventSet lost) {
    if (lost.none()) return lost;
    for_each(EventSet(lost), [&](int e) {
      const auto r = static_cast<EventNumber>(e);
      if (state.is_barred(r) || state.may_wait_for_ever(r)) lost.reset(e);
    });
    return lost;
  }

  /// The questions of still_alive() and more, about all of a state that has just left order.
  bool may_go_on_without_order(Node& here) {
    State& state = here.state;
    if (some_thread_stopped_for(state, StopReason::choice)) return true;
    checker_.prepare(here.checked(), state.graph);
    expect_extensions(state.graph);
    return is_alive(state) && exclusions_may_be_served(here);
  }

  /// False if not even threads that speculate can serve the reads of `state`, which has left order.
  /// Pre: the checker is prepared for the graph, and expects extensions.
  bool is_alive(State& state) {
    if (!state.alive) state.alive = prospects_.alive_by_speculation(state);
    return state.alive;
  }

  /// Pre: the checker is prepared for the graph.
  bool exclusions_may_be_served(Node& here) {
    for (const Exclusion& exclusion : here.state.exclusions) {
      const EventNumber r = exclusion.read;
      if (!may_read_what_is_there(here, r) && !prospects_.may_be_served(here.state, r))
        return false;
    }
    return true;
  }

  bool pick_choice(Node& here) const {
    Options& options = here.options;
    for (std::size_t t = 0; t < program_.threads.size(); ++t) {
      const Stop& stop = here.state.threads[t].stop;
      if (stop.reason != StopReason::choice) continue;
      options.event = stop.waiting;
      const std::uint64_t n = here.state.graph[stop.waiting].value;
      RC_CHECK(n >= 1 && n <= kMaxEvents, "a choice among too many values");
      for (std::uint64_t v = 0; v < n; ++v) options.add(static_cast<std::uint16_t>(v));
      return true;
    }
    return false;
  }

  /// Picks the first ready write with no earlier unplaced write of its thread to the same location:
  /// until that one has its place, coherence would refuse most places. Writes to private locations
  /// are placed when their thread runs. As a last resort, any ready write: an earlier one may wait
  /// for something that depends on it.
  bool pick_write(Node& here, bool last_resort) {
    Options& options = here.options;
    ExecutionGraph& graph = here.state.graph;
    if (here.state.in_order && !here.unplaced) return false;
    for (int e = graph.locations(); e < graph.size(); ++e) {
      const auto w = static_cast<EventNumber>(e);
      if (!here.state.ready(w)) continue;
      if (!last_resort && private_locations_.test(graph[w].location) && !overtaken(graph, w))
        continue;
      if (!last_resort && (own_write_is_coming(here.state, w) || after_open_lock(here.state, w)))
        continue;
      options.event = w;
      const Event& write = graph[w];
      checker_.prepare(here.checked(), graph);
      const bool atomic = write.rmw != kNoEvent && write.atomic;
      for (EventNumber predecessor = atomic ? graph[write.rmw].rf : graph.co_last(write.location);
           predecessor != kNoEvent; predecessor = graph[predecessor].co_prev) {
        ++checks_;
        if (checker_.admits_write(here.checked(), graph, w, predecessor)) options.add(predecessor);
        if (atomic) break;
      }
      return true;
    }
    return false;
  }

  /// True iff a po-later write of the same thread already follows in coherence order.
  static bool overtaken(const ExecutionGraph& graph, EventNumber w) {
    const EventNumber last = graph.co_last(graph[w].location);
    return !graph.is_init(last) && graph[last].id.index > graph[w].id.index;
  }

  bool pick_read(Node& here) {
    for (EventNumber r = best_read(here.state); r != kNoEvent; r = best_read(here.state)) {
      find_options(here, r);
      if (here.options.count > 0 || !here.state.may_wait_for_ever(r)) return true;
      here.state.exclude_present_writes(r);
    }
    return false;
  }

  /// Fills in the options of read `r`.
  void find_options(Node& here, EventNumber r) {
    Options& options = here.options;
    options.event = r;
    ExecutionGraph& graph = here.state.graph;
    checker_.prepare(here.checked(), graph);
    here.state.for_each_option(r, [&](EventNumber w) {
      ++checks_;
      if (!checker_.admits_read(here.checked(), graph, r, w)) return !refuses_earlier(here, r, w);
      options.add(w);
      return true;
    });
    const bool may_be_deferred = here.state.is_barred(r) || write_may_come(program_, here.state, r);
    if (may_be_deferred && alive_when_deferred(here, r)) options.add(kNoEvent);
  }

  /// Picks a branch at which a thread waits, when nothing else can be done: its outcome may be
  /// taken before the condition is known, since what stands after the end of the branch does not
  /// depend on it.
  bool pick_branch(Node& here) {
    Options& options = here.options;
    if (here.state.in_order || here.state.speculation_count == kMaxSpeculations) return false;
    if (!here.state.alive) {
      checker_.prepare(here.checked(), here.state.graph);
      expect_extensions(here.state.graph);
      if (!is_alive(here.state)) return false;
    }
    for (std::size_t t = 0; t < program_.threads.size(); ++t) {
      const Stop& stop = here.state.threads[t].stop;
      if (stop.reason != StopReason::unresolved || !stop.at_branch) continue;
      options.thread = static_cast<int>(t);
      options.add(0);
      options.add(1);
      return true;
    }
    return false;
  }

  /// Picks a read that waits for the end of a value, when nothing else can be done: the end will
  /// not come, and the read gets that value.
  bool pick_barred(Node& here) const {
    Options& options = here.options;
    const State& state = here.state;
    for (std::size_t t = 0; state.in_order && t < program_.threads.size(); ++t) {
      const Stop& stop = state.threads[t].stop;
      if (stop.reason != StopReason::unresolved || !state.is_barred(stop.waiting)) continue;
      options.event = stop.waiting;
      options.add(state.graph.co_last(state.graph[stop.waiting].location));
      return true;
    }
    return false;
  }

  [[nodiscard]] bool some_thread_stopped_for(const State& state, StopReason reason) const {
    for (std::size_t t = 0; t < program_.threads.size(); ++t)
      if (state.threads[t].stop.reason == reason) return true;
    return false;
  }

  /// True iff the model admits that `r` reads from some write that is there.
  bool may_read_what_is_there(Node& here, EventNumber r) {
    bool may = false;
    here.state.for_each_option(r, [&](EventNumber w) {
      ++checks_;
      may = checker_.admits_read(here.checked(), here.state.graph, r, w);
      return !may && !refuses_earlier(here, r, w);
    });
    return may;
  }

  /// True if the checker, having refused that `r` reads from `w`, is known to refuse all writes
  /// before `w` in coherence order too.
  [[nodiscard]] bool refuses_earlier(const Node& here, EventNumber r, EventNumber w) const {
    if constexpr (requires { checker_.refuses_earlier(here.checked(), here.state.graph, r, w); })
      return checker_.refuses_earlier(here.checked(), here.state.graph, r, w);
    return false;
  }

  /// Tells the checker that questions about possible extensions follow.
  /// Pre: it is prepared for `graph`.
  void expect_extensions(const ExecutionGraph& graph) {
    if constexpr (requires { checker_.expect_extensions(graph); })
      checker_.expect_extensions(graph);
  }

  /// The reads of `lost`, the lost ones if `r` is deferred, whose threads may not wait for ever.
  static EventSet lost_when_deferred(const State& state, const EventSet& lost, EventNumber r) {
    EventSet rest = without_endless_waits(state, lost);
    if (lost.test(r) && !state.is_barred(r)) rest.set(r);
    return rest;
  }

  /// Pre: the checker is prepared for the graph.
  bool alive_when_deferred(Node& here, EventNumber r) {
    State& state = here.state;
    EventSet lost = lost_when_deferred(state, unresolvable_reads(program_, state, {}, r), r);
    if (state.in_order) {
      if (lost.none() && dependence_ == Dependence::program_order &&
          state.graph[r].claim != Claim::none)
        lost = lost_when_deferred(state, lost_in_order_.find(state, here.histories, r), r);
      if (lost.none()) return true;
      if (dependence_ == Dependence::program_order) return false;
      return early_writes_.are_possible(state, here.histories, lost);
    }
    const Exclusion before =
        state.exclusion_of(r) != nullptr ? *state.exclusion_of(r) : Exclusion{r, 0, {}};
    state.exclude_present_writes(r);
    expect_extensions(state.graph);
    const bool alive =
        lost.none() ? prospects_.may_be_served(state, r) : prospects_.alive_by_speculation(state);
    state.restore_exclusion(before);
    return alive;
  }

  /// The read to resolve next, among those with an option: first one that no write to come can
  /// reach, then one for which a thread waits (a spin_lock too), then any; each time the first in
  /// program order of the first thread.
  EventNumber best_read(const State& state) const {
    if (state.in_order) return best_awaited_read(state);
    const ExecutionGraph& graph = state.graph;
    EventNumber best = kNoEvent;
    int best_rank = 4;
    EventSet awaited;
    for (std::size_t t = 0; t < program_.threads.size(); ++t)
      if (state.threads[t].stop.reason == StopReason::unresolved) awaited |= state.waiting_for[t];
    for (std::size_t t = 0; t < program_.threads.size(); ++t) {
      for (int slot = state.threads[t].committed; slot < graph.slots(static_cast<ThreadId>(t));
           ++slot) {
        const EventNumber r = graph.at(static_cast<ThreadId>(t), slot);
        if (r == kNoEvent || graph[r].kind != EventKind::read || graph[r].materialised ||
            graph[r].location == kNoLocation)
          continue;
        if (!state.has_option(r)) continue;
        int rank = 2;
        if (own_write_is_coming(state, r) || after_open_lock(state, r))
          rank = 3;
        else if (!write_may_come(program_, state, r))
          rank = 0;
        else if (awaited.test(r) || graph[r].compare == Compare::await_equal)
          rank = 1;
        if (rank < best_rank) {
          best = r;
          best_rank = rank;
        }
      }
    }
    return best;
  }

  /// The same if threads wait in order: the unresolved reads are those that threads wait for.
  EventNumber best_awaited_read(const State& state) const {
    EventNumber best = kNoEvent;
    for (std::size_t t = 0; t < program_.threads.size(); ++t) {
      if (state.threads[t].stop.reason != StopReason::unresolved) continue;
      const auto r = state.threads[t].stop.waiting;
      const bool may_come = write_may_come(program_, state, r);
      if ((best != kNoEvent && may_come) || !state.has_option(r)) continue;
      if (!may_come) return r;
      best = r;
    }
    return best;
  }

  /// True iff a write of the same thread to the same location stands before access `e` and has no
  /// place yet: what is done with `e` before that is placed would mostly be refused later.
  bool own_write_is_coming(const State& state, EventNumber e) const {
    if (state.in_order) return false;
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

  /// True iff access `e` is in a critical section that its thread has not entered: what is done
  /// with `e` before the lock is taken would mostly be refused later.
  bool after_open_lock(const State& state, EventNumber e) const {
    return !state.in_order && state.after_open_lock(state.graph[e].id);
  }

  const Program& program_;
  const LocationSet private_locations_;
  Checker& checker_;
  Dependence dependence_;
  std::uint64_t& checks_;
  Prospects<Checker> prospects_;
  EarlyWrites<Checker> early_writes_;
  LostInOrder lost_in_order_;
};

}  // namespace ringcheck
