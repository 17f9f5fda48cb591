// Looking for mutants.
// Tested by tests/properties/core/mutants_test.cpp.
#include "properties/mutant_hunt.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "graph/diagnostic.hpp"
#include "properties/check_scenario.hpp"
#include "properties/core/words.hpp"
#include "protocol/core/barrier_plan_text.hpp"

namespace ringcheck {

namespace {

/// Changes what stands at `sites`: SITE=STRENGTH, separated by commas.
void set_sites(ScenarioRun& run, std::string_view sites) {
  const Parsed<BarrierPlan> plan = parse_plan(sites, run.plan);
  if (!plan.value) throw InputError({"", 0, 0, plan.error});
  run.plan = *plan.value;
}

ScenarioRun scenario_run(const ExplorationHunt& hunt, bool mutated) {
  ScenarioRun run(find_scenario(hunt.scenario));
  for (const std::string_view assignment : words_of(hunt.parameters))
    run.parameters.set(assignment);
  set_sites(run, hunt.kept_sites);
  if (!mutated) return run;
  for (const std::string_view assignment : words_of(hunt.mutated_parameters))
    run.parameters.set(assignment);
  set_sites(run, hunt.sites);
  run.defects = hunt.defects;
  return run;
}

bool changes_anything(const ExplorationHunt& hunt) {
  return !hunt.mutated_parameters.empty() || !hunt.sites.empty() || !hunt.defects.none();
}

HuntOutcome explore_for(std::string_view property, const ScenarioRun& run, const std::string& model,
                        const HuntOptions& options) {
  CheckOptions how;
  how.workers = options.workers;
  ScenarioResult result = check_scenario(run, find_model(model), how);
  HuntOutcome outcome;
  outcome.executions = result.counts.complete;
  outcome.seconds = result.seconds;
  outcome.complete = result.counts.ended_by == EndedBy::nothing && result.counts.cut == 0;
  bool judged = false;
  for (PropertyOutcome& judgement : result.properties) {
    if (judgement.violations > 0) outcome.violated.push_back(judgement.property->id);
    if (judgement.property->id != property) continue;
    judged = true;
    outcome.witness = std::move(judgement.witness);
  }
  if (!judged)
    throw InputError(
        {"", 0, 0, fmt::format("{} is not judged in {}", property, run.scenario->name)});
  return outcome;
}

HuntOutcome call(HuntFunction function, const HuntTask& task) {
  const auto start = std::chrono::steady_clock::now();
  Hunted hunted = function(task);
  HuntOutcome outcome;
  if (hunted.found) outcome.violated.push_back(task.property);
  outcome.shown = std::move(hunted.shown);
  outcome.executions = hunted.cases;
  outcome.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return outcome;
}

}  // namespace

std::vector<Hunt> hunts_of(const Mutant& mutant, const std::vector<std::string>& models) {
  std::vector<Hunt> hunts;
  const auto add = [&](std::string_view model, bool expected) {
    if (models.empty() || std::find(models.begin(), models.end(), model) != models.end())
      hunts.push_back({&mutant, std::string(model), expected});
  };
  const auto* exploration = std::get_if<ExplorationHunt>(&mutant.hunt);
  if (exploration == nullptr) {
    add(kSequential, true);
    return hunts;
  }
  for (const std::string_view model : words_of(exploration->not_found)) add(model, false);
  for (const std::string_view model : words_of(exploration->found)) add(model, true);
  return hunts;
}

HuntOutcome run_hunt(const Hunt& hunt, const HuntOptions& options) {
  const Mutant& mutant = *hunt.mutant;
  if (const auto* exploration = std::get_if<ExplorationHunt>(&mutant.hunt))
    return explore_for(mutant.property, scenario_run(*exploration, true), hunt.model, options);
  const auto& function = std::get<FunctionHunt>(mutant.hunt);
  return call(function.hunt, {function.defects, mutant.property, options.seed});
}

HuntOutcome run_control(const Hunt& hunt, const HuntOptions& options) {
  const Mutant& mutant = *hunt.mutant;
  if (const auto* exploration = std::get_if<ExplorationHunt>(&mutant.hunt))
    return explore_for(mutant.property, scenario_run(*exploration, false), hunt.model, options);
  const auto& function = std::get<FunctionHunt>(mutant.hunt);
  return call(function.repaired != nullptr ? function.repaired : function.hunt,
              {{}, mutant.property, options.seed});
}

std::string control_key(const Hunt& hunt) {
  const Mutant& mutant = *hunt.mutant;
  if (const auto* exploration = std::get_if<ExplorationHunt>(&mutant.hunt)) {
    if (!changes_anything(*exploration)) return "";
    return fmt::format("{} {} {} {}", exploration->scenario,
                       scenario_run(*exploration, false).parameters.text(), exploration->kept_sites,
                       hunt.model);
  }
  const auto& function = std::get<FunctionHunt>(mutant.hunt);
  if (function.repaired == nullptr && function.defects.none()) return "";
  const HuntFunction control = function.repaired != nullptr ? function.repaired : function.hunt;
  return fmt::format("{} {}", reinterpret_cast<std::uintptr_t>(control), mutant.property);
}

bool HuntOutcome::violates(std::string_view property) const {
  return std::find(violated.begin(), violated.end(), property) != violated.end();
}

bool HuntResult::control_clean() const {
  return !control || (control->complete && !control->violates(hunt.mutant->property));
}

bool HuntResult::as_named() const {
  return found() == hunt.expected && (found() || outcome.complete) && control_clean();
}

}  // namespace ringcheck
