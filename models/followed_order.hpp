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
/// they read from. Answers as BufferedOrder does, asked about what has been committed and the event
/// in question: in the time of a few comparisons, where that one looks at the whole graph. What
/// threads have issued beyond their first event that is not committed has no rf and no place in co
/// yet, or belongs to locations that are theirs alone, and closes no cycle.
/// Tested by tests/models/followed_order_test.cpp.
class FollowedOrder {
 public:
  using Order = StoreOrderChecker<BufferingMachine>;

  /// Copies nothing but that while there is nothing to follow.
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

  /// Begins with `graph`, of initial writes: each event to come will be committed before questions
  /// are asked about later ones of its thread.
  void follow(State& state, const ExecutionGraph& graph) const;
  void commit(State& state, const ExecutionGraph& graph, EventNumber e) const;
  /// True if all that has been committed of `graph` is consistent for sure: it has the order.
  [[nodiscard]] static bool is_consistent(const State& state, const ExecutionGraph& graph) {
    return state.follows && !has_grace_periods(state, graph);
  }
  /// True if event `e`, which is materialised and comes next in its thread, leaves all that has been
  /// committed in the order.
  [[nodiscard]] bool admits_commit(const State& state, const ExecutionGraph& graph,
                                   EventNumber e) const {
    return state.follows && order_.admits_commit(state.order, graph, e);
  }
  /// Whether `graph` with this rf edge, or this place in co, is consistent, if that is plain.
  [[nodiscard]] std::optional<bool> answer_read(const State& state, const ExecutionGraph& graph,
                                                EventNumber r, EventNumber w) const {
    if (!state.follows) return std::nullopt;
    if (state.known.has_passed(graph, r, w)) return false;
    if (order_.admits_read(state.order, graph, r, w) && !has_grace_periods(state, graph))
      return true;
    return std::nullopt;
  }
  /// True if the thread of read `r` has passed write `w`, and so all that stand before it.
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
