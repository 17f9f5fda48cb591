#pragma once
// Exploring with a given checker, on this thread.

#include "explore/search.hpp"
#include "explore/watch.hpp"

namespace ringcheck {

/// explore() with the caller's checker.
template <ConsistencyChecker Checker>
ExploreCounts explore_with(Checker& checker, const Program& program, Dependence dependence,
                           const ExploreLimits& limits, const ExecutionVisitor& visit,
                           bool in_order = true) {
  Search<Checker> search(program, checker, dependence, in_order);
  Watch watch(limits);
  EndedBy ended_by = EndedBy::nothing;
  int left = 1;
  search.start();
  search.run(
      [&](const Execution& execution) {
        if (visit && !visit(execution))
          ended_by = EndedBy::visitor;
        else if (limits.executions != 0 && search.counts().complete >= limits.executions)
          ended_by = EndedBy::executions;
        return ended_by == EndedBy::nothing;
      },
      [&] {
        if (--left > 0) return true;
        left = kStatesBetweenLooks;
        ended_by = watch.look();
        return ended_by == EndedBy::nothing;
      });
  ExploreCounts counts = search.counts();
  counts.ended_by = ended_by;
  return counts;
}

}  // namespace ringcheck
