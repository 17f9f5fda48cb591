#pragma once
// The least of the executions that show something: the one to show to a reader.

#include <memory>
#include <string>
#include <utility>

#include "graph/execution_graph.hpp"

namespace ringcheck {

/// The least execution so far: the one with the fewest events, then the least canonical text. The
/// order in which executions are taken does not matter.
class Least {
 public:
  /// Takes `graph` if it is less than what is held; returns whether it did.
  bool take(const ExecutionGraph& graph) {
    if (graph_ != nullptr && graph.size() > graph_->size()) return false;
    std::string text;
    if (graph_ != nullptr && graph.size() == graph_->size()) {
      text = graph.canonical();
      if (text_.empty()) text_ = graph_->canonical();
      if (text >= text_) return false;
    }
    graph_ = std::make_shared<ExecutionGraph>(graph);
    text_ = std::move(text);
    return true;
  }
  [[nodiscard]] bool empty() const { return graph_ == nullptr; }
  [[nodiscard]] std::shared_ptr<const ExecutionGraph> graph() const { return graph_; }
  /// True iff this holds less than `other`. Pre: neither is empty.
  [[nodiscard]] bool less(const Least& other) const {
    if (graph_->size() != other.graph_->size()) return graph_->size() < other.graph_->size();
    return graph_->canonical() < other.graph_->canonical();
  }

 private:
  std::shared_ptr<const ExecutionGraph> graph_;
  std::string text_;  ///< of graph_, once it was needed
};

/// The least of the executions that show one thing, such as that a property is violated, and what
/// is found in it.
template <class Finding>
struct LeastFinding {
  Least least;
  Finding finding{};  ///< in `least`

  /// Takes `graph`, with what `find` returns, if it is less than what is held.
  template <class Find>
  void take(const ExecutionGraph& graph, Find&& find) {
    if (least.take(graph)) finding = find();
  }
  /// Takes in what another judge found.
  void append(LeastFinding&& later) {
    if (later.least.empty() || (!least.empty() && !later.least.less(least))) return;
    *this = std::move(later);
  }
};

}  // namespace ringcheck
