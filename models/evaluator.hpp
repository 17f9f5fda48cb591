#pragma once
// Checks the axioms of a plan on many small changes of one graph.

#include <vector>

#include "models/schedules.hpp"
#include "models/values.hpp"

namespace ringcheck {

/// Evaluates the axioms of a program on graphs of up to 64 * W events, or, with rows that grow, of
/// up to `room`.
///
/// `prepare` finds out which kinds of events the graph has, takes the schedule for these kinds, and
/// computes what rf and co cannot change. A check then adds one edge to rf or one write to co. It
/// computes the scheduled nodes of the cheapest axiom, tests the axiom, goes on with the next, and
/// takes the edge away again. No check allocates.
template <int W>
class Evaluator {
 public:
  using Row = BitRow<W>;

  explicit Evaluator(const PreparedPlan& program, Growth growth = Growth::may_grow,
                     int room = kRoomOf<W>);

  void prepare(const ExecutionGraph& graph);
  /// Limits FW to the final writes of these locations (null: of all), from the next prepare() on.
  void ask_final(const LocationSet* asked) { values_.ask_final(asked); }

  // Pre for all: `prepare` was called on this graph, which has not changed since.
  [[nodiscard]] bool admits_read(EventNumber r, EventNumber w);
  [[nodiscard]] bool admits_write(EventNumber w, EventNumber predecessor);
  [[nodiscard]] bool consistent() { return check(); }
  /// The plan's tests for a cycle whose relation leads from `from` to `to`, as bits by their place
  /// among the first 64.
  [[nodiscard]] std::uint64_t leading(int from, int to);
  /// Which of the plan's tests hold, negation aside, by place.
  void results(std::vector<bool>& holding);

 private:
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }

  [[nodiscard]] bool check();
  [[nodiscard]] bool holds(const Axiom& axiom) const;
  [[nodiscard]] bool leads(const Axiom& axiom, int from, int to) const;

  const PreparedPlan& program_;
  Values<W> values_;
  Trail<W> trail_;                      // what a question changes
  Schedules schedules_;                 // values_ refers to the one in use
  const Schedule* schedule_ = nullptr;  // for the graph that was prepared last
  bool once_axioms_hold_ = true;
};

extern template class Evaluator<1>;
extern template class Evaluator<2>;
extern template class Evaluator<4>;
extern template class Evaluator<kGrowing>;

}  // namespace ringcheck
