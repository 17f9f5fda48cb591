#pragma once
// Which reads are lost when threads wait in order, judged by what the threads' code may still
// write.

#include <span>
#include <vector>

#include "explore/later_writes.hpp"
#include "explore/state.hpp"
#include "explore/value_history.hpp"

namespace ringcheck {

/// Finds reads that no completion can resolve, in states in which threads wait in order.
/// unresolvable_reads() assumes that a thread that goes on writes all that it ever may; this sees
/// more. A thread writes only what its code does from where it waits (explore/ways_on.hpp). A
/// compare-exchange at which it waits writes only if a write that it may read, or that may come,
/// lets it succeed.
///
/// A state with a lost read stands for nothing, unless the thread may wait for ever. Source:
/// docs/exploration.md, "In order first". Tested by tests/explore/lost_in_order_test.cpp.
class LostInOrder {
 public:
  explicit LostInOrder(const Program& program) : program_(program), later_writes_(program) {}

  /// The lost reads; `deferred` must not read from a write that is there. `histories`: the values
  /// that threads have got. Pre: threads of `state` wait in order, and none at a choice.
  EventSet find(const State& state, std::span<const ValueHistory> histories,
                EventNumber deferred = kNoEvent);

 private:
  /// A thread that waits for a read.
  struct Waiting {
    std::size_t thread = 0;
    EventNumber read = kNoEvent;
    bool goes_on = false;   ///< its read may be resolved
    bool succeeds = false;  ///< with that, its read-modify-write writes
  };

  [[nodiscard]] bool may_succeed(const State& state, const Waiting& waiting) const;
  bool may_come(const State& state, std::span<const ValueHistory> histories,
                const Waiting& waiting);
  bool let_go_on(const State& state, std::span<const ValueHistory> histories, Waiting& waiting);

  const Program& program_;
  LaterWrites later_writes_;
  std::vector<Waiting> waiting_;
};

}  // namespace ringcheck
