// The checks that try changes of the specification.
// Tested by tests/properties/core/outsider_test.cpp.
#include "properties/core/outsider_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <set>
#include <span>
#include <string_view>
#include <utility>

#include "check/judge.hpp"
#include "check/known_violation.hpp"
#include "check/mutant_hunt.hpp"
#include "check/run_check.hpp"
#include "explore/parallel.hpp"
#include "graph/check.hpp"
#include "graph/diagnostic.hpp"
#include "properties/aux/aux_sequence.hpp"
#include "properties/core/area.hpp"
#include "properties/core/perf_studies.hpp"
#include "properties/ring/ring_hunts.hpp"

namespace ringcheck {
namespace {

/// A check with more executions than this is left out.
constexpr std::uint64_t kMostExecutions = 5'000;

/// Random cases of a machine, if no fewer are asked for.
constexpr std::uint64_t kMostCases = 1'000;

/// How machines draw.
struct Draw {
  std::uint64_t seed = 1;
  std::uint64_t cases = kMostCases;
};

/// Models of scenarios that name none: interleavings alone, and machines that need each fence.
constexpr std::array<std::string_view, 4> kModels = {"sc", "armv8", "power", "lkmm"};

/// In which ways executions violate properties: the id, and what is wrong, without where.
class WaysToViolate {
 public:
  /// Pre: `what` outlives this.
  explicit WaysToViolate(const Judged& what)
      : what_(&what), views_(what.subject, what.check.scenario->properties) {}

  bool visit(const Execution& execution) {
    if (execution.ending != Ending::complete) return true;
    views_.gather(execution.graph, what_->check.model->dependence());
    const std::vector<const Property*>& properties = what_->check.scenario->properties;
    for (std::size_t i = 0; i < properties.size(); ++i)
      if (const auto violation = properties[i]->violated(views_.of(i)))
        ways_.insert(fmt::format("{} {}", properties[i]->id, words_of(*violation)));
    return true;
  }
  void append(WaysToViolate&& later) { ways_.merge(later.ways_); }
  [[nodiscard]] const std::set<std::string>& all() const { return ways_; }

 private:
  static std::string words_of(const Violation& violation) {
    const auto& n = violation.numbers;
    return fmt::format(fmt::runtime(violation.what), n[0], n[1], n[2], n[3], "an event", "another",
                       violation.text);
  }

  const Judged* what_;
  GatheredViews views_;
  std::set<std::string> ways_;
};

std::vector<std::string> ways_to_violate(const Check& check) {
  const Judged what{check};
  ParallelOptions options;
  options.limits.executions = kMostExecutions;
  const auto [result, ways] = fold_executions(what.subject.program, *check.model, options,
                                              [&] { return WaysToViolate(what); });
  return {ways.all().begin(), ways.all().end()};
}

OutsiderAnswer explored(const Check& check, bool first) {
  CheckOptions options;
  options.stop_at_violation = first;
  options.limits.executions = kMostExecutions;
  const CheckResult result = run_check(check, options);
  OutsiderAnswer answer;
  answer.executions = result.counts.complete;
  answer.complete = result.counts.ended_by != EndedBy::executions && result.counts.cut == 0;
  for (const PropertyOutcome& outcome : result.properties)
    if (outcome.violations > 0) answer.violated.emplace_back(outcome.property->id);
  if (const auto* violated = std::get_if<Violated>(&result.verdict);
      violated != nullptr && answer.violated.empty())
    answer.violated.push_back(violated->property);
  if (const auto* vacuous = std::get_if<Vacuous>(&result.verdict))
    for (const Property* property : vacuous->unseen) answer.unseen.emplace_back(property->id);
  // What is violated without a change, too, may be violated in another way.
  if (!first && !answer.violated.empty()) answer.cases = ways_to_violate(check);
  // Without a change, no loop in these checks reaches its bound.
  if (result.counts.cut > 0) answer.violated.emplace_back(kProgress);
  return answer;
}

/// An exception from the specification's code violates kProgress; the checker's own errors are its
/// own.
OutsiderAnswer explore(const Check& check, bool first) {
  try {
    return explored(check, first);
  } catch (const InternalError&) {
    throw;
  } catch (const std::exception&) {
    return {{std::string(kProgress)}, {}, true, 1};
  }
}

OutsiderAnswer call(HuntFunction function, std::string_view property, Draw draw) {
  const Hunted hunted = function({{}, {}, draw.seed, draw.cases});
  OutsiderAnswer answer;
  if (hunted.found) answer.violated.emplace_back(property);
  return answer;
}

OutsiderAnswer search(const AuxSequence& sequence, Draw draw) {
  const AuxSearchResult result =
      search_cases(sequence, {}, {{}, draw.seed, std::min(sequence.cases, draw.cases)});
  OutsiderAnswer answer;
  if (result.finding) answer.violated.emplace_back(result.finding->property);
  return answer;
}

/// The checks, each once.
class Checks {
 public:
  explicit Checks(Draw draw) : draw_(draw) {}

  template <class Models>
  void explored(const Check& check, const Models& models) {
    for (const std::string_view model : models) explored(check.under(find_model(model)));
  }
  void explored(const Check& check) {
    const std::string name = fmt::format("{} {}", check.scenario->name, check.changes());
    if (!known_.insert(fmt::format("{} {}", name, check.model->name())).second) return;
    checks_.push_back({name.substr(0, name.find_last_not_of(' ') + 1), check.model->name(),
                       [check](bool first) { return explore(check, first); }});
  }
  void tried(const AuxSequence& sequence) {
    checks_.push_back({std::string(sequence.name), std::string(kSequential),
                       [&sequence, draw = draw_](bool) { return search(sequence, draw); }});
  }
  void tried(const Mutant& mutant, HuntFunction function) {
    tried(fmt::format("what looks for {}", mutant.id), mutant.property, function);
  }
  void tried(const SequenceKind& kind) {
    tried(fmt::format("sequences: {}", kind.name), "I-39", kind.hunt);
  }
  void tried(std::string name, std::string_view property, HuntFunction function) {
    if (!functions_.insert(function).second) return;
    checks_.push_back(
        {std::move(name), std::string(kSequential),
         [function, property, draw = draw_](bool) { return call(function, property, draw); }});
  }
  /// The hunt that finds a mutant in Linux 6.1 itself, with as many cases as that takes.
  void found(const Mutant& mutant, HuntFunction function) {
    checks_.push_back({fmt::format("what finds {}", mutant.id), std::string(kSequential),
                       [function, property = mutant.property, seed = draw_.seed](bool) {
                         OutsiderAnswer answer;
                         if (function({{}, property, seed, 0}).found)
                           answer.violated.emplace_back(property);
                         return answer;
                       },
                       std::string(mutant.property)});
  }
  /// The same, case by case: the mistake does not show in all of them.
  void found_by_cases(const Mutant& mutant, const FunctionHunt& hunt) {
    if (hunt.judged == nullptr || !by_cases_.insert(hunt.hunt).second) return;
    checks_.push_back(
        {fmt::format("what finds {}, case by case", mutant.id), std::string(kSequential),
         [hunt, draw = draw_](bool) {
           OutsiderAnswer answer;
           std::set<std::string_view> judged = {"I-39", kProgress};
           judged.insert(hunt.judged().begin(), hunt.judged().end());
           for (const std::string_view property : judged) {
             const Hunted hunted = hunt.hunt({{}, property, draw.seed, draw.cases, true});
             for (const std::uint64_t number : hunted.violating)
               answer.cases.push_back(fmt::format("{} {}", property, number));
             for (const std::string& way : hunted.ways)
               answer.cases.push_back(fmt::format("{} {}", property, way));
           }
           return answer;
         }});
  }
  std::vector<OutsiderCheck> take() { return std::move(checks_); }

 private:
  Draw draw_;
  std::set<std::string> known_;
  std::set<HuntFunction> functions_, by_cases_;
  std::vector<OutsiderCheck> checks_;
};

/// Scenarios whose ordering points are tried with each strength that may stand there. Code that
/// makes another fence than was asked for shows if that fence is not enough.
constexpr std::array<std::string_view, 9> kOfEachStrength = {"perf-ring", "spsc-ring", "aux-ring",
                                                             "aux-bts",   "aux-pt",    "aux-spe",
                                                             "aux-trbe",  "aux-etr",   "aux-etf"};
/// Machines that need each fence.
constexpr std::array<std::string_view, 2> kFenced = {"armv8", "power"};
/// The scenario that is also tried with each setting under lkmm, where a branch orders no plain
/// stores.
constexpr std::string_view kOfEverySetting = "perf-ring";

/// The models under which settings of `scenario` are tried: `models`, and perhaps lkmm.
std::vector<std::string_view> models_of_settings(const Scenario& scenario,
                                                 std::span<const std::string_view> models) {
  std::vector<std::string_view> all(models.begin(), models.end());
  if (scenario.name == kOfEverySetting) all.emplace_back("lkmm");
  return all;
}

void add_strengths(Checks& checks, const Scenario& scenario) {
  const std::vector<std::string_view> models = models_of_settings(scenario, kFenced);
  for (const Site* site : scenario.plan.sites())
    for (const std::string_view strength : site->strengths)
      if (!site->compiler_only && strength != scenario.plan[site->name])
        checks.explored(Check(scenario).with(fmt::format("{}={}", site->name, strength)), models);
}

/// Whether the scenario names `model`, or none.
bool runs_under(const Scenario& scenario, std::string_view model) {
  return scenario.models.empty() ||
         std::ranges::find(scenario.models, model) != scenario.models.end();
}

/// Models of settings that are not a scenario's own.
constexpr std::array<std::string_view, 2> kChosen = {"sc", "armv8"};

/// Whether the scenario's parameters fit each other.
bool fits(const Check& check) {
  try {
    check.scenario->build(check);
    return true;
  } catch (const InputError&) {
    return false;
  }
}

/// The words of a choice, or the numbers next to the one that stands there by itself, without it.
std::vector<std::string> other_values(const Parameter& parameter) {
  std::vector<std::string> values;
  for (std::size_t i = 0; i < parameter.words.size(); ++i)
    if (i != parameter.standard) values.emplace_back(parameter.words[i]);
  if (!parameter.words.empty()) return values;
  const std::uint64_t number = parameter.standard;
  const std::uint64_t step = parameter.power_of_two ? number : 1;
  if (number > parameter.least)
    values.push_back(std::to_string(parameter.power_of_two ? number / 2 : number - 1));
  if (number < parameter.most) values.push_back(std::to_string(number + step));
  return values;
}

/// Each other value of each parameter that a scenario leaves to the caller: words under all of
/// `kChosen`, numbers under the first.
void add_parameters(Checks& checks, const Scenario& scenario) {
  std::vector<std::string_view> models = models_of_settings(scenario, kChosen);
  std::erase_if(models, [&](std::string_view model) { return !runs_under(scenario, model); });
  for (const Parameter& parameter : scenario.parameters)
    for (const std::string& value : other_values(parameter)) {
      const Check check = Check(scenario).with(fmt::format("{}={}", parameter.name, value));
      const std::size_t most = parameter.words.empty() ? 1 : models.size();
      if (fits(check))
        checks.explored(check, std::span(models).first(std::min(most, models.size())));
    }
}

/// The check with other values of up to `most` of `parameters`, under sc.
void add_others(Checks& checks, const Check& check, std::span<const Parameter> parameters,
                int most) {
  if (most == 0) return;
  for (std::size_t i = 0; i < parameters.size(); ++i)
    for (const std::string& value : other_values(parameters[i])) {
      const Check other = check.with(fmt::format("{}={}", parameters[i].name, value));
      if (!fits(other)) continue;
      checks.explored(other.under(find_model(kChosen.front())));
      add_others(checks, other, parameters.subspan(i + 1), most - 1);
    }
}

/// Scenarios with no more parameters are tried with other values of two of them.
constexpr std::size_t kFew = 5;

/// `check`, a finding as it is or with its remedy, with other values of a parameter, or of two if
/// there are few.
void add_varied(Checks& checks, const KnownViolation& known, const Check& check) {
  if (std::ranges::find(known.models, kChosen.front()) == known.models.end()) return;
  const std::span<const Parameter> parameters = known.check.scenario->parameters;
  add_others(checks, check, parameters, parameters.size() <= kFew ? 2 : 1);
}

/// The scenario with other words of two of its choices, if it has few parameters, under sc.
void add_pairs(Checks& checks, const Scenario& scenario) {
  if (scenario.parameters.size() > kFew || !runs_under(scenario, kChosen.front())) return;
  std::vector<Parameter> choices(scenario.parameters.begin(), scenario.parameters.end());
  std::erase_if(choices, [](const Parameter& parameter) { return parameter.words.empty(); });
  add_others(checks, Check(scenario), choices, 2);
}

/// A finding with its remedy: without it its property is violated anyway.
void add_remedied(Checks& checks, const KnownViolation& known) {
  const Check remedied = known.check.with(known.remedy);
  checks.explored(remedied, known.models);
  add_varied(checks, known, remedied);
}

void add_sequences(Checks& checks) {
  for (const AuxSequence* sequence : all_aux_sequences()) checks.tried(*sequence);
  for (const SequenceKind& kind : kSequenceKinds) checks.tried(kind);
}

void add_mutant(Checks& checks, const Mutant& mutant) {
  if (const auto* hunt = std::get_if<ExplorationHunt>(&mutant.hunt)) {
    const Check check = Check(find_scenario(hunt->scenario)).with(hunt->settings);
    checks.explored(check, hunt->found);
    checks.explored(check, hunt->not_found);
    return;
  }
  const auto& hunt = std::get<FunctionHunt>(mutant.hunt);
  // A mistake of Linux itself is found without a change.
  const bool itself = hunt.repaired != nullptr || hunt.defects.none();
  if (itself) {
    checks.found(mutant, hunt.hunt);
    checks.found_by_cases(mutant, hunt);
  } else {
    checks.tried(mutant, hunt.hunt);
  }
  if (hunt.repaired != nullptr) checks.tried(mutant, hunt.repaired);
}

}  // namespace

std::vector<OutsiderCheck> outsider_checks(std::uint64_t seed) {
  Checks checks({.seed = seed});
  for (const Scenario* scenario : all_scenarios()) {
    if (scenario->models.empty())
      checks.explored(Check(*scenario), kModels);
    else
      checks.explored(Check(*scenario), scenario->models);
  }
  for (const Scenario* scenario : all_scenarios()) {
    add_parameters(checks, *scenario);
    add_pairs(checks, *scenario);
  }
  for (const std::string_view name : kOfEachStrength) add_strengths(checks, find_scenario(name));
  add_sequences(checks);
  for (const Mutant* mutant : all_mutants()) add_mutant(checks, *mutant);
  for (const KnownViolation& known : recorded_findings()) {
    checks.explored(known.check, known.models);
    add_varied(checks, known, known.check);
    if (!known.remedy.empty()) add_remedied(checks, known);
  }
  for (const CompilerGround& ground : compiler_grounds()) checks.explored(ground.check);
  for (const DriverPoint& point : driver_points())
    checks.explored(point.check.under(find_model(point.machine)));
  return checks.take();
}

std::vector<OutsiderCheck> outsider_machines(std::uint64_t seed, std::uint64_t cases) {
  Checks checks({seed, std::min(cases, kMostCases)});
  add_sequences(checks);
  for (const Mutant* mutant : all_mutants())
    if (std::holds_alternative<FunctionHunt>(mutant->hunt)) add_mutant(checks, *mutant);
  return checks.take();
}

}  // namespace ringcheck
