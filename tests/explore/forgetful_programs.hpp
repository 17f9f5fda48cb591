#pragma once
// Programs whose code forgets what it has read at once, so that states with different pasts meet.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "explore/program.hpp"
#include "explore/state_search.hpp"
#include "explore/thread_run.hpp"

namespace ringcheck {

/// An operation of a thread.
struct Operation {
  EventKind kind = EventKind::fence;  ///< choice: an exchange
  LocId location = 0;
  std::uint64_t value = 0;
  TagSet tags;
  RmwOrder order;
  /// write: its value depends on the thread's last load, and its being made on the one before.
  bool depends = false;
};

/// One of two lists of operations, by a choice; the first without one.
struct Statement {
  std::array<std::vector<Operation>, 2> either;
  bool is_choice = false;
};
using Code = std::vector<Statement>;

/// A program whose threads forget at once what they have read and chosen.
Program forgetful(std::string name, const std::vector<Code>& threads);

/// Two or three threads of straight code with choices. `depend`: some writes depend on loads.
/// `machine_code`: with the fences of POWER, many of them.
Program random_forgetful(std::uint64_t seed, bool depend = false, bool machine_code = false);

/// What each thread read in its last `reads` reads, and what memory holds in the end.
std::string outcome(const ExecutionGraph& graph, int reads);

/// Remembers the last `reads` reads of each thread.
StateObserver last_reads(int reads);

}  // namespace ringcheck
