#pragma once
// Counting the executions of a state whose future equals that of a state explored before.

#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <vector>

#include "explore/explore.hpp"
#include "explore/history_table.hpp"
#include "explore/path_watch.hpp"
#include "explore/state_suffix.hpp"
#include "explore/sums.hpp"

namespace ringcheck {

/// Keeps what the search found below states in which threads wait in order, by what their futures
/// depend on (explore/state_suffix.hpp). Counts that again for each state with an equal future.
/// Follows one search at a time; what it keeps may serve one search after the other.
///
/// It keeps a subtree if all of it was visited, nothing in it had to be looked at, and its threads
/// waited in order everywhere. Counts of nodes and questions are of what was actually done, and are
/// not kept. A program with too few states of equal futures is no longer followed.
class SubtreeCounter {
 public:
  /// Pre: `program` outlives this.
  SubtreeCounter(const Program& program, StateObserver observer,
                 MessagePassing messages = MessagePassing::by_release, PassingReads passing = {},
                 SuffixForgetting testing_only_forgetting = SuffixForgetting::nothing);
  SubtreeCounter(const SubtreeCounter&) = delete;
  SubtreeCounter& operator=(const SubtreeCounter&) = delete;
  ~SubtreeCounter() = default;

  /// A search begins that adds up its executions in `sums`.
  void begin(const Sums& sums);
  /// Where the runs of the search put what they say and declare.
  [[nodiscard]] PartsTold& told() { return watch_.told(); }
  /// The way to the state of the node at `depth`, for the search that goes on below it; nothing if
  /// it is no longer followed.
  [[nodiscard]] std::optional<WatchedPath> way_to(std::size_t depth) const {
    return follows_ ? std::optional(paths_[depth]) : std::nullopt;
  }
  /// Starts where `way`, from way_to(), leads: the node at depth 0.
  void go_on_from(const std::optional<WatchedPath>& way) {
    if (way)
      path(0) = *way;
    else
      follows_ = false;
  }
  /// Starts the way to the node at depth 0, whose graph holds nothing but initial writes.
  void start(const ExecutionGraph& graph) { watch_.start(path(0), graph); }
  /// The node at `depth + 1` becomes a copy of the one at `depth`.
  void copy_below(std::size_t depth);

  /// The search has come to `state`, at `depth`, its threads have run, and it has picked what to go
  /// on with. If the executions of `state` are known, counts them into `counts` and returns true.
  /// `divides`: the search picked among several options, and every write has its place; other
  /// states are only followed.
  bool come_to(std::size_t depth, const State& state, std::span<const ValueHistory> histories,
               bool divides, ExploreCounts& counts);
  /// Goes along without counting, as a search does on its way to where it starts.
  void go_along(const State& state, std::span<const ValueHistory> histories);
  /// All below the nodes at `depth` and deeper has been visited.
  void leave(std::size_t depth, ExploreCounts& counts) {
    while (!open_.empty() && open_.back().depth >= depth) close(counts);
  }
  /// Threads no longer wait in order where the search is.
  void leave_order() {
    for (Open& open : open_) open.whole = false;
  }
  /// What is below the nodes down to `depth` will not all be visited here.
  void give_up(std::size_t depth);
  /// The search stops, perhaps to go on later: nothing that is open will be kept.
  void stop(ExploreCounts& counts);

 private:
  /// The way to the state of the node at `depth`.
  [[nodiscard]] WatchedPath& path(std::size_t depth);
  /// What was found below a state.
  struct Found {
    std::uint64_t complete = 0, blocked = 0, cut = 0, discarded = 0, dead = 0;
    std::uint64_t events = 0;  ///< of complete executions, beyond those of the state
    int events_max = -1;       ///< of the largest, beyond those of the state; -1: there is none
    std::uint32_t sums = 0;    ///< where its sums begin in sums_
    std::uint32_t firsts = 0;  ///< where its firsts begin in firsts_
  };
  /// A state below which the search is.
  struct Open {
    std::size_t depth = 0;
    ValueHistory key;
    bool whole = true;  ///< all of it is visited here, in order
    int events = 0;     ///< of the state
    ExploreCounts before;
    std::size_t sums = 0;    ///< where the earlier sums begin in sums_before_
    std::size_t firsts = 0;  ///< where the earlier firsts begin in firsts_before_
  };
  static constexpr std::size_t kMaxKept = std::size_t{1} << 20U;
  /// How many states are looked at before following can count as vain.
  static constexpr std::uint64_t kTrial = std::uint64_t{1} << 14U;

  /// A state costs as much as an execution: to pay, at least as many executions must have been
  /// counted.
  [[nodiscard]] bool is_in_vain() const { return new_ >= kTrial && counted_ < new_; }
  void open(std::size_t depth, const ValueHistory& key, const State& state, ExploreCounts& counts);
  void close(ExploreCounts& counts);
  void keep(const Open& open, const ExploreCounts& counts);
  void count(const Found& found, const State& state, ExploreCounts& counts);

  const Program& program_;
  StateObserver observer_;
  PathWatch watch_;
  StateSuffix suffix_;
  std::optional<Sums> its_;
  bool follows_ = true;            ///< all that has happened could be followed
  std::uint64_t new_ = 0;          ///< states that were looked at, and were not known
  std::uint64_t counted_ = 0;      ///< executions that were not visited
  std::deque<WatchedPath> paths_;  ///< by depth
  std::vector<Open> open_;
  std::vector<std::uint64_t> sums_before_;
  std::vector<std::uint32_t> firsts_before_;
  HistoryTable numbers_;  ///< of what was found, by key
  std::deque<Found> found_;
  std::vector<std::uint64_t> sums_;
  std::vector<std::uint32_t> firsts_;
};

}  // namespace ringcheck
