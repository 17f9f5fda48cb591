#pragma once
// What can be done in a state of the exploration.

#include <cstdint>
#include <vector>

#include "graph/event.hpp"

namespace ringcheck {

/// The ways to go on from a state: disjoint, and together they cover what it stands for. For a
/// read: the write to read from, or kNoEvent to defer it. For a write: the write to stand after.
/// For a choice: the value. For the branch at which `thread` waits: its outcome.
struct Options {
  EventNumber event = kNoEvent;
  int thread = -1;
  int count = 0;
  std::vector<std::uint16_t> targets;  ///< those from `count` on were given away

  void clear() {
    event = kNoEvent;
    thread = -1;
    count = 0;
    targets.clear();
  }
  void add(std::uint16_t target) {
    targets.push_back(target);
    ++count;
  }
};

/// How to reach a state from the root: at each state with more than one option, the number of the
/// one taken. The same for every run of a program under a model.
using Path = std::vector<std::uint16_t>;

}  // namespace ringcheck
