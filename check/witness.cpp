// Witnesses as JSON, and back.
// The text holds the decisions of an execution (rf, co, choices) and, for people, its events. Only
// the decisions are read back; the scenario's own code makes the events again.
// Tested by tests/properties/core/witness_test.cpp.
#include "check/witness.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "check/execution_json.hpp"
#include "check/run_check.hpp"
#include "graph/diagnostic.hpp"
#include "models/model.hpp"

namespace ringcheck {

namespace {

// Keys stay in the order in which they are written.
using Json = nlohmann::ordered_json;

constexpr const char* kFormat = "ringcheck-witness-1";

[[noreturn]] void reject(const std::string& what) {
  throw InputError({"witness", 0, 0, what});
}

/// The property of `scenario` with this id. Errors: InputError when it judges none.
const Property& judged_property(const Scenario& scenario, const std::string& id) {
  for (const Property* property : scenario.properties)
    if (property->id == id) return *property;
  reject(fmt::format("{} is not judged by {}", scenario.name, id));
}

}  // namespace

std::string to_json(const Witness& witness) {
  const Program program = witness.check.build().program;
  Json json = {{"format", kFormat}};
  json.update(check_json(witness.check));
  json.update(Json{{"model", witness.check.model->name()},
                   {"property", witness.property},
                   {"message", witness.message},
                   {"decisions", decisions_json(*witness.graph, program)},
                   {"threads", threads_json(*witness.graph, program)}});
  return json.dump(1) + "\n";
}

Replay replay_witness(const std::string& text, const Catalogue& catalogue) try {
  const Json json = Json::parse(text);
  if (json.at("format") != kFormat) reject(fmt::format("expected format {}", kFormat));
  const Check check = check_from(json, catalogue);
  const Dependence dependence = check.model->dependence();
  const Subject subject = check.build();
  auto graph = std::make_shared<ExecutionGraph>(
      graph_from(json.at("decisions"), subject.program, dependence));

  const std::string id = json.at("property").get<std::string>();
  Replay result{Witness{check, id, json.at("message").get<std::string>(), graph}};
  result.consistent = !check.model->refusal(*graph).has_value();
  if (id == kFault) {
    const char* fault = fault_of(subject.program, *graph, dependence);
    result.violated = fault != nullptr;
    if (result.violated) result.witness.message = fault;
    return result;
  }
  const auto finding =
      judge_property(judged_property(*check.scenario, id), subject, *graph, dependence);
  result.violated = finding.has_value();
  if (finding) result.witness.message = render(*finding, subject.program, *graph);
  return result;
} catch (const nlohmann::json::exception& error) {
  reject(error.what());
}

}  // namespace ringcheck
