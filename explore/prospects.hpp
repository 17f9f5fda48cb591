#pragma once
// What may still serve a deferred read, judged by consistency: prunes deferrals that lead nowhere.

#include <boost/container/small_vector.hpp>
#include <limits>
#include <span>
#include <utility>

#include "explore/alive.hpp"
#include "explore/later_writes.hpp"
#include "explore/state.hpp"
#include "models/checker.hpp"

namespace ringcheck {

/// Asks whether an unresolved read could read from a write that is not there yet, if that write had
/// no more order than every completion must give it. A read for which even that is inconsistent
/// need not be deferred. For models with Dependence::syntactic; under porf models a write to come
/// can always stand last. Source: docs/exploration.md, "alive".
template <ConsistencyChecker Checker>
class Prospects {
 public:
  Prospects(const Program& program, Checker& checker, std::uint64_t& checks)
      : program_(program), checker_(checker), checks_(checks), later_writes_(program) {}

  /// True unless no write that may come could serve `r`.
  bool may_be_served(State& state, EventNumber r) {
    return served_by_issued(state, r) || served_by_waiting(state, r);
  }

  /// False if some unresolved read, or several together, can be served neither as
  /// unresolvable_reads() says nor by threads that speculate the branches at which they wait.
  /// Speculation lets a thread write, beyond the end of a branch, what the condition of that branch
  /// depends on.
  bool alive_by_speculation(State& state) {
    const EventSet lost = unresolvable_reads(program_, state);
    if (lost.none()) return true;
    EventSet served;
    Reads reads;
    for_each(lost, [&](int e) {
      const auto r = static_cast<EventNumber>(e);
      // Whatever a speculating thread issues may give a read its address.
      if (state.graph[r].location == kNoLocation) {
        served.set(e);
        return;
      }
      Lost read{r, speculating_servers(state, r), {}, {}};
      if (read.threads.any()) served.set(e);
      if (!served_otherwise(state, r) && find_issued_servers(state, read)) reads.push_back(read);
    });
    if (unresolvable_reads(program_, state, served).any()) return false;
    Together together = together_with(state.graph);
    return served_together(state.graph, {reads.data(), reads.size()}, together);
  }

 private:
  using ThreadSet = BitRow<4>;
  static_assert(kMaxThreads <= ThreadSet::kBits);

  /// A read that some thread has yet to serve, and what could serve it.
  struct Lost {
    EventNumber read = kNoEvent;
    ThreadSet threads;   ///< that go on
    EventSet writes;     ///< that have been issued
    EventSet undecided;  ///< reads of read-modify-writes that may or may not write
  };

  /// At most this many consistency questions about several reads together; after that they count as
  /// served.
  static constexpr int kJointQuestions = 1024;
  /// How many slots after a thread's end may hold its writes to come, tried in any order.
  static constexpr int kSlotsToCome = 7;

  using Reads = boost::container::small_vector<Lost, 8>;

  /// What is tried together.
  struct Together {
    int questions = 0;  ///< left
    int first = 0;      ///< from this event on the graph holds writes to come
    /// For each thread, its slots without these.
    boost::container::small_vector<int, 16> end;
  };

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
        const int end = graph.slots(event.id.thread);
        if (served_by(graph, r, w, [&] { return may_write_now(state, event.id, end); }))
          return true;
      }
      if (may_still_write(event) && w != r) {
        const int end = graph.slots(event.id.thread);
        if (served_by_undecided(graph, r, event,
                                [&] { return may_write_now(state, slot_of_write(event), end); }))
          return true;
      }
    }
    return false;
  }

  /// Where the write of the read-modify-write that `read` belongs to stands.
  static EventId slot_of_write(const Event& read) {
    return {read.id.thread, static_cast<std::uint16_t>(read.id.index + 1)};
  }

  bool served_by_waiting(State& state, EventNumber r) {
    for (std::size_t t = 0; t < program_.threads.size(); ++t)
      if (waits(state, t, r) && served_by_new(state, r, slot_to_come(state.graph, t))) return true;
    return false;
  }

  /// The threads that may serve `r` once they speculate.
  ThreadSet speculating_servers(State& state, EventNumber r) {
    ThreadSet servers;
    for (std::size_t t = 0; t < program_.threads.size(); ++t)
      if (state.threads[t].stop.at_branch && waits(state, t, r) &&
          served_by_new(state, r, slot_to_come(state.graph, t)))
        servers.set(static_cast<int>(t));
    return servers;
  }

  /// True iff a thread that waits elsewhere than at a branch may serve `r`.
  [[nodiscard]] bool served_otherwise(const State& state, EventNumber r) {
    for (std::size_t t = 0; t < program_.threads.size(); ++t)
      if (waits(state, t, r) && !state.threads[t].stop.at_branch) return true;
    return false;
  }

  /// True iff thread `t` waits for the value of a load and may write, later, what `r` reads.
  [[nodiscard]] bool waits(const State& state, std::size_t t, EventNumber r) {
    const Event& read = state.graph[r];
    return t != read.id.thread && program_.threads[t].may_write.test(read.location) &&
           state.threads[t].stop.reason == StopReason::unresolved &&
           later_writes_.may_come_to(state, t, read.location);
  }

  [[nodiscard]] Together together_with(const ExecutionGraph& graph) const {
    Together together{kJointQuestions, graph.size(), {}};
    for (std::size_t t = 0; t < program_.threads.size(); ++t)
      together.end.push_back(graph.slots(static_cast<ThreadId>(t)));
    return together;
  }

  /// False if `reads` cannot all be served in one execution, beside what is already served. Goes on
  /// with the read that has the fewest ways left. Changes the order of `reads`.
  bool served_together(ExecutionGraph& graph, std::span<Lost> reads, Together& together) {
    if (reads.empty()) return true;
    if (reads.size() == 1)
      return served_in_some_way(graph, reads.front(), together, [] { return true; });
    std::size_t best = 0;
    int fewest = std::numeric_limits<int>::max();
    for (std::size_t i = 0; i < reads.size() && fewest > 1; ++i) {
      int ways = 0;
      served_in_some_way(graph, reads[i], together, [&] { return ++ways >= fewest; });
      if (together.questions <= 0) return true;
      if (ways == 0) return false;
      if (ways >= fewest) continue;
      fewest = ways;
      best = i;
    }
    std::swap(reads[best], reads.front());
    return served_in_some_way(graph, reads.front(), together,
                              [&] { return served_together(graph, reads.subspan(1), together); });
  }

  /// True iff `holds()` for some consistent way to serve `lost`.
  template <class Holds>
  bool served_in_some_way(ExecutionGraph& graph, const Lost& lost, Together& together,
                          Holds&& holds) {
    const auto consistent_and_holds = [&] {
      return together.questions-- <= 0 || (is_consistent(graph) && holds());
    };
    bool served = false;
    for_each(lost.writes, [&](int e) {
      const auto w = static_cast<EventNumber>(e);
      if (served || !program_.may_be_at(graph[w], graph[lost.read].location)) return;
      served = graph[w].materialised ? while_reading(graph, lost.read, w, consistent_and_holds)
                                     : served_by(graph, lost.read, w, consistent_and_holds);
    });
    for_each(lost.undecided, [&](int e) {
      if (served) return;
      const Event update = graph[static_cast<EventNumber>(e)];
      const EventNumber w = graph.at(update.id.thread, slot_of_write(update).index);
      if (w == kNoEvent)
        served = served_by_undecided(graph, lost.read, update, consistent_and_holds);
      else if (program_.may_be_at(graph[w], graph[lost.read].location))
        served = while_reading(graph, lost.read, w, consistent_and_holds);
    });
    for_each(lost.threads, [&](int t) {
      if (!served)
        served = served_by_thread(graph, lost.read, static_cast<ThreadId>(t), together,
                                  consistent_and_holds);
    });
    return served;
  }

  /// True iff `holds()` for some write to come of thread `t`, with `r` reading from it: one that is
  /// already there, or a new one, which may stand before or after those.
  template <class Holds>
  bool served_by_thread(ExecutionGraph& graph, EventNumber r, ThreadId t, const Together& together,
                        Holds&& holds) {
    for (int e = together.first; e < graph.size(); ++e) {
      const auto w = static_cast<EventNumber>(e);
      if (graph[w].id.thread == t && graph[w].location == graph[r].location &&
          while_reading(graph, r, w, holds))
        return true;
    }
    const int from = together.end[t];
    const int to = from + kSlotsToCome;
    const auto free = [&](int slot) {
      return slot >= graph.slots(t) || graph.at(t, slot) == kNoEvent;
    };
    if (to > kMaxEvents) return true;
    bool served = false;
    bool found = false;
    for (int slot = from; slot < to && !served; ++slot) {
      int end = slot;
      while (end < to && free(end)) ++end;
      if (end == slot) continue;
      found = true;
      served = served_by_new(graph, r, {t, static_cast<std::uint16_t>((slot + end) / 2)}, holds);
      slot = end;
    }
    return served || !found;
  }

  /// Fills in the issued writes that may serve `lost.read`, and the read-modify-writes that may.
  /// Returns false if something that is not considered here may serve it.
  bool find_issued_servers(State& state, Lost& lost) {
    ExecutionGraph& graph = state.graph;
    const Event read = graph[lost.read];
    for (int e = graph.locations(); e < graph.size(); ++e) {
      const auto w = static_cast<EventNumber>(e);
      const Event& event = graph[w];
      if (event.id.thread == read.id.thread && event.id.index >= read.id.index) continue;
      if (!may_hit(event, read.location)) continue;
      if (may_still_write(event)) {
        if (served_by_undecided(graph, lost.read, Event(event),
                                [&] { return is_consistent(graph); }))
          lost.undecided.set(w);
        continue;
      }
      if (event.kind == EventKind::read && event.claim == Claim::sure && event.rmw == kNoEvent)
        return false;
      if (event.kind != EventKind::write || event.materialised || awaits_another_value(read, event))
        continue;
      if (served_by(graph, lost.read, w, [&] { return is_consistent(graph); })) lost.writes.set(e);
    }
    return true;
  }

  /// A write that thread `id.thread` may issue to serve `read`, with the least order that it can
  /// have.
  [[nodiscard]] Event write_to_come(EventId id, const Event& read) const {
    Event write;
    write.id = id;
    write.kind = EventKind::write;
    write.location = read.location;
    write.tags = tags_to_come(program_.threads[id.thread], read);
    return write;
  }

  /// A slot after all that thread `t` has issued, with room for other writes to come before and
  /// after it.
  static EventId slot_to_come(const ExecutionGraph& graph, std::size_t t) {
    const auto thread = static_cast<ThreadId>(t);
    return {thread, static_cast<std::uint16_t>(graph.slots(thread) + kSlotsToCome / 2)};
  }

  bool is_consistent(const ExecutionGraph& graph) {
    ++checks_;
    return checker_.consistent(graph);
  }

  [[nodiscard]] bool may_hit(const Event& access, LocId location) const {
    return access.kind != EventKind::fence && program_.may_be_at(access, location);
  }

  /// True iff `holds()` for some place in coherence order of a write to come, added as `id`, with
  /// `r` reading from it.
  template <class Holds>
  bool served_by_new(ExecutionGraph& graph, EventNumber r, EventId id, Holds&& holds) {
    if (graph.size() + 1 >= kMaxEvents || id.index >= kMaxEvents) return true;
    const int slots = graph.slots(id.thread);
    const int events = graph.size();
    const Event write = write_to_come(id, graph[r]);
    const TagSet fence = program_.threads[id.thread].least_fence_of(write.location);
    if (fence != TagSet{} && graph.at(id.thread, id.index - 1) == kNoEvent)
      graph.add(fence_before(write, fence));
    const bool served = served_by(graph, r, graph.add(write), holds);
    while (graph.size() > events) graph.remove_last();
    graph.reserve_slots(id.thread, slots);
    return served;
  }
  /// The same for the write of the read-modify-write whose read is `update`. If it writes and is
  /// fully ordered, a fence stands before it.
  template <class Holds>
  bool served_by_undecided(ExecutionGraph& graph, EventNumber r, const Event& update,
                           Holds&& holds) {
    const EventId id = update.id;
    if (!lacks_fence(graph, update) || graph.size() >= kMaxEvents)
      return served_by_new(graph, r, slot_of_write(update), holds);
    const int slots = graph.slots(id.thread);
    graph.add(fence_before(update));
    const bool served = served_by_new(graph, r, slot_of_write(update), holds);
    graph.remove_last();
    graph.reserve_slots(id.thread, slots);
    return served;
  }
  bool served_by_new(State& state, EventNumber r, EventId id) {
    const int end = state.graph.slots(id.thread);
    return served_by_new(state.graph, r, id, [&] { return may_write_now(state, id, end); });
  }

  /// False if the graph, in which hypothetical write `id` serves a read, is inconsistent, or
  /// becomes so whatever serves a spin_lock before that write. The thread of `id` has issued slots
  /// below `end`.
  bool may_write_now(State& state, EventId id, int end) {
    if (!is_consistent(state.graph)) return false;
    if (!state.after_open_lock(id)) return true;
    Together together = together_with(state.graph);
    together.end[id.thread] = end;
    return locks_may_be_taken(state, together);
  }

  /// False if the spin_locks that have been issued cannot all take their lock in one execution.
  bool locks_may_be_taken(State& state, Together& together) {
    ExecutionGraph& graph = state.graph;
    Reads locks;
    for (int e = graph.locations(); e < graph.size(); ++e) {
      const auto lock = static_cast<EventNumber>(e);
      if (graph[lock].materialised || !takes_lock(graph[lock])) continue;
      Lost lost{lock, {}, {}, {}};
      for (std::size_t t = 0; t < program_.threads.size(); ++t)
        if (waits(state, t, lock)) lost.threads.set(static_cast<int>(t));
      const Exclusion* exclusion = state.exclusion_of(lock);
      for (EventNumber w = graph.co_last(graph[lock].location); w != kNoEvent; w = graph[w].co_prev)
        if (state.may_read(exclusion, lock, w)) lost.writes.set(w);
      if (find_issued_servers(state, lost)) locks.push_back(lost);
    }
    return served_together(graph, {locks.data(), locks.size()}, together);
  }

  /// True iff `holds()` for some place of issued write `w` in coherence order, with `r` reading
  /// from it. Pre: `w` may be at its location.
  template <class Holds>
  static bool served_by(ExecutionGraph& graph, EventNumber r, EventNumber w, Holds&& holds) {
    bool served = false;
    const LocId location = std::exchange(graph.event(w).location, graph[r].location);
    for (EventNumber predecessor = graph.co_last(graph[r].location);
         predecessor != kNoEvent && !served; predecessor = graph[predecessor].co_prev) {
      graph.place_write(w, predecessor);
      served = while_reading(graph, r, w, holds);
      graph.unplace_write(w);
    }
    graph.event(w).location = location;
    return served;
  }

  /// The result of holds() while `r` reads from `w`.
  template <class Holds>
  static bool while_reading(ExecutionGraph& graph, EventNumber r, EventNumber w, Holds&& holds) {
    const Event& read = graph[r];
    if (read.claim == Claim::sure && read.atomic && claimed(graph, w, r)) return false;
    // Not resolve_read: whether a Compare succeeds stays open.
    graph.event(r).rf = w;
    graph.event(r).materialised = true;
    const bool result = holds();
    graph.event(r).rf = kNoEvent;
    graph.event(r).materialised = false;
    return result;
  }

  const Program& program_;
  Checker& checker_;
  std::uint64_t& checks_;
  LaterWrites later_writes_;
};

}  // namespace ringcheck
