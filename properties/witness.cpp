// Witnesses as JSON, and back.
// The text holds the decisions of an execution (rf, co, choices) and, for readers, its events; only
// the decisions are read back, and the scenario's own code makes the events again.
// Tested by // tests/properties/witness_test.cpp.
#include "properties/witness.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

#include "graph/diagnostic.hpp"
#include "models/model.hpp"
#include "properties/check_scenario.hpp"
#include "protocol/barrier_plan_text.hpp"

namespace ringcheck {

namespace {

// Keys stay in the order in which they are written.
using Json = nlohmann::ordered_json;

constexpr const char* kFormat = "ringcheck-witness-1";

[[noreturn]] void reject(const std::string& what) {
  throw InputError({"witness", 0, 0, what});
}

std::string id_text(EventId id) {
  if (id.thread == kInitThread) return fmt::format("init.{}", id.index);
  return fmt::format("{}.{}", id.thread, id.index);
}

/// Reads "THREAD.SLOT" or "init.LOCATION".
EventId id_of(const std::string& text) {
  const std::size_t dot = text.find('.');
  const auto number = [&](std::string_view part, unsigned most) {
    unsigned value = 0;
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), value);
    if (error != std::errc() || end != part.data() + part.size() || value > most)
      reject("expected an event as THREAD.SLOT, saw \"" + text + "\"");
    return value;
  };
  if (dot == std::string::npos) reject("expected an event as THREAD.SLOT, saw \"" + text + "\"");
  const std::string_view whole(text);
  const auto index = static_cast<std::uint16_t>(number(whole.substr(dot + 1), 0xfffe));
  if (whole.substr(0, dot) == "init") return {kInitThread, index};
  return {static_cast<ThreadId>(number(whole.substr(0, dot), kMaxThreads - 1)), index};
}

std::string_view kind_text(EventKind kind) {
  constexpr std::array<std::string_view, 4> kNames = {"read", "write", "fence", "choice"};
  return kNames[static_cast<std::size_t>(kind)];
}

Json event_json(const Event& event, const Program& program) {
  Json json = {{"id", id_text(event.id)}, {"kind", kind_text(event.kind)}};
  if (event.level > 0) json["level"] = event.level;
  if (event.location != kNoLocation) json["location"] = program.locations[event.location].name;
  if (event.kind != EventKind::fence) json["value"] = event.value;
  return json;
}

Json threads_json(const ExecutionGraph& graph, const Program& program) {
  Json threads = Json::array();
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    Json events = Json::array();
    const auto thread = static_cast<ThreadId>(t);
    for (int slot = 0; slot < graph.slots(thread); ++slot) {
      const EventNumber e = graph.at(thread, slot);
      if (e != kNoEvent) events.push_back(event_json(graph[e], program));
    }
    threads.push_back({{"name", program.threads[t].name}, {"events", std::move(events)}});
  }
  return threads;
}

Json decisions_json(const Decisions& decisions, const Program& program) {
  Json rf = Json::object();
  for (const auto& [read, write] : decisions.rf) rf[id_text(read)] = id_text(write);
  Json co = Json::object();
  for (std::size_t l = 0; l < decisions.co.size(); ++l) {
    if (decisions.co[l].empty()) continue;
    Json order = Json::array();
    for (const EventId id : decisions.co[l]) order.push_back(id_text(id));
    co[program.locations[l].name] = std::move(order);
  }
  Json choices = Json::object();
  for (const auto& [choice, value] : decisions.choices) choices[id_text(choice)] = value;
  return {{"rf", std::move(rf)}, {"co", std::move(co)}, {"choices", std::move(choices)}};
}

Decisions decisions_from(const Json& json, const Program& program) {
  Decisions decisions;
  for (const auto& [read, write] : json.at("rf").items())
    decisions.rf.push_back({id_of(read), id_of(write.get<std::string>())});
  decisions.co.resize(program.locations.size());
  for (const auto& [name, order] : json.at("co").items()) {
    std::size_t l = 0;
    while (l < program.locations.size() && program.locations[l].name != name) ++l;
    if (l == program.locations.size()) reject("the scenario has no location \"" + name + "\"");
    for (const Json& id : order) decisions.co[l].push_back(id_of(id.get<std::string>()));
  }
  for (const auto& [choice, value] : json.at("choices").items())
    decisions.choices.push_back({id_of(choice), value.get<std::uint64_t>()});
  return decisions;
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
  Json parameters = Json::object();
  for (std::size_t i = 0; i < run.parameters.declared().size(); ++i)
    parameters[std::string(run.parameters.declared()[i].name)] = run.parameters.text(i);
  Json defects = Json::array();
  for (const DefectInfo& info : kDefects)
    if (run.defects.has(info.defect)) defects.push_back(info.name);
  const Json json = {{"format", kFormat},
                     {"scenario", run.scenario->name},
                     {"parameters", std::move(parameters)},
                     {"plan", to_text(run.plan, run.scenario->sites)},
                     {"defects", std::move(defects)},
                     {"model", witness.model},
                     {"property", witness.property},
                     {"message", witness.message},
                     {"decisions", decisions_json(decisions_of(*witness.graph), program)},
                     {"threads", threads_json(*witness.graph, program)}};
  return json.dump(1) + "\n";
}

Replay replay_witness(const std::string& text) try {
  const Json json = Json::parse(text);
  if (json.at("format") != kFormat) reject(fmt::format("expected format {}", kFormat));
  const ScenarioRun run = run_from(json);
  const Model model = find_model(json.at("model").get<std::string>());
  const ScenarioProgram built = run.build();
  auto graph = std::make_shared<ExecutionGraph>(rebuild(
      built.program, decisions_from(json.at("decisions"), built.program), model.dependence()));

  const std::string property = json.at("property").get<std::string>();
  const auto judged = run.scenario->properties;
  if (std::ranges::find(judged, &find_property(property)) == judged.end())
    reject(fmt::format("{} is not judged by {}", run.scenario->name, property));
  Replay result{Witness{run, model.name(), property, json.at("message").get<std::string>(), graph}};
  result.consistent = !model.refusal(*graph).has_value();
  const auto finding = judge_property(find_property(property), built, *graph, model.dependence());
  result.violated = finding.has_value();
  if (finding) result.witness.message = render(*finding, built.program, *graph);
  return result;
} catch (const nlohmann::json::exception& error) {
  reject(error.what());
}

}  // namespace ringcheck
