#pragma once
// RC11 for programs that have sequentially consistent accesses: fast_rc11.hpp for happens-before
// and coherence, and here the order of all SC events, accesses and fences, kept acyclic:
//   psc = [SC] ; scb ; [SC]  |  [Fsc] ; hb? ; scb ; [SC]  |  [SC] ; scb ; hb? ; [Fsc]
//       | [Fsc] ; (hb | hb ; eco ; hb) ; [Fsc]
//   scb = po | po-other ; hb ; po-other | hb & loc | co | fr,   po-other = po \ loc
// ([Fsc] ; hb? ; scb ; hb? ; [Fsc] is in the last line: co and fr are in eco, and the rest is hb.)
//
// po orders the SC events of a thread, so the psc-ancestors of an SC event are a vector clock
// again: lane t counts SC events of thread t. Views count slots: a happens before b iff b's view
// has seen a's slot. hb between events already there never grows. When event e, at location l,
// comes last in its thread, with writes from place `first` on after it by co or fr, psc grows by
//   out of e, if e is SC:          to SC writes of l from `first` on, and to fences that such a
//                                  write happens before;
//   out of fences in e's past:     to the same writes, and to fences whose view has seen a place of
//                                  l from `first` on (as in fast_psc.hpp), which are more;
//   into e, if e is SC:            from what is before it by each part of scb.
// A new fence gets edges as in fast_psc.hpp, and from SC accesses that are before a write in its
// past by co or fr. SC accesses in its past need none: whatever leads to one of them by co or fr
// leads to the fence, and whatever leads there by hb is in the past as well.
//
// Only edges out of e close a cycle: nothing is ordered after e by hb or po. And it is enough to
// look from what is before e by po or po-other ; hb ; po-other, and from the fences in the past of
// its thread: an event before e by hb & loc, co or fr is before the same writes without e.
//
// Source: Lahav, Vafeiadis, Kang, Hur, Dreyer, "Repairing sequential consistency in C/C++11", PLDI
// 2017, section 3.3. Tested by tests/models/fast_checkers_test.cpp against the cat text.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "graph/execution_graph.hpp"
#include "graph/room.hpp"
#include "models/checker.hpp"
#include "models/counter_row.hpp"
#include "models/fast_rc11.hpp"
#include "models/rmw_atomicity.hpp"

namespace ringcheck {

/// An incremental checker of RC11 whose accesses may be seq_cst.
class Rc11ScChecker {
 public:
  class State;

  Rc11ScChecker() = default;
  /// `own_stores_continue`: a release sequence goes on with later writes of its thread.
  explicit Rc11ScChecker(bool own_stores_continue) : own_stores_continue_(own_stores_continue) {}

  void start(State& state, const ExecutionGraph& graph) const;
  void prepare(const State&, const ExecutionGraph&) const {}
  [[nodiscard]] bool admits_read(const State& state, const ExecutionGraph& graph, EventNumber r,
                                 EventNumber w) const;
  [[nodiscard]] bool admits_write(const State& state, const ExecutionGraph& graph, EventNumber w,
                                  EventNumber predecessor) const;
  void commit(State& state, const ExecutionGraph& graph, EventNumber e) const;
  [[nodiscard]] bool consistent(const ExecutionGraph& graph) const;

 private:
  bool own_stores_continue_ = true;
};

/// Views and SC events of the committed events of one graph.
class Rc11ScChecker::State {
 public:
  State() = default;
  State(const State& other) { *this = other; }
  State& operator=(const State& other);
  ~State() = default;

 private:
  friend Rc11ScChecker;

  /// An SC event.
  struct Node {
    ThreadCounters ancestors;  // invariant: transitively closed, and counts the event itself
    EventNumber event = 0;
    ViewNumber view = 0;  ///< of a fence: what it has seen
    ThreadId thread = 0;
    std::uint16_t place = 0;    ///< counts the SC events of its thread, from 1
    std::uint16_t fence = 0;    ///< of a fence: counts the SC fences of its thread, from 1
    std::uint16_t earlier = 0;  ///< of a fence: number of the fence before it in nodes_, + 1
  };
  /// An access that SC events may come to know of: it is SC itself, or has SC fences in its past.
  struct Access {
    ThreadCounters past;  ///< SC fences that happen before it, by thread
    EventNumber event = 0;
  };
  /// Where an event, whose edges are asked about or added, stands in its location.
  struct Spot {
    LocId location;
    int first;         ///< the least place after it in coherence order
    EventNumber next;  ///< the write there, or kNoEvent
  };
  /// SC events, closed under psc^-1, from which edges go out.
  struct Sources {
    ThreadCounters of_fences;  ///< fences in the event's past, and their ancestors
    ThreadCounters of_event;   ///< if it is SC: what is psc-before it, of_fences included
  };
  /// By thread, the least SC event to which edges lead.
  struct Targets {
    ThreadCounters least;
    bool any = false;
    Targets() { least.lanes.fill(0xffff); }
    void add(const Node& node);
  };

  void reset(const ExecutionGraph& graph, bool own_stores_continue);
  void include(EventNumber e);

  [[nodiscard]] const Node* node_of(EventNumber e) const {
    return e < events_ && node_of_[e] != 0 ? &nodes_[node_of_[e] - 1U] : nullptr;
  }
  static Spot spot_of_read(const ExecutionGraph& graph, EventNumber r, EventNumber w);
  [[nodiscard]] bool admits(const ExecutionGraph& graph, ThreadId t, const Spot& spot,
                            bool sc) const;
  [[nodiscard]] bool admits_after_fence(const ExecutionGraph& graph, const Event& read,
                                        const Spot& spot, bool sc) const;

  [[nodiscard]] ThreadCounters ancestors_of_fences(const ThreadCounters& past) const;
  [[nodiscard]] ThreadCounters before_in_thread(const ExecutionGraph& graph, ThreadId t, LocId l,
                                                const ThreadCounters& of_fences) const;
  [[nodiscard]] const Node* last_at_other_location(const ExecutionGraph& graph, ThreadId t,
                                                   int slots) const;
  [[nodiscard]] bool has_seen(ViewNumber view, EventId id) const {
    return base_.views_.counter(view, base_.locations_ + base_.threads_ + id.thread) > id.index;
  }
  [[nodiscard]] bool knows_of_one(const ExecutionGraph& graph, const Node& fence,
                                  EventNumber next) const;

  template <class Use>
  void for_each_fence(Use&& use) const {
    for (std::size_t n = last_fence_; n != 0; n = nodes_[n - 1].earlier)
      if (!use(nodes_[n - 1])) return;
  }

  void add_fence(const ExecutionGraph& graph, EventNumber e);
  [[nodiscard]] ThreadCounters before_fence(const ExecutionGraph& graph, ThreadId t) const;
  [[nodiscard]] bool later_write_seen(const ExecutionGraph& graph, const Event& access,
                                      ViewNumber view) const;
  void add_access(const ExecutionGraph& graph, EventNumber e);
  [[nodiscard]] ThreadCounters before_access(const ExecutionGraph& graph, EventNumber e) const;
  void add_edges(const ExecutionGraph& graph, const Event& event, const Spot& spot,
                 const Sources& sources);
  void add_node(const Event& event, EventNumber e, ThreadCounters ancestors);

  Rc11Checker::State base_;
  int events_ = 0;
  std::size_t node_count_ = 0;
  std::size_t access_count_ = 0;
  std::size_t last_fence_ = 0;  ///< number of the last SC fence in nodes_, + 1; 0: none
  Room<Node> nodes_;
  Room<Access> accesses_;
  Room<std::uint16_t> node_of_;                          ///< by event: number in nodes_ + 1, or 0
  std::array<std::uint16_t, kFastThreads> last_node_{};  ///< likewise, by thread
  /// Location of the thread's last event, kNoLocation for a fence or nothing; and how many slots
  /// were in the past of its last event at another location.
  std::array<LocId, kFastThreads> last_location_{};
  std::array<ThreadCounters, kFastThreads> before_other_{};
};

static_assert(ConsistencyChecker<Rc11ScChecker>);

}  // namespace ringcheck
