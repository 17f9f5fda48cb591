// Judging the ends of a search through states by monitors.
// A violation is not taken from the monitor alone: the path is rebuilt from its decisions by the
// explorer, the model and the property are asked about the execution, and one that they do not
// confirm is an internal error.
// Tested by tests/properties/state_check_test.cpp.
#include "properties/check_states.hpp"

#include <fmt/format.h>

#include <chrono>

#include "explore/decisions.hpp"
#include "graph/check.hpp"
#include "graph/diagnostic.hpp"
#include "properties/monitor.hpp"

namespace ringcheck {

namespace {

/// The monitors of a scenario's properties, side by side in what a search remembers.
class Monitors {
 public:
  Monitors(const ScenarioRun& run, const ScenarioProgram& built) : built_(built) {
    for (const Property* property : run.scenario->properties) {
      const Monitor* monitor = monitor_of(*property);
      if (monitor == nullptr)
        throw InputError({"", 0, 0,
                          fmt::format("{}: no verdict alone: property {} has no monitor, expected "
                                      "a scenario whose properties all have one",
                                      run.scenario->name, property->id)});
      monitors_.push_back(monitor);
      words_ += monitor->words;
    }
  }

  [[nodiscard]] StateObserver observer() const {
    return {words_,
            [this](const ExecutionGraph& graph, EventNumber e, std::span<std::uint64_t> words) {
              for_each(words, [&](const Monitor& monitor, std::span<std::uint64_t> own) {
                monitor.step(built_, graph, e, own);
              });
            }};
  }
  /// The first property that is violated; null if none is.
  [[nodiscard]] const Property* violated(std::span<const std::uint64_t> words) const {
    const Property* first = nullptr;
    for_each(words, [&](const Monitor& monitor, std::span<const std::uint64_t> own) {
      if (first == nullptr && monitor.violated(own)) first = monitor.property;
    });
    return first;
  }
  /// Counts an end for those of `outcomes`, in the order of the scenario, whose `sometimes` is
  /// seen.
  void count_seen(std::span<const std::uint64_t> words,
                  std::vector<PropertyOutcome>& outcomes) const {
    auto outcome = outcomes.begin();
    for_each(words, [&](const Monitor& monitor, std::span<const std::uint64_t> own) {
      if (monitor.seen(own)) ++outcome->seen;
      ++outcome;
    });
  }

 private:
  template <class T, class Visit>
  void for_each(std::span<T> words, Visit&& visit) const {
    std::size_t first = 0;
    for (const Monitor* monitor : monitors_) {
      visit(*monitor, words.subspan(first, monitor->words));
      first += monitor->words;
    }
  }

  const ScenarioProgram& built_;
  std::vector<const Monitor*> monitors_;
  std::size_t words_ = 0;
};

/// The witness that `path` is, as the explorer would have built it.
Witness witness_of(const ScenarioRun& run, const ScenarioProgram& built, const Model& model,
                   const Property* property, const Execution& path) {
  auto graph = std::make_shared<ExecutionGraph>(
      rebuild(built.program, decisions_of(path.graph), model.dependence()));
  RC_CHECK(!model.refusal(*graph), "the machine did what the model forbids");
  if (property == nullptr) return {run, model.name(), std::string(kFault), path.text, graph};
  const auto finding = judge_property(*property, built, *graph, model.dependence());
  RC_CHECK(finding.has_value(), "a monitor saw a violation that is none");
  return {run, model.name(), std::string(property->id), render(*finding, built.program, *graph),
          graph};
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
                      fmt::format("{}: no verdict alone under {}, expected sc or x86-tso",
                                  run.scenario->name, model.name())});
  const ScenarioProgram built = run.build();
  Monitors(run, built);
}

ScenarioResult check_states(const ScenarioRun& run, const Model& model,
                            const StateSearchOptions& options) {
  require_state_check(run, model);
  const auto start = std::chrono::steady_clock::now();
  const ScenarioProgram built = run.build();
  const Monitors monitors(run, built);
  ScenarioResult result;
  for (const Property* property : run.scenario->properties)
    result.properties.push_back({property, 0, 0, {}});
  const auto visit = [&](const Execution& end, std::span<const std::uint64_t> words) {
    require_meaning(run, model, end.graph);
    const bool complete = end.ending == Ending::complete;
    if (complete) monitors.count_seen(words, result.properties);
    const Property* violated = complete ? monitors.violated(words) : nullptr;
    if (end.ending == Ending::fault || violated != nullptr)
      result.witness = witness_of(run, built, model, violated, end);
    return !result.witness.has_value();
  };
  result.states = search_states(built.program, model, options, monitors.observer(), visit);
  result.counts.events_max = result.states->events_max;
  result.counts.ended_by = result.states->ended_by;
  result.verdict = verdict_of(run, result);
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

}  // namespace ringcheck
