#pragma once
// The order of BufferedOrder, kept up to date along an exploration.

#include <optional>

#include "models/buffered_order.hpp"
#include "models/fast_store_order.hpp"
#include "models/known_writes.hpp"

namespace ringcheck {

/// The machine of BufferedOrder.
struct BufferingMachine {
  static constexpr bool kForwards = true;
  static constexpr bool kDrainsLaterWrites = true;

  PassingReads passing;

  [[nodiscard]] bool drains_before(const Event& read) const {
    return waits_for_writes(passing, read);
  }
  static bool would_drain_before(const Event& /*read*/) { return false; }  // those drain anyway
  static bool drains_after(const Event& write) { return write.rmw != kNoEvent; }
  static bool is_full_fence(const Event& /*fence*/) { return true; }
};

/// Follows an exploration as long as all events are committed po-last in their thread, after what
/// they read from. Answers as BufferedOrder would about the committed events and the event in
/// question, but with a few comparisons instead of a look at the whole graph. What a thread has
/// issued after its first uncommitted event closes no cycle: it has no rf and no place in co yet,
/// or belongs to locations that only this thread accesses.
/// Tested by tests/models/followed_order_test.cpp.
class FollowedOrder {
 public:
  using Order = StoreOrderChecker<BufferingMachine>;

  /// While it follows nothing, a copy copies only that.
  struct State {
    Order::State order;
    KnownWrites known;
    bool follows = false;
    bool sections = false;  ///< there are critical sections of RCU among the first `seen` events
    bool waiting = false;   ///< there are grace periods among them
    int seen = 0;

    State() = default;
    State(const State& other) { *this = other; }
    State& operator=(const State& other) {
      if (this == &other) return *this;
      follows = other.follows;
      if (!follows) return *this;
      order = other.order;
      known = other.known;
      sections = other.sections;
      waiting = other.waiting;
      seen = other.seen;
      return *this;
    }
    ~State() = default;
  };

  explicit FollowedOrder(PassingReads passing) : order_(BufferingMachine{passing}) {}

  /// Begins with `graph`, of initial writes. Each event to come will be committed before questions
  /// come about later ones of its thread.
  void follow(State& state, const ExecutionGraph& graph) const;
  void commit(State& state, const ExecutionGraph& graph, EventNumber e) const;
  /// True if the committed part of `graph` is consistent for sure: it has the order.
  [[nodiscard]] static bool is_consistent(const State& state, const ExecutionGraph& graph) {
    return state.follows && !has_grace_periods(state, graph);
  }
  /// True if event `e`, which is materialised and comes next in its thread, keeps all committed
  /// events in the order.
  [[nodiscard]] bool admits_commit(const State& state, const ExecutionGraph& graph,
                                   EventNumber e) const {
    return state.follows && order_.admits_commit(state.order, graph, e);
  }
  /// Whether `graph` with this rf edge, or this place in co, is consistent, if that is plain to
  /// see.
  [[nodiscard]] std::optional<bool> answer_read(const State& state, const ExecutionGraph& graph,
                                                EventNumber r, EventNumber w) const {
    if (!state.follows) return std::nullopt;
    if (state.known.has_passed(graph, r, w)) return false;
    if (order_.admits_read(state.order, graph, r, w) && !has_grace_periods(state, graph))
      return true;
    return std::nullopt;
  }
  /// True if the thread of read `r` has passed write `w`, and so all writes before `w`.
  [[nodiscard]] static bool has_passed(const State& state, const ExecutionGraph& graph,
                                       EventNumber r, EventNumber w) {
    return state.follows && state.known.has_passed(graph, r, w);
  }
  [[nodiscard]] std::optional<bool> answer_write(const State& state, const ExecutionGraph& graph,
                                                 EventNumber w, EventNumber predecessor) const {
    if (!state.follows) return std::nullopt;
    if (state.known.has_passed(graph, w, predecessor)) return false;
    if (order_.admits_write(state.order, graph, w, predecessor) && !has_grace_periods(state, graph))
      return true;
    return std::nullopt;
  }

 private:
  [[nodiscard]] static bool has_grace_periods(const State& state, const ExecutionGraph& graph);

  Order order_;
};

extern template class StoreOrderChecker<BufferingMachine>;

}  // namespace ringcheck
