#pragma once
// Checks the axioms of a plan on graphs that grow from one another.

#include <array>
#include <deque>
#include <optional>
#include <vector>

#include "models/propagation.hpp"
#include "models/schedules.hpp"

namespace ringcheck {

/// Evaluates the axioms of a program as Evaluator does with Growth::may_grow, but keeps the values
/// of the graphs on the way to the last one.
///
/// `prepare` goes back to the last of these graphs that the new one extends, and from there updates
/// what the extension changes. A question changes rf or co, propagates the change for the cheapest
/// axiom, tests that axiom on what changed alone, goes on with the next, and takes all back. In a
/// depth-first exploration a graph differs little from the last one that it extends. Graphs may
/// still come in any order, and the answers depend on nothing but the graph asked about. In steady
/// state nothing is allocated.
template <int W>
class IncrementalEvaluator {
 public:
  using Row = BitRow<W>;

  explicit IncrementalEvaluator(const PreparedPlan& program, int room = kRoomOf<W>);

  void prepare(const ExecutionGraph& graph);

  // Pre for all: `prepare` was called on this graph, which has not changed since.
  [[nodiscard]] bool admits_read(EventNumber r, EventNumber w);
  [[nodiscard]] bool admits_write(EventNumber w, EventNumber predecessor);
  [[nodiscard]] bool consistent() const { return levels_.back().holds; }

  /// Whether `graph` is consistent, if it extends the one prepared last; else nothing. Leaves the
  /// prepared state as it is.
  [[nodiscard]] std::optional<bool> extension_is_consistent(const ExecutionGraph& graph);

 private:
  /// A graph on the way to the last one; rewinding to here leaves its values.
  struct Level {
    std::size_t trail;
    typename GraphView<W>::Mark view;
    const Steps* steps;
    bool holds;  ///< no axiom is broken
  };

  static std::size_t index(int i) { return static_cast<std::size_t>(i); }
  void load();
  bool extend(bool for_good);
  void rewind();
  /// What decides which key sets an event is in, and those key sets.
  struct KindOfEvent {
    EventKind kind = EventKind::fence;
    std::uint8_t flags = 0;
    TagSet tags, other_tags;
    std::array<std::uint64_t, Keys::kMost / 64> keys{};  ///< as bits of Keys
    std::vector<cat::NodeId> sets;
  };
  void update_sets();
  bool add_to_sets(const Row& events, Keys& keys);
  [[nodiscard]] KindOfEvent kind_of(int e) const;
  [[nodiscard]] const KindOfEvent* find_kind(int e) const;
  void learn_kinds(const Row& events);
  const Steps& steps_for(const Keys& keys);
  const Steps& take_events(const ViewChanges<W>& changes, int size_before);
  bool propagate(const Steps& steps, bool events);
  [[nodiscard]] bool question(const ViewChanges<W>& changes);
  /// A linear order of events: for each event, those before it.
  using Order = std::vector<Row>;
  [[nodiscard]] bool still_holds(const Axiom& axiom, cat::NodeId n);
  [[nodiscard]] bool still_acyclic(const Row* rows, const Row& changed, Order& order);

  const PreparedPlan& program_;
  Values<W> values_;
  Trail<W> trail_;
  Propagation<W> propagation_;
  Schedules schedules_;
  std::deque<Steps> steps_;  // by schedule
  std::vector<cat::NodeId> key_sets_;
  std::vector<Row> kept_sets_;
  std::vector<KindOfEvent> kinds_;
  std::vector<Level> levels_;
  int largest_ = 0;              // size of the largest graph since values_ was cleared
  std::vector<Order> orders_;    // by test: an order that contains the relation, if acyclic
  bool for_good_ = false;        // what is tested will be a level
  bool extended_holds_ = false;  // of the extension made last
  Step rmw_;                     // a key that is a relation, if the plan has it
};

extern template class IncrementalEvaluator<1>;
extern template class IncrementalEvaluator<2>;
extern template class IncrementalEvaluator<4>;
extern template class IncrementalEvaluator<kGrowing>;

}  // namespace ringcheck
