#pragma once
// What the threads' code says when it is run once more over a whole execution.

#include <cstdint>
#include <string>
#include <vector>

#include "explore/thread_run.hpp"
#include "graph/event.hpp"
#include "ringcheck/shared.hpp"

namespace ringcheck {

/// A call that made the events in slots first … last - 1 of its thread.
struct RecordedCall {
  ThreadId thread = 0;
  int first = 0;
  int last = 0;
  std::string text;   ///< as in the source; of a store with {} for the value: store({}, release)
  std::string where;  ///< file:line; "after file:line" for what has no place itself; or empty
};

/// What a thread observed.
struct RecordedSaying {
  ThreadId thread = 0;
  const char* what = "";
  std::vector<std::uint64_t> values;
};

/// A wait at which a thread stands: the slots of its loads.
struct RecordedWait {
  ThreadId thread = 0;
  int first = 0;
  int last = 0;
  detail::place where;
};

/// All of one execution.
struct Recording {
  std::vector<RecordedCall> calls;
  std::vector<RecordedSaying> sayings;
  std::vector<RecordedWait> waits;
  std::vector<StopReason> stops;  ///< by thread
  std::vector<int> reached;       ///< by thread: slots that it used
};

}  // namespace ringcheck
