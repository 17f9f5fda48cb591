#pragma once
// An incremental consistency check for machines with one order in which stores reach memory: SC and
// x86-TSO.
//
// The axioms of both say that a union of orders is acyclic: of SC po ∪ rf ∪ co ∪ fr, of x86-TSO
// ghb = ppo ∪ drains ∪ rfe ∪ co ∪ fr. Events arrive po-last in their thread. The edges that leave a
// new event all end in the write n that then follows it in coherence order: fr from a read, co from
// a write. So the new event closes a cycle iff n is an ancestor of what precedes it, and only
// writes are ever looked up among ancestors. Writes of one thread are totally ordered in ghb; hence
// the ancestors of an event are a vector clock: lane u of its row counts the writes of thread u
// that are ordered before it (a write counts itself). A question is one comparison of two counters.
// A commit joins the rows of the predecessors, and, when there is an n, joins the new row into the
// rows of all that n precedes.
//
// What ghb does not order under x86-TSO is a write and a later read of its own thread; that such a
// read reads no write older than its thread's own is compared by place in coherence order ("sc per
// location").
//
// Source: herd7's sc.cat and x86tso.cat; Owens, Sarkar, Sewell, "A better x86 memory model:
// x86-TSO", TPHOLs 2009. Vector clocks for orders that contain program order: Fidge, 1988; Mattern,
// 1989. Tested by tests/models/fast_checkers_test.cpp against the cat texts.

#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>

#include "graph/execution_graph.hpp"
#include "models/counter_row.hpp"
#include "models/rmw_atomicity.hpp"

namespace ringcheck {

/// When a machine's store buffers drain.
template <class M>
concept StoreMachine = requires(const Event& event) {
  /// A read, resolved, that performs only after all writes po-before it have reached memory.
  { M::drains_before(event) } -> std::same_as<bool>;
  /// The same for a read that is not resolved yet, if its Compare holds.
  { M::would_drain_before(event) } -> std::same_as<bool>;
  /// A write that reaches memory before any read po-after it performs.
  { M::drains_after(event) } -> std::same_as<bool>;
  /// A fence between po-earlier writes and po-later reads.
  { M::is_full_fence(event) } -> std::same_as<bool>;
  /// Reads that a machine satisfies from its own store buffer are not ordered after that store.
  { M::kForwards } -> std::convertible_to<bool>;
};

/// The checker; satisfies ConsistencyChecker. Holds nothing itself: all is in State.
template <StoreMachine Machine>
class StoreOrderChecker {
 public:
  class State;

  void start(State& state, const ExecutionGraph& graph) const { state.reset(graph); }
  void prepare(State&, const ExecutionGraph&) const {}

  [[nodiscard]] bool admits_read(const State& state, const ExecutionGraph& graph, EventNumber r,
                                 EventNumber w) const;
  [[nodiscard]] bool admits_write(const State& state, const ExecutionGraph& graph, EventNumber w,
                                  EventNumber behind) const;
  void commit(State& state, const ExecutionGraph& graph, EventNumber e) const;
  [[nodiscard]] bool consistent(const ExecutionGraph& graph) const;
};

static_assert(kMaxEvents <= 256, "events and counts of writes fit a byte");

/// Ancestors of the committed events of one graph. Copying copies what is in use: for 40 events
/// about 700 bytes.
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
    std::copy_n(other.rows_.begin(), events_ - locations_ + 1, rows_.begin());
    std::copy_n(other.readers_.begin(), events_, readers_.begin());
    std::copy_n(other.last_.begin(), threads_, last_.begin());
    if (Machine::kForwards)
      std::copy_n(other.own_write_.begin(), threads_ * locations_, own_write_.begin());
    return *this;
  }
  ~State() = default;

 private:
  friend StoreOrderChecker;

  /// The last events of a thread, 0 for none. Event 0 is an initial write, which has no ancestors.
  struct Last {
    std::uint8_t read = 0;
    std::uint8_t write = 0;
    std::uint8_t drained = 0;  ///< last write that po-later reads are ordered after
  };

  void reset(const ExecutionGraph& graph) {
    events_ = locations_ = graph.locations();
    threads_ = graph.threads();
    rows_[0] = {};
    std::fill_n(readers_.begin(), events_, std::uint8_t{0});
    std::fill_n(last_.begin(), threads_, Last{});
    std::fill_n(own_write_.begin(), threads_ * locations_, std::uint8_t{0});
  }

  /// Makes room for event `e`: rows of events that are issued and not committed are zero.
  void include(EventNumber e) {
    for (; events_ <= e; ++events_) {
      rows_[index(events_)] = {};
      readers_[static_cast<std::size_t>(events_)] = 0;
    }
  }
  [[nodiscard]] std::size_t index(int e) const {
    return e < locations_ ? 0
                          : static_cast<std::size_t>(e) - static_cast<std::size_t>(locations_) + 1;
  }
  [[nodiscard]] const CounterRow& row(int e) const { return rows_[index(e)]; }
  [[nodiscard]] Last& last(ThreadId t) { return last_[t]; }
  [[nodiscard]] const Last& last(ThreadId t) const { return last_[t]; }
  [[nodiscard]] std::uint8_t& own_write(ThreadId t, LocId l) {
    return own_write_[t * unsigned(locations_) + l];
  }
  [[nodiscard]] std::uint8_t own_write(ThreadId t, LocId l) const {
    return own_write_[t * unsigned(locations_) + l];
  }

  /// The place of write `n` among the writes of its thread `t`, from 1; 0 when it is not committed.
  [[nodiscard]] int place(EventNumber n, ThreadId t) const { return n < events_ ? row(n)[t] : 0; }

  /// Adds `ancestors` to write `n`, the `place`th of thread `t`, and to all that it is ordered
  /// before.
  void propagate(const CounterRow& ancestors, ThreadId t, int place) {
    const auto end = rows_.begin() + (events_ - locations_ + 1);
    for (auto x = rows_.begin() + 1; x != end; ++x)
      if ((*x)[t] >= place) x->join(ancestors);
  }

  int events_ = 0;  ///< events that have a row (initial writes share row 0)
  int locations_ = 0;
  int threads_ = 0;
  std::array<CounterRow, kMaxEvents + 1> rows_;
  // invariant: readers_[w] is the committed reader of w that came last, readers_[r] the one before
  // r; 0 ends.
  std::array<std::uint8_t, kMaxEvents> readers_;
  std::array<Last, kFastThreads> last_;
  std::array<std::uint8_t, kFastThreads * kMaxLocations>
      own_write_;  ///< last write of each thread to each location
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
  if (state.row(last.read)[writer] >= place) return false;
  const bool drains = Machine::drains_before(read) ||
                      (Machine::would_drain_before(read) && would_succeed(read, graph[w].value));
  if (state.row(drains ? last.write : last.drained)[writer] >= place) return false;
  return !Machine::kForwards || !graph.co_before(w, state.own_write(read.id.thread, read.location));
}

template <StoreMachine Machine>
bool StoreOrderChecker<Machine>::admits_write(const State& state, const ExecutionGraph& graph,
                                              EventNumber w, EventNumber behind) const {
  if (!keeps_atomicity(graph, w, behind)) return false;
  const EventNumber n = graph[behind].co_next;
  if (n == kNoEvent) return true;
  const ThreadId writer = graph[n].id.thread;
  const int place = state.place(n, writer);
  if (place == 0) return true;
  const typename State::Last& last = state.last(graph[w].id.thread);
  return state.row(last.read)[writer] < place && state.row(last.write)[writer] < place;
}

template <StoreMachine Machine>
void StoreOrderChecker<Machine>::commit(State& state, const ExecutionGraph& graph,
                                        EventNumber e) const {
  const Event& event = graph[e];
  if (event.kind == EventKind::choice) return;
  const ThreadId t = event.id.thread;
  typename State::Last& last = state.last(t);
  if (event.kind == EventKind::fence) {
    if (Machine::is_full_fence(event)) last.drained = last.write;
    return;
  }
  state.include(e);
  CounterRow row = state.row(last.read);
  EventNumber n = event.co_next;
  if (event.kind == EventKind::read) {
    const EventNumber w = event.rf;
    row.join(state.row(Machine::drains_before(event) ? last.write : last.drained));
    if (!Machine::kForwards || graph[w].id.thread != t) row.join(state.row(w));
    state.readers_[e] = state.readers_[w];
    state.readers_[w] = static_cast<std::uint8_t>(e);
    last.read = static_cast<std::uint8_t>(e);
    n = graph[w].co_next;
  } else {
    row.join(state.row(last.write));
    row.join(state.row(event.co_prev));
    for (int r = state.readers_[event.co_prev]; r != 0;
         r = state.readers_[static_cast<std::size_t>(r)])
      row.join(state.row(r));
    row[t] = static_cast<std::uint8_t>(state.row(last.write)[t] + 1);
    last.write = static_cast<std::uint8_t>(e);
    if (Machine::drains_after(event)) last.drained = last.write;
    if (Machine::kForwards) state.own_write(t, event.location) = last.write;
  }
  state.rows_[state.index(e)] = row;
  if (n == kNoEvent) return;
  const ThreadId writer = graph[n].id.thread;
  if (const int place = state.place(n, writer); place != 0) state.propagate(row, writer, place);
}

}  // namespace ringcheck
