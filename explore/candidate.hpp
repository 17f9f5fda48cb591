#pragma once
// Executions that threads might make together, and why they do not.

#include <functional>
#include <vector>

#include "explore/local_runs.hpp"

namespace ringcheck {

/// A read of a candidate, and what it reads from.
struct CandidateRead {
  ThreadId thread = 0;
  int slot = 0;
  Structure structure = kNoStructure;
  Structure source = kNoStructure;  ///< kNoStructure: the initial write
};

/// A write of a candidate.
struct CandidateWrite {
  ThreadId thread = 0;
  int slot = 0;
  Structure structure = kNoStructure;
};

/// Runs of all threads up to some point each, what they read from, and how their writes are ordered.
struct Candidate {
  std::vector<const ExecutionGraph*> threads;  ///< the events of each thread, alone
  std::vector<CandidateRead> reads;
  /// By location: its writes, in coherence order, without the initial one.
  std::vector<std::vector<CandidateWrite>> orders;
};

/// Which reads and writes of a candidate are decided: the others are left open, and what a thread does
/// after the last decided one is left out.
struct DecidedPart {
  std::vector<bool> reads;
  std::vector<std::vector<bool>> writes;
};

/// Says whether graphs are consistent.
using GraphJudge = std::function<bool(const ExecutionGraph&)>;

/// All of `candidate`.
DecidedPart all_of(const Candidate& candidate);
/// The graph of a part of `candidate`.
ExecutionGraph graph_of(const Program& program, const Candidate& candidate,
                        const DecidedPart& part);
/// The events of thread `t`, which are all of `own`, with nothing decided.
ExecutionGraph events_alone(const ExecutionGraph& own, ThreadId t);
/// A least part of `candidate`, which is not consistent, that is not: without any of its decisions it
/// would be. Source: Junker, "QuickXplain", AAAI 2004.
DecidedPart least_refused_part(const Program& program, const Candidate& candidate,
                               const GraphJudge& is_consistent);

}  // namespace ringcheck
