#pragma once
// Executions as Graphviz pictures. All drawing in the dot language is here.

#include <string>

#include "explore/program.hpp"
#include "graph/execution_graph.hpp"

namespace ringcheck {

/// A complete graph of `program` as a digraph called `title`: a column a thread in program order,
/// initial writes that somebody reads or overwrites above them; edges po (of neighbours), rf, co
/// (of neighbours), fr (to the next write), rmw, and addr, data and ctrl where the graph has them.
/// `caption` stands below.
std::string execution_dot(const Program& program, const ExecutionGraph& graph,
                          const std::string& title, const std::string& caption);

}  // namespace ringcheck
