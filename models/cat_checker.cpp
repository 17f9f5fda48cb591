// Chooses the width of rows by the size of the graph.
// Tested by tests/models/models_test.cpp, tests/models/evaluator_test.cpp,
// tests/models/incremental_test.cpp.
#include "models/cat_checker.hpp"

#include <algorithm>
#include <utility>

#include "graph/check.hpp"

namespace ringcheck {

template <template <int> class E, class Make, class Use>
decltype(auto) CatChecker::with(ByWidth<E>& evaluators, int size, Make&& make, Use&& use) {
  evaluators.largest = std::max(evaluators.largest, size);
  const auto made = [&](auto& evaluator, int room) -> auto& {
    if (evaluator == nullptr) make(evaluator, room);
    return *evaluator;
  };
  if (evaluators.largest <= 64) return use(made(evaluators.narrow, 64));
  if (evaluators.largest <= 128) return use(made(evaluators.middle, 128));
  if (evaluators.largest <= 256) return use(made(evaluators.wide, 256));
  if (evaluators.room < evaluators.largest) {
    evaluators.room = room_for<kGrowing>(evaluators.largest);
    evaluators.growing = nullptr;
  }
  return use(made(evaluators.growing, evaluators.room));
}

template <class Use>
decltype(auto) CatChecker::with_incremental(ByWidth<IncrementalEvaluator>& evaluators, int size,
                                            Use&& use) {
  const auto make = [&]<class T>(std::unique_ptr<T>& evaluator, int room) {
    evaluator = std::make_unique<T>(model_.data().program, room);
  };
  return with(evaluators, size, make, use);
}

template <class Use>
decltype(auto) CatChecker::with_plain(ByWidth<Evaluator>& evaluators, Growth growth, int size,
                                      Use&& use) {
  const ModelData& data = model_.data();
  const bool exact = growth == Growth::final && data.exact_only_when_complete;
  const auto make = [&]<class T>(std::unique_ptr<T>& evaluator, int room) {
    evaluator = std::make_unique<T>(exact ? data.whole : data.program, growth, room);
  };
  evaluators.largest = 0;  // each graph is evaluated for itself
  return with(evaluators, size, make, use);
}

void CatChecker::follow(State& state, const ExecutionGraph& graph) {
  if (how_ == Evaluating::changes && model_.data().order_suffices) followed_.follow(state, graph);
}

void CatChecker::prepare(const State&, const ExecutionGraph&) {
  preparation_ = Preparation::asked_for;
  order_is_prepared_ = false;
}

void CatChecker::expect_extensions(const ExecutionGraph& graph) {
  constexpr int kMost = 255;
  constexpr int kEnough = 4;
  const int change = answers_by_text_ == 0 ? -1 : std::exchange(answers_by_text_, 0);
  worth_preparing_ = std::clamp(worth_preparing_ + change, 0, kMost);
  if (how_ == Evaluating::all || preparation_ != Preparation::asked_for) return;
  if (worth_preparing_ < kEnough) return;
  with_incremental(prepared_, graph.size(), [&](auto& its) { its.prepare(graph); });
  preparation_ = Preparation::done;
}

std::optional<bool> CatChecker::plain_answer(const ExecutionGraph& graph,
                                             const Extension& extension) {
  const ModelData& data = model_.data();
  if (how_ == Evaluating::all || !data.order_suffices) return std::nullopt;
  const auto make = [&]<class T>(std::unique_ptr<T>& order, int /*room*/) {
    order = std::make_unique<T>(data.passing_reads);
  };
  return with(order_, graph.size(), make, [&](auto& order) {
    if (!order_is_prepared_) order.prepare(graph);
    order_is_prepared_ = true;
    std::optional<bool> answer = order.answer(graph, extension);
    if (!answer && order.has_grace_periods() && ordered_by_thread(graph, extension)) answer = true;
    return answer;
  });
}

// If an exploration is followed, the order of its whole graph would say no more.
std::optional<bool> CatChecker::plain_answer(const State& state, const ExecutionGraph& graph,
                                             const Extension& extension) {
  const bool reads = extension.read != kNoEvent;
  const auto answer =
      reads ? followed_.answer_read(state, graph, extension.read, extension.write)
            : followed_.answer_write(state, graph, extension.write, extension.predecessor);
  if (answer || FollowedOrder::is_consistent(state, graph)) return answer;
  return plain_answer(graph, extension);
}

template <class Ask>
bool CatChecker::ask(const ExecutionGraph& graph, Ask&& ask) {
  RC_CHECK(preparation_ != Preparation::none, "a question about a graph that was not prepared");
  const auto prepare_and_ask = [&](auto& its) {
    if (preparation_ == Preparation::asked_for) its.prepare(graph);
    preparation_ = Preparation::done;
    return ask(its);
  };
  if (how_ == Evaluating::changes)
    return with_incremental(prepared_, graph.size(), prepare_and_ask);
  return with_plain(prepared_plain_, Growth::may_grow, graph.size(), prepare_and_ask);
}

bool CatChecker::admits_read(const State& state, ExecutionGraph& graph, EventNumber r,
                             EventNumber w) {
  if (const auto answer = plain_answer(state, graph, {.read = r, .write = w})) return *answer;
  const Event& read = graph[r];
  const bool can_fail = read.compare != Compare::none && read.compare != Compare::await_equal;
  const bool wants_equal = read.compare == Compare::succeed_if_equal;
  if (can_fail && read.expected_known && (graph[w].value == read.expected) == wants_equal) {
    // Success changes the read's tags, and may add a fence: that is another graph than the prepared
    // one.
    graph.resolve_read(r, w);
    std::optional<bool> admitted = extension_is_consistent(graph);
    if (!admitted) admitted = evaluate(separate_, Growth::may_grow, graph);
    graph.unresolve_read(r);
    return *admitted;
  }
  return ask(graph, [&](auto& its) { return its.admits_read(r, w); });
}

bool CatChecker::admits_write(const State& state, const ExecutionGraph& graph, EventNumber w,
                              EventNumber predecessor) {
  if (const auto answer = plain_answer(state, graph, {.write = w, .predecessor = predecessor}))
    return *answer;
  return ask(graph, [&](auto& its) { return its.admits_write(w, predecessor); });
}

std::optional<bool> CatChecker::extension_is_consistent(const ExecutionGraph& graph) {
  if (how_ == Evaluating::all || graph.size() > prepared_.capacity()) return std::nullopt;
  return with_incremental(prepared_, graph.size(),
                          [&](auto& its) { return its.extension_is_consistent(graph); });
}

bool CatChecker::consistent(const ExecutionGraph& graph) {
  if (how_ == Evaluating::all) return evaluate(separate_, Growth::may_grow, graph);
  order_is_prepared_ = false;
  const auto plainly = plain_answer(graph, {});
  order_is_prepared_ = false;
  if (plainly) return *plainly;
  ++answers_by_text_;
  if (const auto answer = extension_is_consistent(graph)) return *answer;
  if (preparation_ == Preparation::done) preparation_ = Preparation::none;
  return with_incremental(prepared_, graph.size(), [&](auto& its) {
    its.prepare(graph);
    return its.consistent();
  });
}

bool CatChecker::consistent_when_complete(const ExecutionGraph& graph) {
  return evaluate(final_, Growth::final, graph);
}

std::uint64_t CatChecker::axioms_that_lead(const ExecutionGraph& graph, EventNumber from,
                                           EventNumber to) {
  if (model_.data().users) return 0;
  return with_plain(separate_, Growth::may_grow, graph.size(), [&](auto& its) {
    its.prepare(graph);
    return its.leading(from, to);
  });
}

bool CatChecker::may_be_part(const ExecutionGraph& graph) {
  return model_.data().users || evaluate(separate_, Growth::may_grow, graph);
}

bool CatChecker::exact_only_when_complete() const {
  return model_.data().exact_only_when_complete;
}

bool CatChecker::evaluate(ByWidth<Evaluator>& evaluators, Growth growth,
                          const ExecutionGraph& graph) {
  return with_plain(evaluators, growth, graph.size(), [&](auto& its) {
    its.prepare(graph);
    return its.consistent();
  });
}

}  // namespace ringcheck
