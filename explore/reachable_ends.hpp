#pragma once
// How the threads of a program can end, under models with load buffering as well, without a visit of
// each execution.

#include <cstdint>
#include <functional>
#include <vector>

#include "explore/candidate.hpp"
#include "explore/explore.hpp"

namespace ringcheck {

/// An end of a thread that some execution comes to.
struct ReachedEnd {
  ThreadId thread = 0;
  StopReason reason = StopReason::finished;
  const char* text = "";              ///< Stop::text
  std::vector<std::uint64_t> values;  ///< that its reads and choices got on one way there
  /// A graph in which it does: of other threads it holds what they need to do for that.
  ExecutionGraph graph;
};

/// A write of a thread that may take effect before a read that precedes it, and the slots from the first
/// such read to the write: the thread may stand at any of them when others see the write.
struct EarlyWrite {
  int slot = 0;
  std::vector<int> reads;
};

/// The writes of one thread, whose events alone are given, that may take effect before a read that
/// precedes them, whatever the read gets.
using EarlyJudge = std::function<std::vector<EarlyWrite>(const ExecutionGraph&, ThreadId)>;

/// How far a search for ends goes.
struct ReachLimits {
  ExploreLimits limits;         ///< but for `executions`, which are not counted
  std::uint64_t steps = 0;      ///< of runs of threads
  std::uint64_t conflicts = 0;  ///< of choices that do not go together
};

/// What a search for ends asks, and is asked.
struct ReachVisitors {
  GraphJudge is_consistent;
  EarlyJudge early_writes;
  std::function<bool(StopReason)> asks;          ///< whether ends for this reason are looked for
  std::function<bool(const ReachedEnd&)> visit;  ///< called once an end; returns false to end it
};

/// Looks for all ends of threads, and finds those that some consistent graph has that holds, with each
/// event, all before it in its thread and what it reads from. So if a thread can end so in an execution,
/// it is found. What a thread may do next is looked at where it is not ruled out by what is known; a
/// write that may take effect before a read counts as there for others before the read has its value.
/// An end is found once for each state that the code declares (ThreadRun::declare_state), also where its
/// graph has no completion. Returns what ended the search: EndedBy::executions for the steps, the
/// conflicts, and threads with more loads than can be told apart. Errors: as for explore().
EndedBy reach_ends(const Program& program, const ReachLimits& limits,
                   const ReachVisitors& visitors);

/// The judges of `model`, a copy of which they hold. A write waits for a read of another location if the
/// model's order (Model::order_steps) leads from the read to it, and for one of its own location: what
/// that reads from comes before the write in coherence order.
ReachVisitors judges_of(const Model& model);

}  // namespace ringcheck
