#pragma once
// How an execution ends, from how its threads have stopped.

#include <optional>

#include "explore/explore.hpp"
#include "explore/thread_run.hpp"

namespace ringcheck {

/// How a thread that stopped for `reason` ends an execution; nothing for one that has not ended.
constexpr std::optional<Ending> ending_of(StopReason reason) {
  switch (reason) {
    case StopReason::finished:
      return Ending::complete;
    case StopReason::assumption_failed:
      return Ending::blocked;
    case StopReason::bound_reached:
      return Ending::cut;
    case StopReason::fault:
      return Ending::fault;
    default:
      return std::nullopt;
  }
}

}  // namespace ringcheck
