#pragma once
// A node of the tree that an exploration goes through.

#include <memory>
#include <vector>

#include "explore/known_runs.hpp"
#include "explore/options.hpp"
#include "explore/resumable_run.hpp"
#include "explore/state.hpp"
#include "models/checker.hpp"

namespace ringcheck {

/// A state with what the checker and the resumable runs keep beside it, and the options that are
/// left there.
template <ConsistencyChecker Checker>
struct Node {
  State state;
  typename Checker::State checked;
  /// Where each thread's run can be taken up: in `own`, or in that of a node above, which lives
  /// longer and does not change before this one is done. Null: at the start.
  std::vector<const RunSnapshot*> snapshots;
  std::vector<std::unique_ptr<RunSnapshot>> own;
  std::vector<ValueHistory> histories;  ///< by thread, while runs wait in order

  Options options;
  int next = 0;                 ///< the first option that has not been taken
  std::size_t path_length = 0;  ///< of the path to this state
  double weight = 1;  ///< share of the tree below this state, if options were alike everywhere

  /// Takes over the state of `other`, which must live on above this node.
  void copy_below(const Node& other) {
    state = other.state;
    checked = other.checked;
    weight = other.weight;
    snapshots = other.snapshots;
    histories = other.histories;
  }
  /// Takes over the state of `other`, which may change. Runs start again.
  void copy_apart(const Node& other) {
    state = other.state;
    checked = other.checked;
    weight = other.weight;
    snapshots.assign(other.snapshots.size(), nullptr);
    histories = other.histories;
  }
};

}  // namespace ringcheck
