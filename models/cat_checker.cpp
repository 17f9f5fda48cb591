// Chooses the width of rows by the size of the graph.
// Tested by tests/models/models_test.cpp, tests/models/evaluator_test.cpp.
#include "models/cat_checker.hpp"

namespace ringcheck {

template <class Use>
decltype(auto) CatChecker::with(Evaluators& evaluators, int size, Use&& use) {
  const ModelData& data = model_.data();
  const bool exact = evaluators.growth == Growth::final && data.exact_only_when_complete;
  const PreparedPlan& program = exact ? data.whole : data.program;
  const auto made = [&](auto& evaluator) -> auto& {
    using E = std::remove_reference_t<decltype(*evaluator)>;
    if (evaluator == nullptr) evaluator = std::make_unique<E>(program, evaluators.growth);
    return *evaluator;
  };
  if (size <= 64) return use(made(evaluators.narrow));
  if (size <= 128) return use(made(evaluators.middle));
  return use(made(evaluators.wide));
}

void CatChecker::prepare(const State&, const ExecutionGraph& graph) {
  with(prepared_, graph.size(), [&](auto& evaluator) { evaluator.prepare(graph); });
}

bool CatChecker::admits_read(const State&, ExecutionGraph& graph, EventNumber r, EventNumber w) {
  const Event& read = graph[r];
  const bool can_fail = read.compare != Compare::none && read.compare != Compare::await_equal;
  const bool wants_equal = read.compare == Compare::succeed_if_equal;
  if (!can_fail || !read.expected_known || (graph[w].value == read.expected) != wants_equal)
    return with(prepared_, graph.size(), [&](auto& its) { return its.admits_read(r, w); });
  // Success changes the read's tags, and may add a fence: another graph than the prepared one.
  graph.resolve_read(r, w);
  const bool admitted = consistent(graph);
  graph.unresolve_read(r);
  return admitted;
}

bool CatChecker::admits_write(const State&, const ExecutionGraph& graph, EventNumber w,
                              EventNumber behind) {
  return with(prepared_, graph.size(),
              [&](auto& evaluator) { return evaluator.admits_write(graph, w, behind); });
}

bool CatChecker::consistent(const ExecutionGraph& graph) {
  return evaluate(separate_, graph);
}

bool CatChecker::consistent_when_complete(const ExecutionGraph& graph) {
  return evaluate(final_, graph);
}

bool CatChecker::exact_only_when_complete() const {
  return model_.data().exact_only_when_complete;
}

bool CatChecker::evaluate(Evaluators& evaluators, const ExecutionGraph& graph) {
  return with(evaluators, graph.size(), [&](auto& evaluator) {
    evaluator.prepare(graph);
    return evaluator.consistent();
  });
}

}  // namespace ringcheck
