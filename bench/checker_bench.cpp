// What the parts of a hand-written checker cost: asking a question, committing an event, copying a
// State.
#include <benchmark/benchmark.h>

#include <vector>

#include "bench/ring_program.hpp"
#include "explore/explore.hpp"
#include "graph/check.hpp"
#include "models/fast_rc11.hpp"
#include "models/fast_rc11_sc.hpp"
#include "models/fast_sc.hpp"
#include "models/fast_tso.hpp"
#include "models/model.hpp"

namespace ringcheck::bench {
namespace {

/// The execution in the middle of the exploration of the ring with six records under SC. The
/// indices of its events follow po and rf.
ExecutionGraph middle_execution() {
  ExecutionGraph graph;
  int left = 15'000;
  explore(ring_program(2, 6), find_model("sc"), {}, [&](const Execution& execution) {
    graph = execution.graph;
    return --left > 0;
  });
  RC_CHECK(left == 0, "the exploration ended too early");
  return graph;
}

const ExecutionGraph& ring_graph() {
  static const ExecutionGraph kGraph = middle_execution();
  return kGraph;
}

/// The events of `graph` in an order that respects po and rf.
std::vector<EventNumber> porf_order(const ExecutionGraph& graph) {
  std::vector<EventNumber> order;
  std::vector<int> next(static_cast<std::size_t>(graph.threads()));
  EventSet done = EventSet::prefix(graph.locations());
  while (static_cast<int>(order.size()) < graph.size() - graph.locations()) {
    for (std::size_t t = 0; t < next.size(); ++t) {
      const EventNumber e = graph.at(static_cast<ThreadId>(t), next[t]);
      if (e == kNoEvent) continue;
      if (graph[e].kind == EventKind::read && !done.test(graph[e].rf)) continue;
      order.push_back(e);
      done.set(e);
      ++next[t];
    }
  }
  return order;
}

template <class Checker>
void commit(benchmark::State& state) {
  const ExecutionGraph& graph = ring_graph();
  const std::vector<EventNumber> order = porf_order(graph);
  Checker checker;
  typename Checker::State checked;
  for (auto _ : state) {
    checker.start(checked, graph);
    for (const EventNumber e : order) checker.commit(checked, graph, e);
    benchmark::DoNotOptimize(&checked);
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(order.size()));
}

template <class Checker>
void question(benchmark::State& state) {
  const ExecutionGraph& graph = ring_graph();
  Checker checker;
  typename Checker::State checked;
  checker.start(checked, graph);
  std::vector<EventNumber> reads;
  for (const EventNumber e : porf_order(graph)) {
    checker.commit(checked, graph, e);
    if (graph[e].kind == EventKind::read) reads.push_back(e);
  }
  std::int64_t questions = 0;
  for (auto _ : state) {
    int admitted = 0;
    for (const EventNumber r : reads) {
      for (EventNumber w = graph[r].location; w != kNoEvent; w = graph[w].co_next) {
        admitted += checker.admits_read(checked, graph, r, w) ? 1 : 0;
        ++questions;
      }
    }
    benchmark::DoNotOptimize(admitted);
  }
  state.SetItemsProcessed(questions);
}

template <class Checker>
void copy(benchmark::State& state) {
  const ExecutionGraph& graph = ring_graph();
  Checker checker;
  typename Checker::State checked;
  checker.start(checked, graph);
  for (const EventNumber e : porf_order(graph)) checker.commit(checked, graph, e);
  typename Checker::State other;
  for (auto _ : state) {
    other = checked;
    benchmark::DoNotOptimize(&other);
  }
  state.SetItemsProcessed(state.iterations());
}

BENCHMARK_TEMPLATE(question, ScChecker)->MinTime(0.05);
BENCHMARK_TEMPLATE(question, TsoChecker)->MinTime(0.05);
BENCHMARK_TEMPLATE(question, Rc11Checker)->MinTime(0.05);
BENCHMARK_TEMPLATE(question, Rc11ScChecker)->MinTime(0.05);
BENCHMARK_TEMPLATE(commit, ScChecker)->MinTime(0.05);
BENCHMARK_TEMPLATE(commit, TsoChecker)->MinTime(0.05);
BENCHMARK_TEMPLATE(commit, Rc11Checker)->MinTime(0.05);
BENCHMARK_TEMPLATE(commit, Rc11ScChecker)->MinTime(0.05);
BENCHMARK_TEMPLATE(copy, ScChecker)->MinTime(0.05);
BENCHMARK_TEMPLATE(copy, TsoChecker)->MinTime(0.05);
BENCHMARK_TEMPLATE(copy, Rc11Checker)->MinTime(0.05);
BENCHMARK_TEMPLATE(copy, Rc11ScChecker)->MinTime(0.05);

}  // namespace
}  // namespace ringcheck::bench
