#pragma once
// Exploration by several workers, with an answer that does not depend on their number.

#include <functional>
#include <list>
#include <vector>

#include "explore/explore.hpp"
#include "explore/options.hpp"
#include "explore/workers.hpp"

namespace ringcheck {

/// How far an exploration has come.
struct ExploreProgress {
  std::uint64_t complete = 0;  ///< executions so far
  double explored =
      0;  ///< share of the tree that has been visited, if options were alike everywhere
  double seconds = 0;
};

/// How several workers are to explore.
struct ParallelOptions {
  Workers* workers = nullptr;  ///< null: this thread alone
  ExploreLimits limits;
  /// Explore only the subtrees that these paths name, in this order. None: everything.
  std::vector<Path> from;
  /// Called about twice a second, by one worker at a time.
  std::function<void(const ExploreProgress&)> progress;
};

/// What became of an exploration by several workers.
struct ParallelResult {
  ExploreCounts counts;
  /// The segments whose executions make up the answer, in the order in which one worker would visit
  /// them.
  std::vector<std::size_t> segments;
  std::vector<Path> rest;  ///< the subtrees that have not been visited, when a limit ended it
};

/// Makes the visitor of a segment: of a run of executions that follow each other in the order of
/// one worker. Segments are numbered from 0 as they come up. Calls do not overlap.
using VisitorOfSegment = std::function<ExecutionVisitor(std::size_t segment)>;

/// Like explore(), by several workers: what is left of one is divided when others have nothing to
/// do. Visitors of different segments are called at the same time. When one returns false, or
/// something throws, only what one worker would have visited before is part of the answer. A limit
/// on executions is kept by this thread alone.
ParallelResult explore_segments(const Program& program, const Model& model,
                                const ParallelOptions& options, const VisitorOfSegment& visitor_of);

/// Folds all executions by several workers. `make()` makes an empty fold; `fold.visit(execution)`
/// takes one in and returns false to end the exploration; `fold.append(other)` takes in the fold of
/// the executions that follow. The result is the same for any number of workers when folding two
/// parts and appending is the same as folding the whole.
template <class Make>
auto fold_executions(const Program& program, const Model& model, const ParallelOptions& options,
                     Make&& make) {
  using Fold = decltype(make());
  std::list<Fold> folds;
  std::vector<Fold*> by_segment;
  ParallelResult result = explore_segments(program, model, options, [&](std::size_t) {
    Fold& fold = folds.emplace_back(make());
    by_segment.push_back(&fold);
    return [&fold](const Execution& execution) { return fold.visit(execution); };
  });
  Fold whole = make();
  for (const std::size_t segment : result.segments) whole.append(std::move(*by_segment[segment]));
  return std::pair<ParallelResult, Fold>(std::move(result), std::move(whole));
}

}  // namespace ringcheck
