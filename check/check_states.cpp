// Judging the ends of a search through states by monitors, and the verdict where there is no machine
// whose states could be searched.
// The monitor's word alone does not make a violation. The explorer rebuilds the path from its
// decisions, then the model and the property judge the execution. A violation that they do not
// confirm is an internal error.
// Tested by tests/properties/core/state_check_test.cpp.
#include "check/check_states.hpp"

#include <fmt/format.h>

#include <chrono>

#include "check/judge.hpp"
#include "check/monitor.hpp"
#include "explore/decisions.hpp"
#include "graph/check.hpp"
#include "graph/diagnostic.hpp"

namespace ringcheck {

namespace {

/// The witness that `path` is, as the explorer would have built it: of a fault, or else of a
/// violation of the first property of the scenario that reports one.
Witness witness_of(const Check& check, const Subject& subject, const Execution& path) {
  const Dependence dependence = check.model->dependence();
  auto graph = std::make_shared<ExecutionGraph>(
      rebuild(subject.program, decisions_of(path.graph), dependence));
  RC_CHECK(!check.model->refusal(*graph), "the machine did what the model forbids");
  if (path.ending == Ending::fault) return {check, std::string(kFault), path.text, graph};
  for (const Property* property : check.scenario->properties)
    if (const auto finding = judge_property(*property, subject, *graph, dependence))
      return {check, std::string(property->id), render(*finding, subject.program, *graph), graph};
  RC_CHECK(false, "a monitor saw a violation that is none");
}

/// What an exploration that merges states of equal futures did, as a search through states.
StateCounts states_of(const ExploreCounts& counts) {
  StateCounts states;
  states.complete = counts.visited.complete;
  states.blocked = counts.visited.blocked;
  states.cut = counts.visited.cut;
  states.faults = counts.visited.faults;
  states.states = counts.nodes + counts.visited.all();
  states.transitions = states.states + counts.merged - 1;
  states.events_max = counts.events_max;
  states.ended_by = counts.ended_by;
  return states;
}

/// The verdict under a model without an operational machine.
CheckResult explore_futures(const Check& check, const StateSearchOptions& options) {
  CheckOptions how;
  how.limits = options.limits;
  how.stop_at_violation = true;
  how.visits_all = !options.declared;
  how.nodes_before_counting = 0;
  CheckResult result = run_check(check, how);
  result.states = states_of(result.counts);
  return result;
}

/// Every event must have a meaning in the model.
void require_meaning(const Check& check, const ExecutionGraph& graph) {
  for (int e = graph.locations(); e < graph.size(); ++e)
    if (const auto why = check.model->refuses(graph[static_cast<EventNumber>(e)].tags))
      throw InputError(
          {"", 0, 0,
           fmt::format("{} under {}: {}", check.scenario->name, check.model->name(), *why)});
}

}  // namespace

void require_state_check(const Check& check) {
  if (!has_state_search(*check.model)) return;
  const Subject subject = check.build();
  Monitors(*check.scenario, subject);
}

CheckResult check_states(const Check& check, const StateSearchOptions& options) {
  if (!has_state_search(*check.model)) return explore_futures(check, options);
  require_state_check(check);
  const auto start = std::chrono::steady_clock::now();
  const Subject subject = check.build();
  const Monitors monitors(*check.scenario, subject);
  const StateObserver observer{monitors.words(),
                               [&](const PathStep& step, std::span<std::uint64_t> words) {
                                 return monitors.step(step, words);
                               }};
  CheckResult result;
  for (const Property* property : check.scenario->properties)
    result.properties.push_back({property, 0, 0, {}});
  const auto visit = [&](const Execution& end, std::span<const std::uint64_t> words) {
    require_meaning(check, end.graph);
    bool wrong = end.ending == Ending::fault;
    for (std::size_t i = 0; end.ending == Ending::complete && i < monitors.size(); ++i) {
      if (monitors.seen(i, words)) ++result.properties[i].seen;
      wrong = wrong || monitors.violated(i, end.graph, words);
    }
    if (wrong) result.witness = witness_of(check, subject, end);
    return !wrong;
  };
  result.states = search_states(subject.program, *check.model, options, observer, visit);
  result.counts.events_max = result.states->events_max;
  result.counts.ended_by = result.states->ended_by;
  const StateCounts& states = *result.states;
  result.verdict = verdict_of(
      check, result, {states.ended_by == EndedBy::nothing, states.ended_by, 0, states.cut});
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

}  // namespace ringcheck
