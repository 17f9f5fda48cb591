#pragma once
// Where runs of a thread's code end, and the branches that they take before they know.

#include <cstdint>

#include "graph/event.hpp"

namespace ringcheck {

/// Why a run of a thread's code ended.
enum class StopReason : std::uint8_t {
  not_run,     ///< has not been run since its last load was resolved
  finished,    ///< the body returned
  unresolved,  ///< needs the value of an unresolved load (a branch, an assume, or any load in porf
               ///< mode)
  choice,      ///< needs the value of a choice
  assumption_failed,  ///< an assume was false: the execution is blocked
  contradiction,  ///< a branch went another way than speculated: this graph stands for no execution
  bound_reached,  ///< a loop reached its bound
  fault,          ///< the code did what no program may: see Stop::fault
};

/// How and where a run ended.
struct Stop {
  StopReason reason = StopReason::not_run;
  bool at_branch = false;  ///< unresolved: the outcome of a branch could be speculated
  /// unresolved: the run can be taken up, and has more loads than it can tell apart that way.
  bool out_of_sources = false;
  /// at_branch: the open condition is an assumption (decide_assumptions).
  bool at_assumption = false;
  /// at_branch: how many branches, or assumptions, the run decided before
  std::uint16_t branch = 0;
  /// choice: the event; unresolved in porf mode: the load whose value is needed. In other modes
  /// several may be needed: ThreadRun::waiting_for().
  EventNumber waiting = kNoEvent;
  const char* text = "";  ///< bound_reached, fault: what happened; a string that lives for ever
};

/// The outcome of a branch, taken before its condition is known.
struct Speculation {
  ThreadId thread = 0;
  std::uint16_t branch = 0;  ///< the branch that the thread decides after this many others
  bool taken = false;
  bool is_assumption = false;  ///< it is an assumption, after this many other ones
};

}  // namespace ringcheck
