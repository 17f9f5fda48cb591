#pragma once
// CatChecker: a model's .cat text as a consistency checker.

#include <memory>
#include <optional>

#include "models/evaluator.hpp"
#include "models/model_data.hpp"

namespace ringcheck {

/// Checks executions by evaluating the model's text. Satisfies ConsistencyChecker; has no State,
/// since all is recomputed from the graph. Each thread of an exploration needs its own.
class CatChecker {
 public:
  struct State {};

  explicit CatChecker(Model model) : model_(std::move(model)) {}
  CatChecker(const CatChecker& other) : model_(other.model_) {}
  CatChecker(CatChecker&&) = default;
  CatChecker& operator=(const CatChecker& other) {
    if (this != &other) *this = CatChecker(other.model_);
    return *this;
  }
  CatChecker& operator=(CatChecker&&) = default;
  ~CatChecker() = default;

  void start(State&, const ExecutionGraph&) {}
  void commit(State&, const ExecutionGraph&, EventNumber) {}
  void prepare(const State&, const ExecutionGraph& graph);
  /// Pre for both: prepare() was called on this graph, and neither graph nor checker was used
  /// otherwise since.
  [[nodiscard]] bool admits_read(const State&, ExecutionGraph& graph, EventNumber r, EventNumber w);
  [[nodiscard]] bool admits_write(const State&, const ExecutionGraph& graph, EventNumber w,
                                  EventNumber behind);
  /// Is the graph consistent, as far as no event to come can change that? Does not disturb what
  /// prepare() has set up.
  [[nodiscard]] bool consistent(const ExecutionGraph& graph);
  /// The same for a graph to which nothing will be added: the exact answer, whatever the model.
  [[nodiscard]] bool consistent_when_complete(const ExecutionGraph& graph);
  /// True iff a partial graph may pass although every completion of it fails, so that complete ones
  /// have to be asked about with consistent_when_complete.
  [[nodiscard]] bool exact_only_when_complete() const;

 private:
  // What prepare() has set up, what consistent() uses, and what consistent_when_complete() uses.
  // One evaluator for each width, made when the first graph of that size comes.
  struct Evaluators {
    Growth growth = Growth::may_grow;
    std::unique_ptr<Evaluator<1>> narrow;
    std::unique_ptr<Evaluator<2>> middle;
    std::unique_ptr<Evaluator<4>> wide;
  };
  bool evaluate(Evaluators& evaluators, const ExecutionGraph& graph);
  template <class Use>
  decltype(auto) with(Evaluators& evaluators, int size, Use&& use);

  Model model_;
  Evaluators prepared_;
  Evaluators separate_;
  Evaluators final_{Growth::final, nullptr, nullptr, nullptr};
};

}  // namespace ringcheck
