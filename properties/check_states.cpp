// Judging the ends of a search through states by monitors.
// A violation is not taken from the monitor alone: the path is rebuilt from its decisions by the
// explorer, the model and the property are asked about the execution, and one that they do not
// confirm is an internal error.
// Tested by tests/properties/core/state_check_test.cpp.
#include "properties/check_states.hpp"

#include <fmt/format.h>

#include <chrono>

#include "explore/decisions.hpp"
#include "graph/check.hpp"
#include "graph/diagnostic.hpp"
#include "properties/monitor.hpp"

namespace ringcheck {

namespace {

/// The witness that `path` is, as the explorer would have built it: a fault, or a violation of the
/// first property of the scenario that says so.
Witness witness_of(const ScenarioRun& run, const ScenarioProgram& built, const Model& model,
                   const Execution& path) {
  auto graph = std::make_shared<ExecutionGraph>(
      rebuild(built.program, decisions_of(path.graph), model.dependence()));
  RC_CHECK(!model.refusal(*graph), "the machine did what the model forbids");
  if (path.ending == Ending::fault)
    return {run, model.name(), std::string(kFault), path.text, graph};
  GatheredRun gathered;
  gathered.gather(built, *graph, model.dependence());
  const RunView view = gathered.view(built, *graph);
  for (const Property* property : run.scenario->properties)
    if (const auto finding = property->violated(view))
      return {run, model.name(), std::string(property->id), render(*finding, built.program, *graph),
              graph};
  RC_CHECK(false, "a monitor saw a violation that is none");
}

/// Every event must have a meaning in the model.
void require_meaning(const ScenarioRun& run, const Model& model, const ExecutionGraph& graph) {
  for (int e = graph.locations(); e < graph.size(); ++e)
    if (const auto why = model.refuses(graph[static_cast<EventNumber>(e)].tags))
      throw InputError(
          {"", 0, 0, fmt::format("{} under {}: {}", run.scenario->name, model.name(), *why)});
}

Verdict verdict_of(const ScenarioRun& run, const ScenarioResult& result) {
  if (result.witness) return Violated{result.witness->property, result.witness->message};
  if (result.states->ended_by != EndedBy::nothing) return bound_of(result.states->ended_by, 0);
  if (result.states->cut > 0) return BoundReached{"rounds of a loop", result.states->cut};
  return holds_unless_vacuous(run, result.properties);
}

}  // namespace

void require_state_check(const ScenarioRun& run, const Model& model) {
  if (!has_state_search(model))
    throw InputError({"", 0, 0,
                      fmt::format("{}: no verdict alone under {}, expected {}", run.scenario->name,
                                  model.name(), kStateSearchModels)});
  const ScenarioProgram built = run.build();
  Monitors(*run.scenario, built);
}

ScenarioResult check_states(const ScenarioRun& run, const Model& model,
                            const StateSearchOptions& options) {
  require_state_check(run, model);
  const auto start = std::chrono::steady_clock::now();
  const ScenarioProgram built = run.build();
  const Monitors monitors(*run.scenario, built);
  const StateObserver observer{monitors.words(),
                               [&](const PathStep& step, std::span<std::uint64_t> words) {
                                 return monitors.step(step, words);
                               }};
  ScenarioResult result;
  for (const Property* property : run.scenario->properties)
    result.properties.push_back({property, 0, 0, {}});
  const auto visit = [&](const Execution& end, std::span<const std::uint64_t> words) {
    require_meaning(run, model, end.graph);
    bool wrong = end.ending == Ending::fault;
    for (std::size_t i = 0; end.ending == Ending::complete && i < monitors.size(); ++i) {
      if (monitors.seen(i, words)) ++result.properties[i].seen;
      wrong = wrong || monitors.violated(i, end.graph, words);
    }
    if (wrong) result.witness = witness_of(run, built, model, end);
    return !wrong;
  };
  result.states = search_states(built.program, model, options, observer, visit);
  result.counts.events_max = result.states->events_max;
  result.counts.ended_by = result.states->ended_by;
  result.verdict = verdict_of(run, result);
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

}  // namespace ringcheck
