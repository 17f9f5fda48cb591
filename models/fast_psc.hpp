#pragma once
// The order of RC11's SC fences, kept acyclic: psc = [Fsc] ; (hb | hb ; eco ; hb) ; [Fsc].
//
// Without SC accesses the partial SC order of RC11 is psc_F, on fences alone: psc_base adds only
// paths by co and fr, which eco holds. hb orders the fences of a thread, so the psc-ancestors of a
// fence are a vector clock: lane t counts the SC fences of thread t. With a at location l, b
// eco-after a and both committed, an edge F ; hb ; a ; eco ; b ; hb ; G arises in two ways:
//   - an access a is new: G are the fences whose past has seen a place in l's coherence order
//     after a's. A cycle arises iff one of them precedes a fence of a's own past.
//   - a fence G is new: nothing is ordered after it yet, so it only collects the fences before
//     every a such that its own past has seen a place after a's. A list of the accesses with SC
//     fences in their past serves for that.
//
// Source: Lahav et al., PLDI 2017, section 3.3. Tested by tests/models/fast_checkers_test.cpp.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "graph/execution_graph.hpp"
#include "graph/room.hpp"
#include "models/counter_row.hpp"
#include "models/view_pool.hpp"

namespace ringcheck {

/// The SC fences of a graph and their psc-ancestors. Views are those of fast_rc11.hpp: counter l is
/// a place in the coherence order of location l.
class ScFenceOrder {
 public:
  ScFenceOrder() = default;
  ScFenceOrder(const ScFenceOrder& other) { *this = other; }
  ScFenceOrder& operator=(const ScFenceOrder& other) {
    if (this == &other) return *this;
    fence_count_ = other.fence_count_;
    access_count_ = other.access_count_;
    fences_.copy(other.fences_, fence_count_);
    accesses_.copy(other.accesses_, access_count_);
    return *this;
  }
  ~ScFenceOrder() = default;

  void reset() { fence_count_ = access_count_ = 0; }
  /// True iff there is no SC fence: then nothing else here needs to be called.
  [[nodiscard]] bool empty() const { return fence_count_ == 0; }

  /// The psc-ancestors of a fence, or of what stands after an access: the fences of `past`, by
  /// thread, and all their ancestors.
  [[nodiscard]] ThreadCounters ancestors_of_past(const ThreadCounters& past) const {
    ThreadCounters ancestors;
    for (const Fence& f : fences()) {
      if (past[f.thread] >= f.place) ancestors.join(f.ancestors);
    }
    return ancestors;
  }
  /// The same for a fence that stands after all that view `view` has seen.
  [[nodiscard]] ThreadCounters ancestors_of_fence(const ExecutionGraph& graph,
                                                  const ViewPool& views, ViewNumber view,
                                                  const ThreadCounters& past) const;

  /// True iff an access to location `l` may stand so that writes from place `first` on are
  /// eco-after it. `ancestors`: the psc-ancestors of the fences in its past.
  [[nodiscard]] bool admits(const ViewPool& views, const ThreadCounters& ancestors, LocId l,
                            int first) const {
    for (const Fence& f : fences()) {
      if (ancestors[f.thread] >= f.place && views.counter(f.view, l) >= first) return false;
    }
    return true;
  }

  /// Adds access `e`. Pre: admits() has admitted it.
  void add_access(const ViewPool& views, EventNumber e, const ThreadCounters& past, LocId l,
                  int first);
  /// Adds the `place`th SC fence of thread `t`, whose past is `view`; `ancestors` are those of
  /// ancestors_of_fence.
  void add_fence(ThreadId t, int place, ViewNumber view, ThreadCounters ancestors);

 private:
  friend class Rc11Future;

  struct Fence {
    ThreadCounters ancestors;  // invariant: transitively closed, and counts the fence itself
    ViewNumber view = 0;
    ThreadId thread = 0;
    std::uint16_t place = 0;  ///< counts the SC fences of its thread, from 1
  };
  struct Access {
    ThreadCounters past;  ///< SC fences that happen before it, by thread
    EventNumber event = 0;
  };

  [[nodiscard]] std::span<const Fence> fences() const { return {fences_.data(), fence_count_}; }
  [[nodiscard]] std::span<const Access> accesses() const {
    return {accesses_.data(), access_count_};
  }

  std::size_t fence_count_ = 0;
  std::size_t access_count_ = 0;
  Room<Fence> fences_;
  Room<Access> accesses_;
};

}  // namespace ringcheck
