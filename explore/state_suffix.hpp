#pragma once
// What the future of a state depends on, under every model that ships: the part of its graph before
// which something to come may still be ordered, and what code does next.
//
// Let base(l) be the least place in coherence order of location l from which some thread that has
// not ended may still read, or after which it may write, as far as coherence and message passing
// tell (models/known_writes.hpp). Let R, the *suffix* of the graph, be the least set that holds
// every write after base(l), for each l; with an event, all that is after it in po, rf, co and fr;
// and with a write, the read of its read-modify-write. Of po, pairs of a write and a later read
// that may pass it are left out (BufferedOrder). P is the rest. Then no such edge leads from R, or
// from an event to come, into P:
//   - an event to come is last in its thread, and read by nothing;
//   - it reads from base(l) or after, and takes a place after base(l): what it is co- or fr-before
//     stands after base(l), and belongs to R.
// The axioms of the models forbid only cycles of edges that each lead forward along these (see
// BufferedOrder; sections of RCU, whose edges lead back, are left out). A cycle to come has an
// event that was not there, so none of P: it is made of R and of what comes. Whether it is there
// depends on the events of R, their order, and dependencies among them. base(l) grows along a path,
// and P with it.
//
// In a thread, R is some writes, and all from the first event that is no write. What code does is a
// function of its local state where that part begins, and of what it has got there (A3). The local
// state is what the code declared last before that place and the values
// that it has got since (explore/state_key.hpp). The same is true of the sources of its values, as
// far as they are in R. So two states with equal keys have equal executions, event by event of what
// is added, and the search takes the same steps from both.

#include <cstdint>
#include <vector>

#include "explore/path_watch.hpp"
#include "explore/suffix_forgetting.hpp"
#include "models/buffered_order.hpp"

namespace ringcheck {

/// Makes keys of states in which threads wait in order.
class StateSuffix {
 public:
  /// `passing`: the reads that pass earlier writes of their thread under the model.
  explicit StateSuffix(const Program& program, PassingReads passing = {},
                       SuffixForgetting forgetting = SuffixForgetting::nothing);

  /// The key of `state`, to which `path` leads. Pre: threads wait in order there, each that has not
  /// ended waits for a read, and every write has its place.
  ValueHistory key(const State& state, WatchedPath& path);
  /// By location, the first place in coherence order of the suffix in the last key().
  [[nodiscard]] std::span<const std::uint16_t> first_places() const { return low_; }

 private:
  void find(const State& state, WatchedPath& path);
  [[nodiscard]] int least_place(const State& state, const WatchedPath& path, ThreadId t,
                                LocId l) const;
  [[nodiscard]] bool is_told_by(const Event& read) const;
  [[nodiscard]] int place_told(const State& state, const WatchedPath& path, ThreadId t,
                               LocId l) const;
  bool extend(const ExecutionGraph& graph, ThreadId t, const WatchedPath& path);
  [[nodiscard]] bool waits(const Event& event) const;
  void include_writes(const ExecutionGraph& graph, ThreadId t, int first);
  [[nodiscard]] bool is_in(const ExecutionGraph& graph, const Event& event) const;
  [[nodiscard]] bool is_shared_write(const Event& event) const {
    return event.kind == EventKind::write && !alone_.test(event.location);
  }
  void include(const ExecutionGraph& graph, ThreadId t, int first);
  void include(const ExecutionGraph& graph, const Event& event);
  void add_thread(const State& state, const WatchedPath& path, ThreadId t);
  void add_event(const ExecutionGraph& graph, const WatchedPath& path, EventNumber e);
  void add_dependencies(const ExecutionGraph& graph, EventNumber e);
  void add_memory(const ExecutionGraph& graph, const WatchedPath& path);
  void add_exclusion(const State& state, EventNumber r);

  [[nodiscard]] bool forgets(SuffixForgetting what) const { return forgetting_ == what; }

  const Program& program_;
  PassingReads passing_;
  SuffixForgetting forgetting_;
  LocationSet alone_;                 ///< locations that only one thread accesses
  std::vector<std::uint16_t> low_;    ///< by location: the first place of the suffix
  std::vector<std::uint16_t> first_;  ///< by thread: the slot from which on all is in the suffix
  std::vector<std::uint16_t> first_write_;  ///< the same for writes
  ValueHistory key_;
};

}  // namespace ringcheck
