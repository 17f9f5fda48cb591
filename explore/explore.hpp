#pragma once
// Exploration: every consistent execution of a program under a model, once.

#include <atomic>
#include <cstdint>
#include <functional>
#include <vector>

#include "explore/program.hpp"
#include "explore/thread_run.hpp"
#include "models/model.hpp"

namespace ringcheck {

/// How an execution ended.
enum class Ending : std::uint8_t {
  complete,  ///< every thread ran to its end
  blocked,   ///< some thread is at a false assume; the others can do no more
  cut,       ///< some thread reached a loop bound; the others can do no more
  fault,     ///< some thread did what no program may
};

/// An execution as the explorer hands it on; valid during the call only.
struct Execution {
  const ExecutionGraph& graph;
  Ending ending = Ending::complete;
  const char* text = "";  ///< cut, fault: what happened
  /// How many executions this one stands for: itself, and those that differ from it only in which
  /// symmetric thread did what.
  std::uint64_t copies = 1;
};

/// Called for each execution. Returns false to end the exploration.
using ExecutionVisitor = std::function<bool(const Execution&)>;

/// Limits of an exploration. 0 means none.
struct ExploreLimits {
  std::uint64_t executions = 0;                  ///< end after this many complete executions
  double seconds = 0;                            ///< end after this much time
  std::uint64_t memory = 0;                      ///< end when this process holds this many bytes
  const std::atomic<bool>* interrupt = nullptr;  ///< end when it becomes true; null: it never does
};

/// What ended an exploration.
enum class EndedBy : std::uint8_t {
  nothing,     ///< everything was visited
  visitor,     ///< the visitor had seen enough
  executions,  ///< the limit of that name, and so on
  time,
  memory,
  interrupt,
};

/// Executions that were visited, one by one, by how they ended.
struct VisitedEnds {
  std::uint64_t complete = 0;
  std::uint64_t blocked = 0;
  std::uint64_t cut = 0;
  std::uint64_t faults = 0;

  [[nodiscard]] std::uint64_t all() const { return complete + blocked + cut + faults; }
};

/// What an exploration did. Executions that an explored one stands for (Execution::copies) count.
struct ExploreCounts {
  std::uint64_t complete = 0;
  std::uint64_t blocked = 0;
  std::uint64_t cut = 0;
  std::uint64_t faults = 0;
  /// Of the above, those that were visited. The others are counted: they are alike but for symmetric
  /// threads, or have a future that was visited before.
  VisitedEnds visited;
  std::uint64_t merged = 0;  ///< states whose future was visited before
  /// States that turned out to stand for no execution as soon as they were reached: a speculated
  /// branch goes the other way, say, or the last thread that might have served a deferred read has
  /// ended. They cost a step, but nothing was explored below them.
  std::uint64_t discarded = 0;
  std::uint64_t dead =
      0;  ///< states without any completion that were not pruned before they were reached
  std::uint64_t symmetric = 0;  ///< states left out since their symmetric threads are out of order
  std::uint64_t nodes = 0;      ///< states in which something was picked
  std::uint64_t checks = 0;     ///< consistency questions asked
  std::uint64_t events = 0;     ///< events of all complete executions, initial writes not counted
  int events_max = 0;           ///< events of the largest execution, initial writes not counted
  EndedBy ended_by = EndedBy::nothing;

  /// True iff a limit ended the exploration: the counts do not cover everything.
  [[nodiscard]] bool limit_reached() const { return ended_by > EndedBy::visitor; }
  /// Adds what another part of the same exploration did. Does not change `ended_by`.
  void add(const ExploreCounts& other);
};

/// Refuses a program that has more threads or locations than graphs have room for. Errors:
/// InputError.
void require_capacity(const Program& program);

/// Builds every execution of `program` that `model` finds consistent exactly once, up to the bounds
/// that the program's own code sets, and calls `visit` for each, always in the same order. Errors:
/// InputError when the program exceeds a capacity (events, loads, locations), writes outside its
/// may_write sets, or is not deterministic in the values read.
/// Source: forward exploration with deferred reads; see docs/exploration.md.
ExploreCounts explore(const Program& program, const Model& model, const ExploreLimits& limits,
                      const ExecutionVisitor& visit);

/// Runs every thread of `program` once more over a graph that holds all of its events, and returns
/// what the code says about it: observations in thread order, each thread's in program order.
Transcript transcribe(const Program& program, const ExecutionGraph& graph, Dependence dependence);

/// What a thread did in the execution `graph` that no program may do; null if no thread did.
const char* fault_of(const Program& program, const ExecutionGraph& graph, Dependence dependence);

}  // namespace ringcheck
