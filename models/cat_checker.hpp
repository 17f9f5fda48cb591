#pragma once
// CatChecker: a model's .cat text as a consistency checker.

#include <cstdint>
#include <memory>
#include <optional>

#include "models/buffered_order.hpp"
#include "models/evaluator.hpp"
#include "models/followed_order.hpp"
#include "models/incremental_evaluator.hpp"
#include "models/model_data.hpp"

namespace ringcheck {

/// How a CatChecker gets from one graph to the next.
enum class Evaluating : std::uint8_t {
  changes,  ///< brings up to date what differs from a graph before, and only where that matters
  all,      ///< computes everything again: the reference for the other
};

/// Checks executions by evaluating the model's text. Satisfies ConsistencyChecker. It and its State
/// remember graphs only to be faster: the answers depend on nothing but the graph asked about. Each
/// thread of an exploration needs its own.
class CatChecker {
 public:
  using State = FollowedOrder::State;

  explicit CatChecker(Model model, Evaluating how = Evaluating::changes)
      : model_(std::move(model)), how_(how), followed_(model_.data().passing_reads) {}
  CatChecker(const CatChecker& other) : CatChecker(other.model_, other.how_) {}
  CatChecker(CatChecker&&) = default;
  CatChecker& operator=(const CatChecker& other) {
    if (this != &other) *this = CatChecker(other);
    return *this;
  }
  CatChecker& operator=(CatChecker&&) = default;
  ~CatChecker() = default;

  void start(State& state, const ExecutionGraph&) { state.follows = false; }
  /// Says, after start(), that threads wait in order: commit() will be called for each event once
  /// it is materialised, in program order within its thread. Then few questions need more than
  /// `state`.
  void follow(State& state, const ExecutionGraph& graph);
  /// Says that threads no longer wait in order: commit() will not be called.
  void stop_following(State& state) { state.follows = false; }
  void commit(State& state, const ExecutionGraph& graph, EventNumber e) {
    followed_.commit(state, graph, e);
  }
  /// True if is_consistent() still holds after commit() of `e`, provided that it holds now.
  [[nodiscard]] bool admits_commit(const State& state, const ExecutionGraph& graph,
                                   EventNumber e) const {
    return followed_.admits_commit(state, graph, e);
  }
  void prepare(const State&, const ExecutionGraph& graph);
  /// Says that consistent() will be asked about graphs that extend the prepared one, `graph`.
  /// Changes no answer: if the model's text had to answer such questions of late, it prepares the
  /// evaluator at once. One state with many of them pays for many states with none.
  void expect_extensions(const ExecutionGraph& graph);
  /// Pre for both: prepare() was called on this graph, and neither graph nor checker was used
  /// otherwise since.
  [[nodiscard]] bool admits_read(const State&, ExecutionGraph& graph, EventNumber r, EventNumber w);
  [[nodiscard]] bool admits_write(const State&, const ExecutionGraph& graph, EventNumber w,
                                  EventNumber predecessor);
  /// True if whatever forbids `r` to read from `w` plainly forbids all writes before `w` in
  /// coherence order too.
  [[nodiscard]] static bool refuses_earlier(const State& state, const ExecutionGraph& graph,
                                            EventNumber r, EventNumber w) {
    return FollowedOrder::has_passed(state, graph, r, w);
  }
  /// True if the graph is consistent for sure. Pre: all of it has been committed.
  [[nodiscard]] bool is_consistent(const State& state, const ExecutionGraph& graph) const {
    return FollowedOrder::is_consistent(state, graph);
  }
  /// Is the graph consistent, as far as no event to come can change that? Does not disturb what
  /// prepare() has set up if the graph extends the prepared one, by events, rf or co.
  [[nodiscard]] bool consistent(const ExecutionGraph& graph);
  /// The same for a graph to which nothing will be added: the exact answer, whatever the model.
  [[nodiscard]] bool consistent_when_complete(const ExecutionGraph& graph);
  /// The axioms that forbid a cycle, as bits, whose relation leads from `from` to `to`: in every
  /// graph that extends this one, or that this one is a part of. Does not disturb what prepare()
  /// has set up. For a user's model this is not known, and the answer is none.
  [[nodiscard]] std::uint64_t axioms_that_lead(const ExecutionGraph& graph, EventNumber from,
                                               EventNumber to);
  /// False only if the model refuses every graph that this one is a part of.
  [[nodiscard]] bool may_be_part(const ExecutionGraph& graph);
  /// True iff a partial graph may pass although every completion of it fails. Complete graphs must
  /// then be checked with consistent_when_complete.
  [[nodiscard]] bool exact_only_when_complete() const;

 private:
  /// One evaluator for each width of rows, made when the first graph of that size comes.
  template <template <int> class E>
  struct ByWidth {
    std::unique_ptr<E<1>> narrow;
    std::unique_ptr<E<2>> middle;
    std::unique_ptr<E<4>> wide;
    std::unique_ptr<E<kGrowing>> growing;
    int room = 0;  ///< of `growing`
    /// Size of the largest graph so far. Its width is kept, since evaluators go on from smaller
    /// graphs to larger ones.
    int largest = 0;

    /// The largest size of a graph that still has the width of those before.
    [[nodiscard]] int capacity() const {
      return largest <= 64 ? 64 : largest <= 128 ? 128 : largest <= 256 ? 256 : room;
    }
  };
  template <template <int> class E, class Make, class Use>
  static decltype(auto) with(ByWidth<E>& evaluators, int size, Make&& make, Use&& use);
  template <class Use>
  decltype(auto) with_incremental(ByWidth<IncrementalEvaluator>& evaluators, int size, Use&& use);
  template <class Use>
  decltype(auto) with_plain(ByWidth<Evaluator>& evaluators, Growth growth, int size, Use&& use);
  /// Whether `graph` with `extension` is consistent, if that costs little to see.
  [[nodiscard]] std::optional<bool> plain_answer(const ExecutionGraph& graph,
                                                 const Extension& extension);
  /// The same with what `state` knows of the graph.
  [[nodiscard]] std::optional<bool> plain_answer(const State& state, const ExecutionGraph& graph,
                                                 const Extension& extension);
  /// The answer of `ask` by the evaluator that is prepared for questions about `graph`.
  template <class Ask>
  bool ask(const ExecutionGraph& graph, Ask&& ask);
  /// Whether `graph` is consistent, if it extends the prepared one; else nothing.
  std::optional<bool> extension_is_consistent(const ExecutionGraph& graph);
  bool evaluate(ByWidth<Evaluator>& evaluators, Growth growth, const ExecutionGraph& graph);

  Model model_;
  Evaluating how_;
  FollowedOrder followed_;
  ByWidth<IncrementalEvaluator> prepared_;  // at the graph that prepare() was given
  /// How far the graph given to prepare() is prepared. Most questions need no preparation.
  enum class Preparation : std::uint8_t { none, asked_for, done } preparation_{};
  int answers_by_text_ = 0;  // of consistent(), since extensions were expected last
  int worth_preparing_ = 0;  // grows with these answers, and shrinks where there are none
  ByWidth<BufferedOrder> order_;
  bool order_is_prepared_ = false;  // for the graph that prepare() was given
  ByWidth<Evaluator> prepared_plain_;
  ByWidth<Evaluator> separate_;
  ByWidth<Evaluator> final_;
};

}  // namespace ringcheck
