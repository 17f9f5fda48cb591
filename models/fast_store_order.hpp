#pragma once
// An incremental consistency check for machines with one order in which stores reach memory: SC,
// x86-TSO, and the machine of models/buffered_order.hpp.
//
// The axioms of each say that a union of orders is acyclic: for SC po ∪ rf ∪ co ∪ fr, for x86-TSO
// ghb = ppo ∪ drains ∪ rfe ∪ co ∪ fr. Events arrive po-last in their thread. All edges that leave a
// new event end in the write n that then follows it in coherence order: fr from a read, co from a
// write. So the new event closes a cycle iff n is an ancestor of what precedes it, and only writes
// are ever looked up among ancestors. ghb orders the writes of one thread totally, so the ancestors
// of an event are a vector clock: lane u of its row counts the writes of thread u that are ordered
// before it (a write counts itself). A question is one comparison of two counters. A commit joins
// the rows of the predecessors, and, when there is an n, joins the new row into the rows of all
// that n precedes.
//
// Under x86-TSO, ghb does not order a write and a later read of its own thread. Comparing places in
// coherence order keeps such a read from reading a write older than its thread's own ("sc per
// location").
//
// Source: herd7's sc.cat and x86tso.cat; Owens, Sarkar, Sewell, "A better x86 memory model:
// x86-TSO", TPHOLs 2009. Vector clocks for orders that contain program order: Fidge, 1988; Mattern,
// 1989. Tested by tests/models/fast_checkers_test.cpp against the cat texts.

#include <algorithm>
#include <concepts>
#include <cstdint>

#include "graph/execution_graph.hpp"
#include "graph/room.hpp"
#include "models/counter_row.hpp"
#include "models/rmw_atomicity.hpp"

namespace ringcheck {

/// When a machine's store buffers drain.
template <class M>
concept StoreMachine = requires(const M machine, const Event& event) {
  /// A read, resolved, that performs only after all writes po-before it have reached memory.
  { machine.drains_before(event) } -> std::same_as<bool>;
  /// The same for a read that is not resolved yet, if its Compare holds.
  { machine.would_drain_before(event) } -> std::same_as<bool>;
  /// A write that reaches memory before any read po-after it performs.
  { machine.drains_after(event) } -> std::same_as<bool>;
  /// A fence between po-earlier writes and po-later reads.
  { machine.is_full_fence(event) } -> std::same_as<bool>;
  /// Reads that a machine satisfies from its own store buffer are not ordered after that store.
  { M::kForwards } -> std::convertible_to<bool>;
  /// A write for which drains_after() holds also drains the writes between it and the next read or
  /// full fence.
  { M::kDrainsLaterWrites } -> std::convertible_to<bool>;
};

/// The checker; satisfies ConsistencyChecker. Holds only its machine: all else is in State.
template <StoreMachine Machine>
class StoreOrderChecker {
 public:
  class State;

  explicit StoreOrderChecker(Machine machine = {}) : machine_(machine) {}

  void start(State& state, const ExecutionGraph& graph) const { state.reset(graph); }
  void prepare(const State&, const ExecutionGraph&) const {}

  [[nodiscard]] bool admits_read(const State& state, const ExecutionGraph& graph, EventNumber r,
                                 EventNumber w) const;
  /// True if the checker, having refused that `r` reads from `w`, refuses every write before `w`
  /// too: `r` would come before the same write, which comes before `r` itself.
  [[nodiscard]] bool refuses_earlier(const State&, const ExecutionGraph& graph, EventNumber r,
                                     EventNumber /*w*/) const {
    return !machine_.would_drain_before(graph[r]);
  }
  [[nodiscard]] bool admits_write(const State& state, const ExecutionGraph& graph, EventNumber w,
                                  EventNumber predecessor) const;
  void commit(State& state, const ExecutionGraph& graph, EventNumber e) const;
  /// True iff the committed events together with event `e`, which is materialised and comes next,
  /// are consistent.
  [[nodiscard]] bool admits_commit(const State& state, const ExecutionGraph& graph,
                                   EventNumber e) const;
  [[nodiscard]] bool consistent(const ExecutionGraph& graph) const;

 private:
  [[nodiscard]] bool may_precede(const State& state, ThreadId t, const ExecutionGraph& graph,
                                 EventNumber next) const;

  [[no_unique_address]] Machine machine_;
};

static_assert(kMaxEvents <= 0xffff, "events and counts of writes fit 16 bits");

/// Ancestors of the committed events of one graph. Copying copies only what is in use: about 800
/// bytes for 40 events.
template <StoreMachine Machine>
class StoreOrderChecker<Machine>::State {
 public:
  State() = default;
  State(const State& other) { *this = other; }
  State& operator=(const State& other) {
    if (this == &other) return *this;
    events_ = other.events_;
    locations_ = other.locations_;
    threads_ = other.threads_;
    stride_ = other.stride_;
    rows_.copy(other.rows_, other.used());
    readers_.copy(other.readers_, static_cast<std::size_t>(events_));
    last_.copy(other.last_, static_cast<std::size_t>(threads_));
    if (Machine::kForwards)
      own_write_.copy(other.own_write_,
                      static_cast<std::size_t>(threads_) * static_cast<std::size_t>(locations_));
    return *this;
  }
  ~State() = default;

 private:
  friend StoreOrderChecker;

  /// The last events of a thread, 0 for none. Event 0 is an initial write, which has no ancestors.
  struct Last {
    EventNumber read = 0;
    EventNumber write = 0;
    EventNumber drained = 0;  ///< last write that comes before po-later reads
    bool drains = false;      ///< kDrainsLaterWrites: later writes, too
  };

  void reset(const ExecutionGraph& graph) {
    events_ = locations_ = graph.locations();
    threads_ = graph.threads();
    stride_ = static_cast<std::size_t>((threads_ + CounterRow::kLanes - 1) / CounterRow::kLanes);
    const auto own_writes =
        static_cast<std::size_t>(threads_) * static_cast<std::size_t>(locations_);
    rows_.need(stride_);
    readers_.need(static_cast<std::size_t>(events_));
    last_.need(static_cast<std::size_t>(threads_));
    own_write_.need(own_writes);
    std::fill_n(rows_.data(), stride_, CounterRow{});
    std::fill_n(readers_.data(), events_, EventNumber{0});
    std::fill_n(last_.data(), threads_, Last{});
    std::fill_n(own_write_.data(), own_writes, EventNumber{0});
  }

  /// Makes room for event `e`. Rows of events that are issued but not committed are zero.
  void include(EventNumber e) {
    if (e < events_) return;
    readers_.need(std::size_t{e} + 1);
    rows_.need(index(e) + stride_);
    for (; events_ <= e; ++events_) {
      readers_[static_cast<std::size_t>(events_)] = 0;
      CounterRow* const fresh = row(events_);
      for (std::size_t i = 0; i < stride_; ++i) fresh[i] = CounterRow{};
    }
  }
  /// CounterRows in use.
  [[nodiscard]] std::size_t used() const {
    return static_cast<std::size_t>(events_ - locations_ + 1) * stride_;
  }
  [[nodiscard]] std::size_t index(int e) const {
    return e < locations_ ? 0 : static_cast<std::size_t>(e - locations_ + 1) * stride_;
  }
  [[nodiscard]] CounterRow* row(int e) { return rows_.data() + index(e); }
  [[nodiscard]] const CounterRow* row(int e) const { return rows_.data() + index(e); }
  /// How many writes of thread `t` come before event `e`, itself included.
  [[nodiscard]] int count(int e, ThreadId t) const {
    return row(e)[t / CounterRow::kLanes][t % CounterRow::kLanes];
  }
  void join(CounterRow* to, const CounterRow* from) const {
    to->join(*from);
    for (std::size_t i = 1; i < stride_; ++i) to[i].join(from[i]);
  }
  [[nodiscard]] Last& last(ThreadId t) { return last_[t]; }
  [[nodiscard]] const Last& last(ThreadId t) const { return last_[t]; }
  [[nodiscard]] EventNumber& own_write(ThreadId t, LocId l) {
    return own_write_[t * unsigned(locations_) + l];
  }
  [[nodiscard]] EventNumber own_write(ThreadId t, LocId l) const {
    return own_write_[t * unsigned(locations_) + l];
  }

  /// The place of write `n` among the writes of its thread `t`, from 1; 0 when it is not committed.
  [[nodiscard]] int place(EventNumber n, ThreadId t) const { return n < events_ ? count(n, t) : 0; }

  /// Adds `ancestors` to the `place`th write of thread `t`, and to all that this write comes
  /// before.
  void propagate(const CounterRow* ancestors, ThreadId t, int place) {
    CounterRow* const end = rows_.data() + used();
    const int block = t / CounterRow::kLanes;
    const int lane = t % CounterRow::kLanes;
    for (CounterRow* x = rows_.data() + stride_; x != end; x += stride_)
      if (x[block][lane] >= place) join(x, ancestors);
  }

  int events_ = 0;  ///< events that have a row (initial writes share row 0)
  int locations_ = 0;
  int threads_ = 0;
  std::size_t stride_ = 1;  ///< Units: CounterRows an event
  Room<CounterRow> rows_;
  // invariant: readers_[w] is the committed reader of w that came last, readers_[r] the one before
  // r; 0 ends.
  Room<EventNumber> readers_;
  Room<Last> last_;
  Room<EventNumber> own_write_;  ///< last write of each thread to each location
};

template <StoreMachine Machine>
bool StoreOrderChecker<Machine>::admits_read(const State& state, const ExecutionGraph& graph,
                                             EventNumber r, EventNumber w) const {
  const EventNumber n = graph[w].co_next;
  if (n == kNoEvent) return true;
  const ThreadId writer = graph[n].id.thread;
  const int place = state.place(n, writer);
  if (place == 0) return true;
  const Event& read = graph[r];
  const typename State::Last& last = state.last(read.id.thread);
  if (state.count(last.read, writer) >= place) return false;
  const bool drains = machine_.drains_before(read) ||
                      (machine_.would_drain_before(read) && would_succeed(read, graph[w].value));
  if (state.count(drains ? last.write : last.drained, writer) >= place) return false;
  return !Machine::kForwards || !graph.co_before(w, state.own_write(read.id.thread, read.location));
}

template <StoreMachine Machine>
bool StoreOrderChecker<Machine>::admits_write(const State& state, const ExecutionGraph& graph,
                                              EventNumber w, EventNumber predecessor) const {
  if (!keeps_atomicity(graph, w, predecessor)) return false;
  return may_precede(state, graph[w].id.thread, graph, graph[predecessor].co_next);
}

/// True iff the next write of thread `t` may stand right before `next` in coherence order.
template <StoreMachine Machine>
bool StoreOrderChecker<Machine>::may_precede(const State& state, ThreadId t,
                                             const ExecutionGraph& graph, EventNumber next) const {
  if (next == kNoEvent) return true;
  const ThreadId writer = graph[next].id.thread;
  const int place = state.place(next, writer);
  if (place == 0) return true;
  const typename State::Last& last = state.last(t);
  return state.count(last.read, writer) < place && state.count(last.write, writer) < place;
}

template <StoreMachine Machine>
bool StoreOrderChecker<Machine>::admits_commit(const State& state, const ExecutionGraph& graph,
                                               EventNumber e) const {
  const Event& event = graph[e];
  if (event.kind == EventKind::read) return admits_read(state, graph, e, event.rf);
  if (event.kind != EventKind::write) return true;
  const auto is_apart = [&](EventNumber w) {
    return is_atomic_write(graph[w]) && graph[graph[w].rmw].rf != graph[w].co_prev;
  };
  if (is_apart(e) || (event.co_next != kNoEvent && is_apart(event.co_next))) return false;
  return may_precede(state, event.id.thread, graph, event.co_next);
}

template <StoreMachine Machine>
void StoreOrderChecker<Machine>::commit(State& state, const ExecutionGraph& graph,
                                        EventNumber e) const {
  const Event& event = graph[e];
  if (event.kind == EventKind::choice) return;
  const ThreadId t = event.id.thread;
  typename State::Last& last = state.last(t);
  if (event.kind == EventKind::fence) {
    if (!machine_.is_full_fence(event)) return;
    last.drained = last.write;
    last.drains = false;
    return;
  }
  state.include(e);
  CounterRow* const row = state.row(e);
  state.join(row, state.row(last.read));
  EventNumber n = event.co_next;
  if (event.kind == EventKind::read) {
    const EventNumber w = event.rf;
    state.join(row, state.row(machine_.drains_before(event) ? last.write : last.drained));
    if (Machine::kDrainsLaterWrites) last.drains = false;
    if (!Machine::kForwards || graph[w].id.thread != t) state.join(row, state.row(w));
    state.readers_[e] = state.readers_[w];
    state.readers_[w] = e;
    last.read = e;
    n = graph[w].co_next;
  } else {
    state.join(row, state.row(last.write));
    state.join(row, state.row(event.co_prev));
    for (EventNumber r = state.readers_[event.co_prev]; r != 0; r = state.readers_[r])
      state.join(row, state.row(r));
    row[t / CounterRow::kLanes][t % CounterRow::kLanes] =
        static_cast<std::uint16_t>(state.count(last.write, t) + 1);
    last.write = e;
    if (machine_.drains_after(event)) {
      last.drained = last.write;
      last.drains = Machine::kDrainsLaterWrites;
    } else if (Machine::kDrainsLaterWrites && last.drains) {
      last.drained = last.write;
    }
    if (Machine::kForwards) state.own_write(t, event.location) = last.write;
  }
  if (n == kNoEvent) return;
  const ThreadId writer = graph[n].id.thread;
  if (const int place = state.place(n, writer); place != 0) state.propagate(row, writer, place);
}

}  // namespace ringcheck
