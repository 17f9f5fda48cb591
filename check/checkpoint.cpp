// A check as JSON, and back: what it knows and what is left to explore.
// Executions are kept as the decisions that make them and judged again, which checks what a
// checkpoint claims about them.
// Tested by tests/properties/core/checkpoint_test.cpp.
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "check/counts_json.hpp"
#include "check/execution_json.hpp"
#include "check/run_check.hpp"
#include "graph/diagnostic.hpp"

namespace ringcheck {

namespace {

using Json = nlohmann::ordered_json;

[[noreturn]] void reject(const std::string& what) {
  throw InputError({"checkpoint", 0, 0, what});
}

/// What is checked: this must be the same when the check goes on.
Json identity(const Check& check) {
  Json json = check_json(check);
  json["model"] = check.model->name();
  json["symmetry"] = check.symmetry;
  return json;
}

Json execution_json(const Least& least, const Program& program) {
  return least.empty() ? Json(nullptr) : decisions_json(*least.graph(), program);
}

}  // namespace

Json ResumableCheck::to_json() const {
  const Program& program = what_->subject.program;
  Json json = {{"check", identity(what_->check)},
               {"started", started_},
               {"seconds", seconds_},
               {"violating", judge_.violating()},
               {"events_max", counts_.events_max}};
  json["counts"] = counts_json(counts_);
  json["fault"] = execution_json(judge_.fault().least, program);
  json["properties"] = Json::array();
  for (std::size_t i = 0; i < judge_.tallies().size(); ++i) {
    const Tally& tally = judge_.tallies()[i];
    json["properties"].push_back({{"id", what_->check.scenario->properties[i]->id},
                                  {"violations", tally.violations},
                                  {"seen", judge_.seen(i)},
                                  {"least", execution_json(tally.violated.least, program)}});
  }
  json["rest"] = rest_;
  return json;
}

ResumableCheck::ResumableCheck(const Check& check, const Json& json) try : ResumableCheck(check) {
  const Json mine = identity(check);
  if (json.at("check") != mine)
    reject("saw a check of " + json.at("check").dump() + ", expected one of " + mine.dump());
  const Subject& subject = what_->subject;
  const Dependence dependence = check.model->dependence();
  json.at("started").get_to(started_);
  json.at("seconds").get_to(seconds_);
  json.at("rest").get_to(rest_);
  json.at("events_max").get_to(counts_.events_max);
  counts_from(json.at("counts"), counts_);
  judge_.set_violating(json.at("violating").get<std::uint64_t>());
  if (const Json& fault = json.at("fault"); !fault.is_null()) {
    const ExecutionGraph graph = graph_from(fault, subject.program, dependence);
    const char* what = fault_of(subject.program, graph, dependence);
    if (what == nullptr) reject("saw an execution without a fault, expected one with it");
    judge_.set_fault(graph, what);
  }
  const Json& properties = json.at("properties");
  if (properties.size() != judge_.tallies().size())
    reject("saw another number of properties than the scenario has");
  for (std::size_t i = 0; i < judge_.tallies().size(); ++i) {
    const Property& property = *check.scenario->properties[i];
    Tally& tally = judge_.tallies()[i];
    const Json& saved = properties[i];
    if (saved.at("id") != property.id)
      reject("saw property " + saved.at("id").dump() + ", expected " + std::string(property.id));
    saved.at("violations").get_to(tally.violations);
    judge_.set_seen(i, saved.at("seen").get<std::uint64_t>());
    if (saved.at("least").is_null()) continue;
    const ExecutionGraph graph = graph_from(saved.at("least"), subject.program, dependence);
    const auto finding = judge_property(property, subject, graph, dependence);
    if (!finding) reject("saw an execution that does not violate " + std::string(property.id));
    tally.violated.take(graph, [&] { return *finding; });
  }
} catch (const nlohmann::json::exception& error) {
  reject(error.what());
}

}  // namespace ringcheck
