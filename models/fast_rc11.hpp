#pragma once
// RC11, the repaired C11 model, checked incrementally, for programs without sequentially consistent
// accesses; fences may be SC (fast_rc11_sc.hpp is for the other programs). Equal to
// models/cat/rc11.cat with the vocabulary of models/vocabulary/c11.cpp.
//
// po ∪ rf is acyclic and events arrive po-last, so happens-before only grows at its end, and one
// row of counters stands for the hb-past of an event, its *view*:
//   counter l, for each location: the greatest place in coherence order of a write that the past
//   holds or reads from; counter locations + t, for each thread: the number of its SC fences in the
//   past; and, if the order of SC events needs it (fast_rc11_sc.hpp), locations + threads + t:
//   how many slots of the thread hold what is in the past, or is the event itself.
// Coherence, irreflexive (hb ; eco?), says that no event reads from, or is placed after, a write
// that is co-before what its past has seen: one comparison. Synchronisation is a join of views: a
// write carries the view that a read of it may acquire (its *message*), through release sequences
// and read-modify-writes; a relaxed read keeps the message for a later acquire fence. Most messages
// are views that a release write or fence had, so a message is the number of a view in a pool that
// only grows. A write placed in the middle of coherence order shifts one counter in all of them.
// The axiom on SC fences, acyclic psc, is in fast_psc.hpp.
//
// In C++20 later writes of the thread do not continue a release sequence; then no write of the
// thread keeps the view of its last release write to the location.
//
// Source: Lahav, Vafeiadis, Kang, Hur, Dreyer, "Repairing sequential consistency in C/C++11", PLDI
// 2017, section 3; views: Kang, Hur, Lahav, Vafeiadis, Dreyer, "A promising semantics for
// relaxed-memory concurrency", POPL 2017. Tested by tests/models/fast_checkers_test.cpp against the
// cat text.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "graph/execution_graph.hpp"
#include "graph/room.hpp"
#include "models/checker.hpp"
#include "models/fast_psc.hpp"
#include "models/rmw_atomicity.hpp"
#include "models/view_pool.hpp"

namespace ringcheck {

/// An incremental checker of RC11.
class Rc11Checker {
 public:
  class State;

  Rc11Checker() = default;
  /// `own_stores_continue`: a release sequence goes on with later writes of its thread.
  explicit Rc11Checker(bool own_stores_continue) : own_stores_continue_(own_stores_continue) {}

  void start(State& state, const ExecutionGraph& graph) const;
  void prepare(const State&, const ExecutionGraph&) const {}
  [[nodiscard]] bool admits_read(const State& state, const ExecutionGraph& graph, EventNumber r,
                                 EventNumber w) const;
  /// True if the checker, having refused that `r` reads from `w`, refuses every write before `w`
  /// too: whoever has passed a write has passed those before it.
  [[nodiscard]] bool refuses_earlier(const State&, const ExecutionGraph& graph, EventNumber r,
                                     EventNumber /*w*/) const {
    return !graph[r].full;
  }
  [[nodiscard]] bool admits_write(const State& state, const ExecutionGraph& graph, EventNumber w,
                                  EventNumber predecessor) const;
  void commit(State& state, const ExecutionGraph& graph, EventNumber e) const;
  [[nodiscard]] bool consistent(const ExecutionGraph& graph) const;

 private:
  bool own_stores_continue_ = true;
};

/// Views of the committed events of one graph. Copying copies only what is in use: about 800 bytes
/// for the ring.
class Rc11Checker::State {
 public:
  State() = default;
  State(const State& other) { *this = other; }
  State& operator=(const State& other) {
    if (this == &other) return *this;
    events_ = other.events_;
    locations_ = other.locations_;
    threads_ = other.threads_;
    own_stores_continue_ = other.own_stores_continue_;
    order_ = other.order_;
    views_ = other.views_;
    fences_ = other.fences_;
    messages_.copy(other.messages_, static_cast<std::size_t>(events_));
    std::copy_n(other.released_.begin(), threads_, released_.begin());
    own_release_.copy(other.own_release_,
                      static_cast<std::size_t>(threads_) * static_cast<std::size_t>(locations_));
    return *this;
  }
  ~State() = default;

 private:
  friend Rc11Checker;
  friend class Rc11Future;
  friend class Rc11ScChecker;

  /// What the events of thread `t` so far have in their past.
  static ViewNumber view_of(ThreadId t) { return static_cast<ViewNumber>(1 + 2 * t); }
  /// What an acquire fence adds to it.
  static ViewNumber acquirable_by(ThreadId t) { return static_cast<ViewNumber>(2 + 2 * t); }

  /// Who keeps the order of a graph's SC fences.
  enum class ScOrder : std::uint8_t {
    fences,     ///< `fences_`
    elsewhere,  ///< somebody else; views then count slots too
  };

  void reset(const ExecutionGraph& graph, bool own_stores_continue,
             ScOrder order = ScOrder::fences);
  /// Makes room for event `e`.
  void include(EventNumber e) {
    messages_.need(std::size_t{e} + 1);
    for (; events_ <= e; ++events_) messages_[static_cast<std::size_t>(events_)] = 0;
  }
  [[nodiscard]] ViewNumber& own_release(ThreadId t, LocId l) {
    return own_release_[t * unsigned(locations_) + l];
  }

  /// The SC fences that `view` has seen, by thread.
  [[nodiscard]] ThreadCounters fences_of(ViewNumber view) const {
    ThreadCounters fences;
    for (int t = 0; t < threads_; ++t) fences[t] = views_.counter(view, locations_ + t);
    return fences;
  }
  /// How many slots of each thread `view` has seen. Pre: ScOrder::elsewhere.
  [[nodiscard]] ThreadCounters slots_of(ViewNumber view) const {
    ThreadCounters slots;
    for (int t = 0; t < threads_; ++t) slots[t] = views_.counter(view, locations_ + threads_ + t);
    return slots;
  }
  /// True iff an access to `l` may stand po-last in a thread whose past is `view`, so that writes
  /// from place `first` on follow it. What an acquire read itself adds to the past refuses nothing:
  /// it has happened before the write at the head of a release sequence, which the same writes
  /// follow in coherence order.
  [[nodiscard]] bool admits(ViewNumber view, LocId l, int first) const {
    if (views_.counter(view, l) >= first) return false;
    return fences_.empty() ||
           fences_.admits(views_, fences_.ancestors_of_past(fences_of(view)), l, first);
  }
  [[nodiscard]] bool admits_after_fence(const ExecutionGraph& graph, EventNumber r,
                                        EventNumber w) const;

  void count_slot(EventId id) {
    if (order_ == ScOrder::elsewhere)
      views_.counter(view_of(id.thread), locations_ + threads_ + id.thread) =
          static_cast<std::uint16_t>(id.index + 1);
  }
  void add_fence(const ExecutionGraph& graph, const Event& fence);
  void add_read(const ExecutionGraph& graph, EventNumber e);
  void add_write(const ExecutionGraph& graph, EventNumber e);

  int events_ = 0;
  int locations_ = 0;
  int threads_ = 0;
  bool own_stores_continue_ = true;
  ScOrder order_ = ScOrder::fences;
  ViewPool views_;
  ScFenceOrder fences_;
  Room<ViewNumber> messages_;  ///< of writes: what an acquire read of it acquires
  std::array<ViewNumber, kFastThreads> released_;  ///< view of the thread's last release fence
  Room<ViewNumber> own_release_;                   ///< of its last release write to a location
};

/// The kernel's annotations in C11: the table of models/vocabulary/c11.cpp, as masks.
namespace c11 {
inline bool acquires(const Event& read) {
  return read.tags.has_any({Tag::acquire, Tag::lock_read, Tag::seq_cst});
}
inline bool releases(const Event& write) {
  return write.tags.has_any({Tag::release, Tag::unlock, Tag::seq_cst});
}
/// A relaxed or stronger access.
inline bool is_atomic(const Event& access) {
  return access.tags.has_any({Tag::once, Tag::noreturn, Tag::lock_write, Tag::lock_fail,
                              Tag::read_locked, Tag::read_unlocked, Tag::acquire, Tag::lock_read,
                              Tag::release, Tag::unlock, Tag::seq_cst});
}
inline bool is_sc_fence(const Event& fence) {
  return fence.tags.has_any({Tag::mb, Tag::before_atomic, Tag::after_atomic, Tag::after_spinlock});
}
}  // namespace c11

inline bool Rc11Checker::admits_read(const State& state, const ExecutionGraph& graph, EventNumber r,
                                     EventNumber w) const {
  const Event& read = graph[r];
  if (read.full && would_succeed(read, graph[w].value))
    return state.admits_after_fence(graph, r, w);
  return state.admits(State::view_of(read.id.thread), read.location, graph[w].co_position + 1);
}

inline bool Rc11Checker::admits_write(const State& state, const ExecutionGraph& graph,
                                      EventNumber w, EventNumber predecessor) const {
  const Event& write = graph[w];
  return keeps_atomicity(graph, w, predecessor) &&
         state.admits(State::view_of(write.id.thread), write.location,
                      graph[predecessor].co_position + 1);
}

inline void Rc11Checker::commit(State& state, const ExecutionGraph& graph, EventNumber e) const {
  switch (graph[e].kind) {
    case EventKind::choice:
      return;
    case EventKind::fence:
      return state.add_fence(graph, graph[e]);
    case EventKind::read:
      return state.add_read(graph, e);
    case EventKind::write:
      break;
  }
  const Event& write = graph[e];
  if (write.co_next != kNoEvent) state.views_.shift(write.location, write.co_position);
  state.add_write(graph, e);
}

static_assert(ConsistencyChecker<Rc11Checker>);

}  // namespace ringcheck
