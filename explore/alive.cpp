// Whether a state may still have a completion, by a least fixed point over the unresolved reads.
// Tested by tests/explore (dead ends are counted for every random family).
#include "explore/alive.hpp"

namespace ringcheck {

namespace {

/// The unresolved reads, and what it takes to resolve them.
class Resolvable {
 public:
  Resolvable(const Program& program, const State& state, const EventSet& given,
             EventNumber deferred)
      : program_(program), state_(state), graph_(state.graph), deferred_(deferred) {
    for (int e = graph_.locations(); e < graph_.size(); ++e) {
      const Event& event = graph_[static_cast<EventNumber>(e)];
      if (event.kind == EventKind::read && !event.materialised) unresolved_.set(e);
    }
    unresolved_ -= given;
  }

  /// The reads that stay unresolved, whatever comes.
  EventSet rest() {
    bool grew = true;
    while (grew && unresolved_.any()) {
      grew = false;
      for_each(unresolved_, [&](int e) {
        if (!may_be_resolved(static_cast<EventNumber>(e))) return;
        unresolved_.reset(e);
        grew = true;
      });
    }
    return unresolved_;
  }

 private:
  [[nodiscard]] bool available(const EventSet& sources) const {
    return !sources.intersects(unresolved_);
  }

  [[nodiscard]] bool may_be_resolved(EventNumber r) const {
    const Event& read = graph_[r];
    if (read.location == kNoLocation) return available(graph_.dependencies(r).address);
    return (r != deferred_ && state_.has_option(r)) || issued_write_may_come(r) ||
           waiting_thread_may_write(r);
  }

  [[nodiscard]] bool issued_write_may_come(EventNumber r) const {
    const Event& read = graph_[r];
    for (int e = graph_.locations(); e < graph_.size(); ++e) {
      const Event& event = graph_[static_cast<EventNumber>(e)];
      if (e == r || (event.id.thread == read.id.thread && event.id.index > read.id.index)) continue;
      if (!program_.may_be_at(event, read.location)) continue;
      if (event.kind == EventKind::read) {
        // The write of a read-modify-write that has not been decided.
        if (may_still_write(event) && !unresolved_.test(e)) return true;
        continue;
      }
      if (event.kind != EventKind::write || event.materialised || awaits_another_value(read, event))
        continue;
      if (event.rmw != kNoEvent && unresolved_.test(event.rmw)) continue;
      if (event.tags.has(Tag::unlock) && event.location != kNoLocation) {
        const EventNumber lock = state_.lock_to_take(static_cast<EventNumber>(e));
        if (lock != kNoEvent && unresolved_.test(lock)) continue;
      }
      if (!graph_.tracks_dependencies()) return true;
      const Dependencies& sources = graph_.dependencies(static_cast<EventNumber>(e));
      if (available(sources.address) && available(sources.data)) return true;
    }
    return false;
  }

  [[nodiscard]] bool waiting_thread_may_write(EventNumber r) const {
    const Event& read = graph_[r];
    for (std::size_t t = 0; t < program_.threads.size(); ++t) {
      if (t == read.id.thread) continue;
      const Stop& stop = state_.threads[t].stop;
      if (stop.reason == StopReason::not_run) {
        if (program_.threads[t].may_write.test(read.location)) return true;
        continue;
      }
      if (stop.reason != StopReason::unresolved) continue;
      if (program_.threads[t].may_write.test(read.location) && available(state_.waiting_for[t]))
        return true;
    }
    return false;
  }

  const Program& program_;
  const State& state_;
  const ExecutionGraph& graph_;
  const EventNumber deferred_;
  EventSet unresolved_;
};

/// The same if threads wait in order, in O(threads²): the unresolved reads are those that threads
/// wait for, and the writes issued but not placed are those that a thread has not committed.
EventSet unresolvable_reads_in_order(const Program& program, const State& state,
                                     const EventSet& given, EventNumber deferred) {
  const std::size_t threads = program.threads.size();
  const auto read_of = [&](std::size_t t) { return state.threads[t].stop.waiting; };
  BitRow<4> unresolved;  // threads whose read, as far as is known, cannot be resolved
  bool any = false;
  for (std::size_t t = 0; t < threads; ++t) {
    if (state.threads[t].stop.reason != StopReason::unresolved || given.test(read_of(t)) ||
        (read_of(t) != deferred && state.has_option(read_of(t))))
      continue;
    unresolved.set(static_cast<int>(t));
    any = true;
  }
  if (!any) return {};
  const auto goes_on = [&](std::size_t u) {
    const StopReason reason = state.threads[u].stop.reason;
    return reason == StopReason::not_run ||
           (reason == StopReason::unresolved && !unresolved.test(static_cast<int>(u)));
  };
  const auto has_unplaced_write = [&](std::size_t u) {
    const auto thread = static_cast<ThreadId>(u);
    for (int slot = state.threads[u].committed; slot < state.graph.slots(thread); ++slot) {
      const EventNumber e = state.graph.at(thread, slot);
      if (e != kNoEvent && state.graph[e].kind == EventKind::write && !state.graph[e].materialised)
        return true;
    }
    return false;
  };
  const auto served = [&](std::size_t t) {
    const Event& read = state.graph[read_of(t)];
    for (std::size_t u = 0; u < threads; ++u)
      if (program.threads[u].may_write.test(read.location) &&
          ((u != t && goes_on(u)) || has_unplaced_write(u)))
        return true;
    return false;
  };
  for (bool grew = true; grew && any;) {
    grew = any = false;
    for (std::size_t t = 0; t < threads; ++t) {
      if (!unresolved.test(static_cast<int>(t))) continue;
      if (served(t)) {
        unresolved.reset(static_cast<int>(t));
        grew = true;
      } else {
        any = true;
      }
    }
  }
  EventSet reads;
  for_each(unresolved, [&](int t) { reads.set(read_of(static_cast<std::size_t>(t))); });
  return reads;
}

}  // namespace

EventSet unresolvable_reads(const Program& program, const State& state, const EventSet& given,
                            EventNumber deferred) {
  if (state.in_order) return unresolvable_reads_in_order(program, state, given, deferred);
  return Resolvable(program, state, given, deferred).rest();
}

bool issued_write_may_come(const Program& program, const State& state, EventNumber r) {
  const ExecutionGraph& graph = state.graph;
  const Event& read = graph[r];
  for (int e = graph.locations(); e < graph.size(); ++e) {
    const Event& event = graph[static_cast<EventNumber>(e)];
    if (e == r) continue;
    if (!program.may_be_at(event, read.location)) continue;
    if (event.kind == EventKind::write && !event.materialised && !awaits_another_value(read, event))
      return true;
    if (may_still_write(event)) return true;
  }
  return false;
}

}  // namespace ringcheck
