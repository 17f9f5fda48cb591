#pragma once
// Exploration by several workers; the answer does not depend on their number.

#include <functional>
#include <list>
#include <optional>
#include <vector>

#include "explore/explore.hpp"
#include "explore/options.hpp"
#include "explore/state_search.hpp"
#include "explore/suffix_forgetting.hpp"
#include "explore/sums.hpp"
#include "explore/workers.hpp"

namespace ringcheck {

/// How far an exploration has come.
struct ExploreProgress {
  std::uint64_t complete = 0;  ///< executions so far
  double explored =
      0;  ///< share of the tree that has been visited, if options were alike everywhere
  double seconds = 0;
};

/// Most explorations are smaller, and would gain nothing from keeping the results of subtrees.
inline constexpr std::uint64_t kNodesBeforeCounting = 4096;

/// How several workers explore.
struct ParallelOptions {
  Workers* workers = nullptr;  ///< null: this thread alone
  ExploreLimits limits;
  /// Explore only the subtrees that these paths name, in this order. None: everything.
  std::vector<Path> from;
  /// Called about twice a second, by one worker at a time.
  std::function<void(const ExploreProgress&)> progress;
  /// Makes an observer of executions, with which executions of equal futures can be counted instead
  /// of visited (explore/subtree_counter.hpp); called once that may pay. If null, or if it returns
  /// nothing, all executions are visited. So they are under a limit on executions, under a user's
  /// model, and if threads are symmetric, or unwind under a model without dependencies. Counts of
  /// nodes and questions are of those actually done.
  std::function<std::optional<StateObserver>()> observer{};
  /// How many states in which something is picked a search goes through before it counts that way.
  std::uint64_t nodes_before_counting = kNodesBeforeCounting;
  /// A pause after so many states in which something is picked, and so many executions that were
  /// visited. Up to there one worker explores alone.
  struct Pause {
    std::uint64_t nodes = 0;
    std::uint64_t executions = 0;
    /// Ends the exploration, as a visitor does, unless it returns true; null: there is no pause.
    std::function<bool()> go_on;
  };
  Pause pause{};  ///< pre: no limit on executions
  SuffixForgetting testing_only_forgetting = SuffixForgetting::nothing;
};

/// What became of an exploration by several workers.
struct ParallelResult {
  ExploreCounts counts;
  /// The segments whose executions make up the answer, in the order in which one worker would visit
  /// them.
  std::vector<std::size_t> segments;
  std::vector<Path> rest;  ///< the subtrees that have not been visited, when a limit ended it
};

/// Makes the visitor of a segment: a run of executions that follow each other in the order of one
/// worker. Segments are numbered from 0 as they come up. Calls do not overlap.
using VisitorOfSegment = std::function<ExecutionVisitor(std::size_t segment)>;

/// The sums over the executions of a segment, for ParallelOptions::observer. Calls overlap neither
/// each other nor those of VisitorOfSegment.
using SumsOfSegment = std::function<Sums(std::size_t segment)>;

/// Like explore(), by several workers: when some have nothing to do, the remaining work of another
/// is divided. Visitors of different segments are called at the same time. When one returns false,
/// or something throws, the answer covers only what one worker would have visited before. Under a
/// limit on executions this thread works alone.
ParallelResult explore_segments(const Program& program, const Model& model,
                                const ParallelOptions& options, const VisitorOfSegment& visitor_of,
                                const SumsOfSegment& sums_of = {});

/// Folds all executions with several workers. `make()` makes an empty fold; `fold.visit(execution)`
/// takes one in and returns false to end the exploration; `fold.append(other)` takes in the fold of
/// the executions that follow. The result is the same for any number of workers if folding two
/// parts and appending equals folding the whole. A fold with a member sums() can have executions
/// counted for it (ParallelOptions::observer).
template <class Make>
auto fold_executions(const Program& program, const Model& model, const ParallelOptions& options,
                     Make&& make) {
  using Fold = decltype(make());
  std::list<Fold> folds;
  std::vector<Fold*> by_segment;
  const auto visitor_of = [&](std::size_t) {
    Fold& fold = folds.emplace_back(make());
    by_segment.push_back(&fold);
    return [&fold](const Execution& execution) { return fold.visit(execution); };
  };
  SumsOfSegment sums_of;
  if constexpr (requires(Fold & fold) { fold.sums(); })
    sums_of = [&](std::size_t segment) { return by_segment[segment]->sums(); };
  ParallelResult result = explore_segments(program, model, options, visitor_of, sums_of);
  Fold whole = make();
  for (const std::size_t segment : result.segments) whole.append(std::move(*by_segment[segment]));
  return std::pair<ParallelResult, Fold>(std::move(result), std::move(whole));
}

}  // namespace ringcheck
