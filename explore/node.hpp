#pragma once
// A node of the tree that an exploration walks.

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "explore/options.hpp"
#include "explore/resumable_run.hpp"
#include "explore/state.hpp"
#include "explore/value_history.hpp"
#include "models/checker.hpp"

namespace ringcheck {

/// A state, what the checker and the resumable runs keep with it, and the options that are left.
template <ConsistencyChecker Checker>
struct Node {
  State state;
  /// Where each thread's run can be resumed: in `own`, or in the `own` of a node above, which lives
  /// longer and does not change before this node is done. Null: at the start.
  std::vector<const RunSnapshot*> snapshots;
  std::vector<std::unique_ptr<RunSnapshot>> own;
  std::vector<ValueHistory> histories;  ///< by thread, while runs wait in order

  Options options;
  int next = 0;                 ///< the first option that has not been taken
  bool ended = false;           ///< nothing is left to run or to pick
  bool unplaced = false;        ///< in order: some write awaits its place
  std::size_t path_length = 0;  ///< length of the path to this state
  double weight = 1;  ///< share of the tree below this state, as if options were alike everywhere

  /// What the checker knows of the state.
  [[nodiscard]] const typename Checker::State& checked() const {
    return lent_ != nullptr ? *lent_ : checked_;
  }
  /// The same, to be extended.
  [[nodiscard]] typename Checker::State& own_checked() {
    if (lent_ != nullptr) checked_ = *std::exchange(lent_, nullptr);
    return checked_;
  }
  /// Room for what it knows; the old content does not matter.
  [[nodiscard]] typename Checker::State& new_checked() {
    lent_ = nullptr;
    return checked_;
  }
  /// The state is new, and not that of a node above.
  void begin() {
    above_ = 0;
    number_ = next_number();
  }

  /// Takes over the state of `other`, which must outlive this node above it, unchanged.
  void copy_below(const Node& other) {
    // A path only adds events, and what they depend on does not change.
    const bool knows = other.number_ == above_ && state.in_order && other.state.in_order;
    state.copy(other.state, knows ? above_events_ : 0);
    above_ = other.number_;
    above_events_ = other.state.graph.size();
    number_ = next_number();
    lent_ = &other.checked();
    weight = other.weight;
    snapshots = other.snapshots;
    histories = other.histories;
  }
  /// Takes over the state of `other`, which may change. Runs start again.
  void copy_apart(const Node& other) {
    state = other.state;
    checked_ = other.checked();
    lent_ = nullptr;
    above_ = 0;
    number_ = next_number();
    weight = other.weight;
    snapshots.assign(other.snapshots.size(), nullptr);
    histories = other.histories;
  }

 private:
  static std::uint64_t next_number() {
    thread_local std::uint64_t last = 0;
    return ++last;
  }

  /// The path that the state is on, as long as that is not another node's: a new number each time.
  std::uint64_t number_ = 0;
  std::uint64_t above_ = 0;  ///< number of the node that this was copied from
  int above_events_ = 0;     ///< and its events then
  typename Checker::State checked_;
  /// The one of a node above, until something is to be added: most states are given up before that.
  const typename Checker::State* lent_ = nullptr;
};

/// Nodes by depth. Reuses those that an earlier search on this thread left: most programs are
/// small, and touching fresh memory costs several times what exploring them does.
template <ConsistencyChecker Checker>
class NodeStack {
 public:
  NodeStack() { nodes_.swap(spare()); }
  NodeStack(const NodeStack&) = delete;
  NodeStack& operator=(const NodeStack&) = delete;
  ~NodeStack() { nodes_.swap(spare()); }

  Node<Checker>& operator[](std::size_t depth) {
    if (depth >= nodes_.size()) [[unlikely]]
      add(depth);
    return *nodes_[depth];
  }

 private:
  using Nodes = std::vector<std::unique_ptr<Node<Checker>>>;

  static Nodes& spare() {
    thread_local Nodes nodes;
    return nodes;
  }
  [[gnu::noinline]] void add(std::size_t depth) {
    while (nodes_.size() <= depth)
      nodes_.push_back(std::make_unique_for_overwrite<Node<Checker>>());
  }

  Nodes nodes_;
};

}  // namespace ringcheck
