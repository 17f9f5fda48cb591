// Executions as JSON.
// Tested by tests/properties/core/witness_test.cpp.
#include "check/execution_json.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <nlohmann/json.hpp>

#include "explore/decisions.hpp"
#include "graph/diagnostic.hpp"
#include "models/model.hpp"

namespace ringcheck {

namespace {

using Json = nlohmann::ordered_json;

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

}  // namespace

Json check_json(const Check& check) {
  Json parameters = Json::object();
  for (std::size_t i = 0; i < check.parameters.declared().size(); ++i)
    parameters[std::string(check.parameters.declared()[i].name)] = check.parameters.text(i);
  return {{"scenario", check.scenario->name},
          {"parameters", std::move(parameters)},
          {"plan", check.plan.text()},
          {"defects", Json(check.defects.names())}};
}

Check check_from(const Json& json, const Catalogue& catalogue) {
  Check check(catalogue.scenario(json.at("scenario").get<std::string>()),
              find_model(json.at("model").get<std::string>()));
  for (const auto& [name, value] : json.at("parameters").items())
    check.parameters.set(name, value.get<std::string>());
  check.plan.set(json.at("plan").get<std::string>());
  for (const Json& name : json.at("defects"))
    check.defects.insert(catalogue.defect(name.get<std::string>()));
  return check;
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

Json decisions_json(const ExecutionGraph& graph, const Program& program) {
  const Decisions decisions = decisions_of(graph);
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

ExecutionGraph graph_from(const Json& decisions, const Program& program, Dependence dependence) {
  return rebuild(program, decisions_from(decisions, program), dependence);
}

}  // namespace ringcheck
