// A check of a scenario as JSON, and back: what is known and what is left.
// Executions are kept as the decisions that make them and judged again, so that what a checkpoint
// claims about them is checked.
// Tested by tests/properties/checkpoint_test.cpp.
#include <array>
#include <string>
#include <utility>

#include "graph/diagnostic.hpp"
#include "properties/check_scenario.hpp"
#include "properties/execution_json.hpp"

namespace ringcheck {

namespace {

using Json = nlohmann::ordered_json;

/// The counts that add up over the parts of an exploration, by name.
struct NamedCount {
  const char* name;
  std::uint64_t ExploreCounts::*count;
};
constexpr std::array<NamedCount, 9> kCounts = {{{"complete", &ExploreCounts::complete},
                                                {"blocked", &ExploreCounts::blocked},
                                                {"cut", &ExploreCounts::cut},
                                                {"faults", &ExploreCounts::faults},
                                                {"discarded", &ExploreCounts::discarded},
                                                {"dead", &ExploreCounts::dead},
                                                {"nodes", &ExploreCounts::nodes},
                                                {"checks", &ExploreCounts::checks},
                                                {"events", &ExploreCounts::events}}};

[[noreturn]] void reject(const std::string& what) {
  throw InputError({"checkpoint", 0, 0, what});
}

/// What is checked, as it must be the same when the check goes on.
Json identity(const ScenarioRun& run, const Model& model) {
  Json json = run_json(run);
  json["model"] = model.name();
  json["symmetry"] = run.symmetry;
  return json;
}

Json execution_json(const Least& least, const Program& program) {
  return least.empty() ? Json(nullptr) : decisions_json(*least.graph(), program);
}

}  // namespace

Json ScenarioCheck::to_json() const {
  const Program& program = what_->built.program;
  Json json = {{"check", identity(what_->run, what_->model)},
               {"started", started_},
               {"seconds", seconds_},
               {"violating", judge_.violating()},
               {"events_max", counts_.events_max}};
  for (const NamedCount& named : kCounts) json["counts"][named.name] = counts_.*named.count;
  json["fault"] = execution_json(judge_.faulty(), program);
  json["properties"] = Json::array();
  for (std::size_t i = 0; i < judge_.tallies().size(); ++i) {
    const Tally& tally = judge_.tallies()[i];
    json["properties"].push_back({{"id", what_->run.scenario->properties[i]->id},
                                  {"violations", tally.violations},
                                  {"seen", tally.seen},
                                  {"least", execution_json(tally.least, program)}});
  }
  json["rest"] = rest_;
  return json;
}

ScenarioCheck::ScenarioCheck(const ScenarioRun& run, const Model& model, const Json& json) try
    : ScenarioCheck(run, model) {
  const Json mine = identity(run, model);
  if (json.at("check") != mine)
    reject("saw a check of " + json.at("check").dump() + ", expected one of " + mine.dump());
  const ScenarioProgram& built = what_->built;
  const Dependence dependence = model.dependence();
  json.at("started").get_to(started_);
  json.at("seconds").get_to(seconds_);
  json.at("rest").get_to(rest_);
  json.at("events_max").get_to(counts_.events_max);
  for (const NamedCount& named : kCounts)
    json.at("counts").at(named.name).get_to(counts_.*named.count);
  judge_.set_violating(json.at("violating").get<std::uint64_t>());
  if (const Json& fault = json.at("fault"); !fault.is_null()) {
    const ExecutionGraph graph = graph_from(fault, built.program, dependence);
    const char* what = fault_of(built.program, graph, dependence);
    if (what == nullptr) reject("saw an execution without a fault, expected one with it");
    judge_.set_fault(graph, what);
  }
  const Json& properties = json.at("properties");
  if (properties.size() != judge_.tallies().size())
    reject("saw another number of properties than the scenario has");
  for (std::size_t i = 0; i < judge_.tallies().size(); ++i) {
    const Property& property = *run.scenario->properties[i];
    Tally& tally = judge_.tallies()[i];
    const Json& saved = properties[i];
    if (saved.at("id") != property.id)
      reject("saw property " + saved.at("id").dump() + ", expected " + std::string(property.id));
    saved.at("violations").get_to(tally.violations);
    saved.at("seen").get_to(tally.seen);
    if (saved.at("least").is_null()) continue;
    const ExecutionGraph graph = graph_from(saved.at("least"), built.program, dependence);
    const auto finding = judge_property(property, built, graph, dependence);
    if (!finding) reject("saw an execution that does not violate " + std::string(property.id));
    tally.least.take(graph);
    tally.finding = *finding;
  }
} catch (const nlohmann::json::exception& error) {
  reject(error.what());
}

}  // namespace ringcheck
