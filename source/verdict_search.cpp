// Tested by tests/source/verdict_search_test.cpp.
#include "source/verdict_search.hpp"

#include <algorithm>

#include "explore/reachable_ends.hpp"
#include "graph/diagnostic.hpp"
#include "source/execution_tally.hpp"
#include "source/judge.hpp"

namespace ringcheck::source {

namespace {

/// Steps of threads, and conflicts between choices, that a search goes through at most.
constexpr std::uint64_t kSteps = 600;
constexpr std::uint64_t kConflicts = 1'000;

/// What one search has come to.
struct Found {
  EndedBy ended_by = EndedBy::nothing;
  std::optional<Demand> demand;
  bool error = false;
  std::uint32_t bound = 0;  ///< the place of a loop that reaches its bound; 0: none
  bool is_cut = false;
};

Found look(const Subject& subject, const ExploreLimits& limits) {
  Found found;
  const Program program = subject.stepwise_program(Rounds::ordered);
  ReachVisitors visitors = judges_of(subject.model());
  visitors.asks = [](StopReason reason) {
    return reason == StopReason::fault || reason == StopReason::bound_reached;
  };
  visitors.visit = [&](const ReachedEnd& end) {
    // What is no error of the program is a reason to leave the question open.
    if (end.text == kInNoLoop) {
      found.error = true;
      return false;
    }
    const Fault& fault = subject.faults().find(end.text);
    if (end.reason == StopReason::bound_reached) {
      if (!found.is_cut) found.bound = fault.place;
      found.is_cut = true;
      return true;
    }
    if (fault.kind == Fault::Kind::demand)
      found.demand = fault.demand;
    else
      found.error = true;
    return false;
  };
  found.ended_by = reach_ends(program, {limits, kSteps, kConflicts}, visitors);
  return found;
}

}  // namespace

std::optional<CheckResult> search_verdict(const Subject& subject, const CheckOptions& options,
                                          const ExploreLimits& limits) try {
  const std::string& model = subject.model().name();
  if (model != "armv8" && model != "riscv" && model != "power") return {};
  Subject own(subject.shared_code(), subject.model(), subject_options(options));
  for (const Demand& demand : subject.learnt()) own.learn(demand);
  // What the first thread does after the others is looked at with all else.
  if (!own.layout().joins_are_events()) own.learn({.kind = Demand::Kind::join});
  for (;;) {
    if (own.has_mixed_sizes() || !only_threads_err(own, options)) return {};
    const Found found = look(own, limits);
    if (found.error || (found.ended_by != EndedBy::nothing && !found.demand)) return {};
    if (found.demand) {
      own.learn(*found.demand);
      continue;
    }
    CheckResult result;
    result.counted = false;
    if (found.is_cut) {
      result.cut = 1;
      result.bound = "a loop at " + own.code().where(found.bound);
    }
    return result;
  }
} catch (const InputError&) {
  // Of runs that no execution may have.
  return {};
}

}  // namespace ringcheck::source
