#pragma once
// What an execution of the public interface consists of.

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "explore/explore.hpp"
#include "explore/program.hpp"
#include "face/session.hpp"
#include "graph/execution_graph.hpp"
#include "models/model.hpp"
#include "ringcheck/execution.hpp"

namespace ringcheck {

struct execution::data {
  explicit data(Model under) : model(std::move(under)) {}

  std::vector<event> events;
  std::vector<observation> observations;
  std::vector<std::string> threads;
  std::vector<std::pair<std::string, std::int64_t>> finals;  ///< by location
  bool complete = true;
  std::string token;
  std::vector<int> reached;  ///< by thread: slots that it used
  Model model;
  Program program;  ///< without code
  ExecutionGraph graph;
  std::vector<std::string> calls;   ///< by event number: as in the source; empty where not known
  std::vector<std::string> places;  ///< likewise: file:line
  std::vector<std::string> values;  ///< likewise: the value as people read it
};

/// The execution `graph` of a session, as users see it.
execution make_execution(const Session& session, const ExecutionGraph& graph, bool complete);

}  // namespace ringcheck
