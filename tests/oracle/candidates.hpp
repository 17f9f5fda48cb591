#pragma once
// Candidate executions: every way to assign writes to a test program's reads, and an order to its
// writes.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "graph/execution_graph.hpp"
#include "tests/oracle/ir.hpp"

namespace ringcheck::oracle {

/// What is enumerated, and when to give up.
struct CandidateOptions {
  /// Leave out candidates that violate coherence or the atomicity of read-modify-writes, which
  /// every model here forbids. Turned off, the model alone has to forbid them.
  bool prune_incoherent = true;
  bool track_dependencies = true;
  std::size_t max_traces = 20'000;         ///< of one thread
  std::size_t max_combinations = 500'000;  ///< of one trace per thread
  std::size_t max_candidates = 20'000;
};

/// Called for each candidate: a graph that holds every event, with rf and co. The candidate is
/// blocked when a thread is at a false assume.
using CandidateVisitor = std::function<void(ExecutionGraph& graph, bool blocked)>;

/// Calls `visit` once for each candidate execution of `program` in which no value comes out of thin
/// air, that is, with acyclic(address | data | control | rmw | rf): an axiom of every model here.
/// When a limit of `options` is exceeded, returns false after visiting some of them. Pre:
/// defect(program) is empty; 64 events at most, initial writes included.
bool for_each_candidate(const TestProgram& program, const CandidateOptions& options,
                        const CandidateVisitor& visit);

/// Says whether a graph that holds every event is consistent.
using Judge = std::function<bool(ExecutionGraph&)>;

/// The consistent executions of a program, as sorted ExecutionGraph::canonical() texts.
struct Executions {
  std::vector<std::string> complete, blocked;
  std::size_t candidates = 0;
};

/// The candidates that `judge` finds consistent; nothing when a limit of `options` is exceeded.
std::optional<Executions> consistent_executions(const TestProgram& program,
                                                const CandidateOptions& options,
                                                const Judge& judge);

}  // namespace ringcheck::oracle
