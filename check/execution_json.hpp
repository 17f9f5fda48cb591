#pragma once
// Executions as JSON: the decisions that make one, and its events for readers.

#include <nlohmann/json_fwd.hpp>

#include "check/check.hpp"
#include "explore/program.hpp"
#include "graph/execution_graph.hpp"
#include "models/checker.hpp"

namespace ringcheck {

/// What is checked, as text: scenario, parameters, plan and defects.
nlohmann::ordered_json check_json(const Check& check);

/// The check that `json` describes: what check_json made of a scenario of `catalogue`, and "model".
/// Errors: InputError for an unknown name or value; nlohmann::json::exception when something is
/// missing.
Check check_from(const nlohmann::ordered_json& json, const Catalogue& catalogue);

/// The decisions of `graph`, an execution of `program`: rf, co and choices, by names of events
/// (THREAD.SLOT) and locations.
nlohmann::ordered_json decisions_json(const ExecutionGraph& graph, const Program& program);

/// The execution of `program` to which `decisions`, made by decisions_json, lead. Errors:
/// InputError when they do not fit the program; nlohmann::json::exception when something is
/// missing.
ExecutionGraph graph_from(const nlohmann::ordered_json& decisions, const Program& program,
                          Dependence dependence);

/// The events of `graph`, thread by thread.
nlohmann::ordered_json threads_json(const ExecutionGraph& graph, const Program& program);

}  // namespace ringcheck
