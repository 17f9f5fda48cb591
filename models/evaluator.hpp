#pragma once
// Checks the axioms of a plan on many small changes of one graph.

#include <vector>

#include "models/prepared_plan.hpp"
#include "models/values.hpp"

namespace ringcheck {

/// Evaluates the axioms of a program on graphs of up to 64 * W events.
///
/// `prepare` computes what the graph's events alone decide, finds out which of the rest is empty on
/// this graph, and schedules what remains. A check then adds one edge to rf or one write to co,
/// computes the scheduled nodes of the cheapest axiom, tests it, goes on with the next, and takes
/// the edge away again. No check allocates.
template <int W>
class Evaluator {
 public:
  using Row = BitRow<W>;

  explicit Evaluator(const PreparedPlan& program, Growth growth = Growth::may_grow);

  void prepare(const ExecutionGraph& graph);

  // Pre for all: `prepare` was called on this graph, which has not changed since.
  [[nodiscard]] bool admits_read(EventNumber r, EventNumber w);
  [[nodiscard]] bool admits_write(const ExecutionGraph& graph, EventNumber w, EventNumber behind);
  [[nodiscard]] bool consistent() { return check(); }

 private:
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }
  [[nodiscard]] const cat::Node& node(cat::NodeId n) const { return program_.plan.nodes[index(n)]; }

  void simplify(cat::NodeId n);
  void schedule(const Axiom& axiom);
  void want(cat::NodeId n);
  [[nodiscard]] bool check();
  [[nodiscard]] bool holds(const Axiom& axiom) const;

  const PreparedPlan& program_;
  Values<W> values_;
  bool static_axioms_hold_ = true;
  std::vector<bool> live_;  // by node: its own value changes with rf or co on this graph
  enum class Mark : std::uint8_t { none, wanted, scheduled };
  std::vector<Mark> marks_;  // by node
  std::vector<cat::NodeId>
      schedule_;  // dynamic nodes to compute, those of the cheapest axiom first
  struct Stage {
    const Axiom* axiom;
    std::size_t end;  // schedule_ up to here is what its test needs
  };
  std::vector<Stage> stages_;
};

extern template class Evaluator<1>;
extern template class Evaluator<2>;
extern template class Evaluator<4>;

}  // namespace ringcheck
