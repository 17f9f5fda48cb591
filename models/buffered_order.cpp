// Events are taken from each thread in turn, once all that must come before them has been taken.
// Tested by tests/models/buffered_order_test.cpp and, against checkers that do without,
// tests/models/incremental_test.cpp.
#include "models/buffered_order.hpp"

#include <algorithm>

#include "models/grace_periods.hpp"
#include "models/known_writes.hpp"
#include "models/rmw_atomicity.hpp"
#include "models/trail.hpp"

namespace ringcheck {

template <int W>
void BufferedOrder<W>::prepare(const ExecutionGraph& graph) {
  make_room(before_, graph.size());
  make_room(known_, graph.size());
  make_room(readers_, graph.size());
  make_room(least_, graph.size());
  std::fill_n(readers_.begin(), graph.size(), Row{});
  sections_ = waiting_ = false;
  bool agrees = true;
  for (int t = 0; agrees && t < graph.threads(); ++t)
    agrees = look_at_thread(graph, static_cast<ThreadId>(t));
  exists_ = agrees && arrange(graph);
}

/// Collects readers, and checks that the thread's accesses to each location agree with co.
template <int W>
bool BufferedOrder<W>::look_at_thread(const ExecutionGraph& graph, ThreadId t) {
  reached_.assign(index(graph.locations()), 0);
  for (int slot = 0; slot < graph.slots(t); ++slot) {
    const EventNumber e = graph.at(t, slot);
    if (e == kNoEvent) continue;
    const Event& event = graph[e];
    if (event.kind == EventKind::fence) {
      sections_ = sections_ || event.tags.has_any(kSections);
      waiting_ = waiting_ || event.tags.has_any(kGracePeriods);
    }
    if (event.location == kNoLocation) continue;
    std::uint16_t& place = reached_[event.location];
    least_[e] = place;
    if (event.kind == EventKind::read) {
      if (!event.materialised) continue;
      if (graph[event.rf].co_position < place) return false;
      place = graph[event.rf].co_position;
      readers_[event.rf].set(e);
    } else if (event.kind == EventKind::write && event.materialised) {
      if (event.co_position <= place) return false;
      if (is_atomic_write(event) && graph[event.rmw].rf != event.co_prev) return false;
      place = event.co_position;
    }
  }
  return true;
}

/// Runs the machine. Returns false when it cannot make the execution.
template <int W>
bool BufferedOrder<W>::arrange(const ExecutionGraph& graph) {
  threads_.clear();
  for (int t = 0; t < graph.threads(); ++t)
    threads_.push_back({static_cast<ThreadId>(t), 0, 0, 0, false, {}, {}, {}});
  taken_ = Row::prefix(graph.locations());
  std::fill_n(before_.begin(), graph.locations(), Row{});
  std::fill_n(known_.begin(), graph.locations(), Row{});
  for (bool progress = true; progress;) {
    progress = false;
    for (Thread& thread : threads_) {
      while (drain(graph, thread) || take(graph, thread)) progress = true;
    }
  }
  return same(taken_, Row::prefix(graph.size()));
}

/// Lets the first write in the buffer leave it, if all that must come before it has been taken.
template <int W>
bool BufferedOrder<W>::drain(const ExecutionGraph& graph, Thread& thread) {
  if (thread.buffered == 0) return false;
  EventNumber w = kNoEvent;
  for (;; ++thread.drained) {
    w = graph.at(thread.number, thread.drained);
    if (w != kNoEvent && graph[w].kind == EventKind::write) break;
  }
  const EventNumber last = graph[w].co_prev;
  Row row = before_[w] | thread.in_memory;
  if (last != kNoEvent) {
    const Row& readers = readers_[last];
    if (!taken_.test(last) || !readers.subset_of(taken_)) return false;
    row |= before_[last] | readers;
    row.set(last);
    for_each(readers, [&](int r) { row |= before_[index(r)]; });
  }
  before_[w] = row;
  thread.in_memory |= row;
  thread.in_memory.set(w);
  taken_.set(w);
  --thread.buffered;
  ++thread.drained;
  return true;
}

/// Takes the thread's next event, if all that must come before it has been taken.
template <int W>
bool BufferedOrder<W>::take(const ExecutionGraph& graph, Thread& thread) {
  EventNumber e = kNoEvent;
  for (; e == kNoEvent; ++thread.next) {
    if (thread.next == graph.slots(thread.number)) return false;
    e = graph.at(thread.number, thread.next);
  }
  --thread.next;
  const Event& event = graph[e];
  if (event.kind == EventKind::write) {
    thread.must_drain = thread.must_drain || event.rmw != kNoEvent;
    ++thread.buffered;
    before_[e] = thread.before_reads;
  } else {
    const bool reads = event.kind == EventKind::read;
    if (event.kind == EventKind::fence ||
        (reads && (thread.must_drain || waits_for_writes(passing_, event)))) {
      if (thread.buffered > 0) return false;
      thread.before_reads |= thread.in_memory;
      thread.must_drain = false;
    }
    Row row = thread.before_reads;
    if (reads && event.materialised && graph[event.rf].id.thread != thread.number) {
      if (!taken_.test(event.rf)) return false;
      row |= before_[event.rf];
      row.set(event.rf);
    }
    before_[e] = row;
    thread.before_reads |= row;
    thread.before_reads.set(e);
    taken_.set(e);
  }
  known_[e] = thread.known;
  thread.known.set(e);
  if (synchronises(graph, event)) {
    thread.known |= known_[event.rf];
    thread.known.set(event.rf);
  }
  ++thread.next;
  return true;
}

template <int W>
std::optional<bool> BufferedOrder<W>::answer(const ExecutionGraph& graph,
                                             const Extension& extension) const {
  if (!exists_) return std::nullopt;
  if (extension.read != kNoEvent) return answer_read(graph, extension.read, extension.write);
  if (extension.write != kNoEvent)
    return answer_write(graph, extension.write, extension.predecessor);
  return has_grace_periods() ? std::nullopt : std::optional(true);
}

/// True iff the thread of `e` knows of a write that stands after `w` in coherence order.
template <int W>
bool BufferedOrder<W>::knows_of_later(const ExecutionGraph& graph, EventNumber e,
                                      EventNumber w) const {
  for (EventNumber n = graph[w].co_next; n != kNoEvent; n = graph[n].co_next)
    if (known_[e].test(n)) return true;
  return false;
}

template <int W>
std::optional<bool> BufferedOrder<W>::answer_read(const ExecutionGraph& graph, EventNumber r,
                                                  EventNumber w) const {
  if (graph[w].co_position < least_[r] || known_[w].test(r) || knows_of_later(graph, r, w))
    return false;
  if (has_grace_periods() || before_[w].test(r)) return std::nullopt;
  const EventNumber next = graph[w].co_next;
  if (next != kNoEvent && before_[r].test(next)) return std::nullopt;
  return true;
}

template <int W>
std::optional<bool> BufferedOrder<W>::answer_write(const ExecutionGraph& graph, EventNumber w,
                                                   EventNumber predecessor) const {
  const int place = graph[predecessor].co_position;
  if (place < least_[w] || known_[predecessor].test(w) || knows_of_later(graph, w, predecessor))
    return false;
  // Later reads of the thread may have passed this write, but not those of its location.
  const EventId id = graph[w].id;
  for (int slot = id.index + 1; slot < graph.slots(id.thread); ++slot) {
    const EventNumber e = graph.at(id.thread, slot);
    if (e == kNoEvent || graph[e].location != graph[w].location || !graph[e].materialised) continue;
    if (graph[graph[e].kind == EventKind::read ? graph[e].rf : e].co_position <= place)
      return false;
  }
  if (has_grace_periods() || !keeps_atomicity(graph, w, predecessor) ||
      before_[predecessor].test(w))
    return std::nullopt;
  bool explained = true;
  for_each(readers_[predecessor],
           [&](int r) { explained = explained && !before_[index(r)].test(w); });
  const EventNumber next = graph[predecessor].co_next;
  if (!explained || (next != kNoEvent && before_[w].test(next))) return std::nullopt;
  return true;
}

template class BufferedOrder<1>;
template class BufferedOrder<2>;
template class BufferedOrder<4>;
template class BufferedOrder<kGrowing>;

}  // namespace ringcheck
