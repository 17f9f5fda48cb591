// Exploring a scenario and judging its executions.
// Tested by tests/properties.
#include "properties/check_scenario.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "graph/diagnostic.hpp"

namespace ringcheck {

BoundReached bound_of(EndedBy ended_by, std::uint64_t execution_limit) {
  switch (ended_by) {
    case EndedBy::executions:
      return {"executions", execution_limit};
    case EndedBy::time:
      return {"time"};
    case EndedBy::memory:
      return {"memory"};
    default:
      return {"interrupted"};
  }
}

Verdict holds_unless_vacuous(const ScenarioRun& run, const std::vector<PropertyOutcome>& outcomes) {
  const bool as_written =
      run.parameters == Parameters(run.scenario->parameters) && run.plan == run.scenario->plan;
  if (!as_written) return Holds{};
  Vacuous vacuous;
  for (const PropertyOutcome& outcome : outcomes) {
    const auto& must = run.scenario->must_see;
    if (outcome.seen == 0 && std::find(must.begin(), must.end(), outcome.property) != must.end())
      vacuous.unseen.push_back(outcome.property);
  }
  if (!vacuous.unseen.empty()) return vacuous;
  return Holds{};
}

std::string_view verdict_name(const Verdict& verdict) {
  constexpr std::array<std::string_view, 4> kNames = {"holds", "violated", "bound reached",
                                                      "vacuous"};
  return kNames[verdict.index()];
}

namespace {

/// lkmm is about source code, and has what a compiler may do to plain accesses in its own axioms:
/// on code that has been compiled it says too little.
const Model& require_model_of_code(const ScenarioRun& run, const Model& model) {
  for (const Parameter& parameter : run.parameters.declared())
    if (model.name() == "lkmm" && parameter.name == "compiler" && run.parameters["compiler"] != 0)
      throw InputError(
          {"", 0, 0,
           fmt::format("{}: lkmm is about source code, expected the model of a machine "
                       "where a compiler is a party",
                       run.scenario->name)});
  return model;
}

}  // namespace

ScenarioCheck::ScenarioCheck(const ScenarioRun& run, const Model& model)
    : what_(std::make_unique<Judged>(Judged{run, require_model_of_code(run, model)})),
      judge_(*what_) {}

void ScenarioCheck::run(const CheckOptions& options) {
  if (done()) return;
  const auto start = std::chrono::steady_clock::now();
  what_->stop_at_violation = options.stop_at_violation;
  execution_limit_ = options.limits.executions;
  ParallelOptions how;
  how.workers = options.workers;
  how.limits = options.limits;
  how.progress = options.progress;
  how.from = std::move(rest_);
  auto [result, judge] =
      fold_executions(what_->built.program, what_->model, how, [this] { return Judge(*what_); });
  judge_.append(std::move(judge));
  counts_.add(result.counts);
  counts_.ended_by = result.counts.ended_by;
  rest_ = std::move(result.rest);
  started_ = true;
  seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

Witness ScenarioCheck::witness(std::string property, std::string message,
                               const Least& least) const {
  return {what_->run, what_->model.name(), std::move(property), std::move(message), least.graph()};
}

ScenarioResult ScenarioCheck::result() const {
  ScenarioResult result;
  result.counts = counts_;
  result.violating = judge_.violating();
  result.seconds = seconds_;
  const Least* least = judge_.faulty().empty() ? nullptr : &judge_.faulty();
  for (std::size_t i = 0; i < judge_.tallies().size(); ++i) {
    const Property* property = what_->run.scenario->properties[i];
    const Tally& tally = judge_.tallies()[i];
    result.properties.push_back({property, tally.violations, tally.seen, {}});
    if (tally.least.empty()) continue;
    PropertyOutcome& outcome = result.properties.back();
    outcome.witness =
        witness(std::string(property->id),
                render(tally.finding, what_->built.program, *tally.least.graph()), tally.least);
    if (least != nullptr && !tally.least.less(*least)) continue;
    least = &tally.least;
    result.witness = outcome.witness;
  }
  if (least == &judge_.faulty())
    result.witness = witness(std::string(kFault), judge_.fault(), judge_.faulty());
  result.verdict = verdict(result);
  return result;
}

Verdict ScenarioCheck::verdict(const ScenarioResult& result) const {
  if (result.witness) return Violated{result.witness->property, result.witness->message};
  if (!done()) return bound_of(counts_.ended_by, execution_limit_);
  if (counts_.cut > 0) return BoundReached{"rounds of a loop", counts_.cut};
  return holds_unless_vacuous(what_->run, result.properties);
}

ScenarioResult check_scenario(const ScenarioRun& run, const Model& model,
                              const CheckOptions& options) {
  ScenarioCheck check(run, model);
  check.run(options);
  return check.result();
}

std::optional<Finding> judge_property(const Property& property, const ScenarioProgram& program,
                                      const ExecutionGraph& graph, Dependence dependence) {
  GatheredRun run;
  run.gather(program, graph, dependence);
  return property.violated(run.view(program, graph));
}

}  // namespace ringcheck
