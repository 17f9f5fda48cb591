// Looking for mutants.
// Tested by tests/properties/core/mutants_test.cpp.
#include "check/mutant_hunt.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <map>

#include "check/mutant_hunt.hpp"
#include "check/ordered_tasks.hpp"
#include "check/run_check.hpp"
#include "graph/diagnostic.hpp"

namespace ringcheck {

namespace {

Check check_of(const ExplorationHunt& hunt, const Catalogue& catalogue, bool mutated) {
  const Check whole = Check(catalogue.scenario(hunt.scenario)).with(hunt.settings);
  return mutated ? whole.with(hunt.mutation.settings, hunt.mutation.defects) : whole;
}

bool changes_anything(const ExplorationHunt& hunt) {
  return !hunt.mutation.settings.empty() || !hunt.mutation.defects.none();
}

HuntOutcome explore_for(std::string_view property, const Check& run, const std::string& model,
                        const HuntOptions& options) {
  CheckOptions how;
  how.workers = options.workers;
  CheckResult result = run_check(run.under(find_model(model)), how);
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

/// Which of `properties` the unchanged specification violates. Where sequences violate no property,
/// they violate none of these; otherwise each is looked for by itself.
HuntOutcome call_unchanged(const FunctionHunt& hunt, std::span<const std::string_view> properties,
                           std::uint64_t seed) {
  const HuntFunction function = hunt.repaired != nullptr ? hunt.repaired : hunt.hunt;
  if (hunt.technique == Technique::sequences && properties.size() > 1) {
    HuntOutcome any =
        call(function, {.defects = {}, .property = {}, .seed = seed, .mainline = true});
    if (any.violated.empty()) return any;
  }
  HuntOutcome outcome;
  for (const std::string_view property : properties) {
    const HuntOutcome one = call(function, {.defects = {}, .property = property, .seed = seed});
    outcome.violated.insert(outcome.violated.end(), one.violated.begin(), one.violated.end());
    outcome.executions = std::max(outcome.executions, one.executions);
    outcome.seconds += one.seconds;
  }
  return outcome;
}

}  // namespace

std::string_view technique_name(Technique technique) {
  constexpr std::array<std::string_view, 3> kNames = {"exploration", "sequences", "values"};
  return kNames[static_cast<std::size_t>(technique)];
}

Technique Mutant::technique() const {
  const auto* function = std::get_if<FunctionHunt>(&hunt);
  return function != nullptr ? function->technique : Technique::exploration;
}

std::vector<Hunt> hunts_of(const Mutant& mutant, const std::vector<std::string>& models) {
  std::vector<Hunt> hunts;
  const auto add = [&](std::string_view model, bool expected) {
    if (models.empty() || std::ranges::find(models, model) != models.end())
      hunts.push_back({&mutant, std::string(model), expected});
  };
  const auto* exploration = std::get_if<ExplorationHunt>(&mutant.hunt);
  if (exploration == nullptr) {
    add(kSequential, true);
    return hunts;
  }
  for (const std::string_view model : exploration->not_found) add(model, false);
  for (const std::string_view model : exploration->found) add(model, true);
  return hunts;
}

HuntOutcome run_hunt(const Hunt& hunt, const HuntOptions& options) {
  const Mutant& mutant = *hunt.mutant;
  if (const auto* exploration = std::get_if<ExplorationHunt>(&mutant.hunt))
    return explore_for(mutant.property, check_of(*exploration, options.catalogue, true), hunt.model,
                       options);
  const auto& function = std::get<FunctionHunt>(mutant.hunt);
  return call(function.hunt, {function.defects, mutant.property, options.seed});
}

HuntOutcome run_control(const Hunt& hunt, std::span<const std::string_view> properties,
                        const HuntOptions& options) {
  const Mutant& mutant = *hunt.mutant;
  if (const auto* exploration = std::get_if<ExplorationHunt>(&mutant.hunt))
    return explore_for(mutant.property, check_of(*exploration, options.catalogue, false),
                       hunt.model, options);
  return call_unchanged(std::get<FunctionHunt>(mutant.hunt), properties, options.seed);
}

std::string control_key(const Hunt& hunt) {
  const Mutant& mutant = *hunt.mutant;
  if (const auto* exploration = std::get_if<ExplorationHunt>(&mutant.hunt)) {
    if (!changes_anything(*exploration)) return "";
    return fmt::format("{} {} {}", exploration->scenario, exploration->settings, hunt.model);
  }
  const auto& function = std::get<FunctionHunt>(mutant.hunt);
  if (function.repaired == nullptr && function.defects.none()) return "";
  const HuntFunction control = function.repaired != nullptr ? function.repaired : function.hunt;
  return fmt::format("{}", reinterpret_cast<std::uintptr_t>(control));
}

bool HuntOutcome::violates(std::string_view property) const {
  return std::ranges::find(violated, property) != violated.end();
}

bool HuntResult::control_clean() const {
  return !control || (control->complete && !control->violates(hunt.mutant->property));
}

bool HuntResult::as_named() const {
  return found() == hunt.expected && (found() || outcome.complete) && control_clean();
}

void hunt_mutants(const std::vector<Hunt>& hunts, const Catalogue& catalogue, std::uint64_t seed,
                  unsigned jobs, const std::function<void(HuntResult)>& take) {
  // A control comes right before the first hunt that needs it.
  struct Run {
    const Hunt* hunt;
    bool control;
  };
  std::vector<Run> runs;
  std::map<std::string, HuntOutcome> controls;
  std::map<std::string, std::vector<std::string_view>> properties;
  for (const Hunt& hunt : hunts) {
    const std::string key = control_key(hunt);
    if (!key.empty() && controls.emplace(key, HuntOutcome()).second) runs.push_back({&hunt, true});
    runs.push_back({&hunt, false});
    std::vector<std::string_view>& of_control = properties[key];
    if (std::ranges::find(of_control, hunt.mutant->property) == of_control.end())
      of_control.push_back(hunt.mutant->property);
  }
  Workers workers(static_cast<int>(jobs));
  const HuntOptions options{catalogue, seed, &workers};
  std::size_t next = 0;
  run_ordered(
      runs.size(), workers,
      [&](std::size_t i) {
        const Run& run = runs[i];
        if (!run.control) return run_hunt(*run.hunt, options);
        return run_control(*run.hunt, properties.at(control_key(*run.hunt)), options);
      },
      [&](HuntOutcome outcome) {
        const Run& run = runs[next++];
        const std::string key = control_key(*run.hunt);
        if (run.control) {
          controls[key] = std::move(outcome);
          return;
        }
        HuntResult result{*run.hunt, std::move(outcome)};
        if (!key.empty()) result.control = controls.at(key);
        take(std::move(result));
      },
      // RapidCheck is for one thread at a time.
      [&](std::size_t i) { return runs[i].hunt->mutant->technique() == Technique::sequences; });
}

}  // namespace ringcheck
