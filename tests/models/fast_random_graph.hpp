#pragma once
// Random graphs, grown event by event as the explorer grows them when program order is a hard
// dependency.

#include <array>
#include <cstdint>
#include <functional>
#include <random>
#include <vector>

#include "graph/execution_graph.hpp"

namespace ringcheck {

/// What a random graph is made of.
struct RandomShape {
  int threads = 2;
  int locations = 2;
  int private_locations =
      0;            ///< how many of them are written by one thread each, and placed when issued
  int events = 16;  ///< stop when the graph holds that many, initial writes included
  int rmw_percent = 15;
  int fence_percent = 15;
  int relaxed_rmw_percent =
      0;  ///< how many read-modify-writes are atomic, relaxed and sure, as release sequences need
  int seq_cst_percent = 0;  ///< how many accesses are sequentially consistent
};

/// Grows a graph in random thread order. A thread issues stores, fences and choices up to a read;
/// then what it has issued is materialised in program order. The owner asks the checker under test
/// and picks what to do.
class RandomGraph {
 public:
  /// A question: unresolved read `event` (or unplaced write) with each of `targets`; returns those
  /// admitted.
  using Ask = std::function<std::vector<EventNumber>(EventNumber event,
                                                     const std::vector<EventNumber>& targets)>;
  using Commit = std::function<void(EventNumber event)>;

  RandomGraph(const RandomShape& shape, std::uint64_t seed);

  /// Grows the graph until it is full or has no way to go on. `ask` is called for every choice,
  /// `commit` for each event that has been materialised.
  void grow(const Ask& ask, const Commit& commit);

  [[nodiscard]] ExecutionGraph& graph() { return graph_; }

 private:
  int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }
  bool percent(int p) { return below(100) < p; }
  bool seq_cst() { return shape_.seq_cst_percent > 0 && percent(shape_.seq_cst_percent); }

  void issue(ThreadId t);
  bool issue_one(ThreadId t);
  void issue_fence(ThreadId t);
  void issue_store(ThreadId t);
  bool issue_load(ThreadId t);
  bool issue_rmw(ThreadId t);
  bool issue_relaxed_rmw(ThreadId t);
  void finish_rmw(EventNumber r);
  bool materialise_next(ThreadId t, const Ask& ask, const Commit& commit);
  void commit_through(ThreadId t, int slot, const Commit& commit);
  [[nodiscard]] std::vector<EventNumber> targets(EventNumber e) const;
  [[nodiscard]] bool claimed(EventNumber w, EventNumber own) const;
  [[nodiscard]] bool is_private(LocId l, ThreadId t) const;
  [[nodiscard]] bool may_write(LocId l, ThreadId t) const;
  LocId random_location(ThreadId t, bool for_write);
  EventNumber add(ThreadId t, EventKind kind, LocId l, TagSet tags, int slot);

  RandomShape shape_;
  std::mt19937_64 random_;
  ExecutionGraph graph_;
  std::array<int, kMaxThreads> committed_{};  ///< slots of each thread that are committed
  EventSet committed_events_;
};

}  // namespace ringcheck
