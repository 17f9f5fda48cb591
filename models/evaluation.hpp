#pragma once
// Any value of a plan on one graph, computed on demand: for explanations and flags, not for
// exploration.

#include <utility>
#include <vector>

#include "models/prepared_plan.hpp"
#include "models/values.hpp"

namespace ringcheck {

/// Values of a plan's nodes on the graph loaded last, of up to 64 * W events, or, with rows that
/// grow, of up to `room`.
template <int W>
class Evaluation {
 public:
  using Row = BitRow<W>;

  explicit Evaluation(const cat::Plan& plan, int room = kRoomOf<W>)
      : plan_(plan), values_(plan, Growth::final, room), computed_(plan.nodes.size()) {}

  void load(const ExecutionGraph& graph) {
    values_.load(graph);
    computed_.assign(computed_.size(), false);
  }
  /// Makes the value of `n` available.
  void require(cat::NodeId n);

  /// True iff the test's condition holds, negation included.
  [[nodiscard]] bool holds(const cat::Test& test);

  [[nodiscard]] bool edge(cat::NodeId relation, int from, int to) {
    require(relation);
    if (plan_.backward) std::swap(from, to);
    return values_.rows(relation)[from].test(to);
  }
  /// What `from` is related to.
  [[nodiscard]] Row row(cat::NodeId relation, int from) {
    require(relation);
    if (!plan_.backward) return values_.rows(relation)[from];
    Row result;
    for (int e = 0; e < size(); ++e)
      if (values_.rows(relation)[e].test(from)) result.set(e);
    return result;
  }
  [[nodiscard]] const Row& set(cat::NodeId n) {
    require(n);
    return values_.set(n);
  }
  [[nodiscard]] int size() const { return values_.size(); }
  [[nodiscard]] const cat::Plan& plan() const { return plan_; }

 private:
  const cat::Plan& plan_;
  Values<W> values_;
  std::vector<bool> computed_;
};

extern template class Evaluation<1>;
extern template class Evaluation<2>;
extern template class Evaluation<4>;
extern template class Evaluation<kGrowing>;

}  // namespace ringcheck
