// Every execution of a user's program, one after the other.
// Tested by tests/face.
#include "ringcheck/explore.hpp"

#include "face/execution_data.hpp"

namespace ringcheck {

exploration explore(const program& its, const model& under,
                    const std::function<bool(const execution&)>& visit,
                    const check_options& options) {
  exploration result;
  explore_in_rounds(its, under, options.accesses, [&](const Session& session) {
    const ExploreLimits limits{.executions = options.executions, .seconds = options.seconds};
    // A round that finds something new begins again, so nothing is shown before one finds nothing.
    explore(session.program(), session.model(), limits, {});
    const ExploreCounts counts =
        explore(session.program(), session.model(), limits, [&](const Execution& execution) {
          if (execution.ending > Ending::blocked) return true;
          return visit(
              make_execution(session, execution.graph, execution.ending == Ending::complete));
        });
    result.executions = counts.complete;
    result.blocked = counts.blocked;
    result.cut = counts.cut;
    result.finished = counts.ended_by == EndedBy::nothing;
  });
  return result;
}

}  // namespace ringcheck
