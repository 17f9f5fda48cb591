#pragma once
// A scenario that has nothing to do with perf: a message is passed from one thread to another.

#include "check/check.hpp"

namespace ringcheck::tests {

/// What the thread that takes the message saw.
struct MessageView {
  void gather(const ExecutionGraph& graph, const Transcript& said);

  bool taken = false;
  std::uint64_t value = 0;
};

/// Thread 0 stores a message and then a flag. Thread 1 looks at the flag `looks` times, and takes
/// the message once the flag is set. Site "publish" orders the stores, site "take" the loads. The
/// defect "flag-first" stores the flag before the message.
const Scenario& message();

/// The message, and the property by which it is judged.
const Catalogue& messages();

}  // namespace ringcheck::tests
