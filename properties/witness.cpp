// Witnesses as JSON, and back.
// The text holds the decisions of an execution (rf, co, choices) and, for readers, its events; only
// the decisions are read back, and the scenario's own code makes the events again.
// Tested by tests/properties/witness_test.cpp.
#include "properties/witness.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "graph/diagnostic.hpp"
#include "models/model.hpp"
#include "properties/check_scenario.hpp"
#include "properties/execution_json.hpp"
#include "protocol/core/barrier_plan_text.hpp"

namespace ringcheck {

namespace {

// Keys stay in the order in which they are written.
using Json = nlohmann::ordered_json;

constexpr const char* kFormat = "ringcheck-witness-1";

[[noreturn]] void reject(const std::string& what) {
  throw InputError({"witness", 0, 0, what});
}

ScenarioRun run_from(const Json& json) {
  ScenarioRun run(find_scenario(json.at("scenario").get<std::string>()));
  for (const auto& [name, value] : json.at("parameters").items())
    run.parameters.set(name, value.get<std::string>());
  const auto plan = parse_plan(json.at("plan").get<std::string>(), run.plan);
  if (!plan.value) reject(plan.error);
  run.plan = *plan.value;
  for (const Json& name : json.at("defects")) {
    const auto defect = find_defect(name.get<std::string>());
    if (!defect) reject("no defect \"" + name.get<std::string>() + "\"");
    run.defects.insert(*defect);
  }
  return run;
}

}  // namespace

std::string to_json(const Witness& witness) {
  const ScenarioRun& run = witness.run;
  const Program program = run.build().program;
  Json json = {{"format", kFormat}};
  json.update(run_json(run));
  json.update(Json{{"model", witness.model},
                   {"property", witness.property},
                   {"message", witness.message},
                   {"decisions", decisions_json(*witness.graph, program)},
                   {"threads", threads_json(*witness.graph, program)}});
  return json.dump(1) + "\n";
}

Replay replay_witness(const std::string& text) try {
  const Json json = Json::parse(text);
  if (json.at("format") != kFormat) reject(fmt::format("expected format {}", kFormat));
  const ScenarioRun run = run_from(json);
  const Model model = find_model(json.at("model").get<std::string>());
  const ScenarioProgram built = run.build();
  auto graph = std::make_shared<ExecutionGraph>(
      graph_from(json.at("decisions"), built.program, model.dependence()));

  const std::string property = json.at("property").get<std::string>();
  Replay result{Witness{run, model.name(), property, json.at("message").get<std::string>(), graph}};
  result.consistent = !model.refusal(*graph).has_value();
  if (property == kFault) {
    const char* fault = fault_of(built.program, *graph, model.dependence());
    result.violated = fault != nullptr;
    if (result.violated) result.witness.message = fault;
    return result;
  }
  const auto judged = run.scenario->properties;
  if (std::ranges::find(judged, &find_property(property)) == judged.end())
    reject(fmt::format("{} is not judged by {}", run.scenario->name, property));
  const auto finding = judge_property(find_property(property), built, *graph, model.dependence());
  result.violated = finding.has_value();
  if (finding) result.witness.message = render(*finding, built.program, *graph);
  return result;
} catch (const nlohmann::json::exception& error) {
  reject(error.what());
}

}  // namespace ringcheck
