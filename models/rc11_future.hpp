#pragma once
// What later events can still observe of an execution's past under RC11.
//
// The views of fast_rc11.hpp make RC11 an operational model. A thread may read any message (a write
// with the view that it carries) of a location at or above its own view. A write may take any place
// above that view that does not come between a read-modify-write and what it reads. An execution is
// then reached in any order of its events that respects po ∪ rf. Events to come observe only the
// following of such a state:
//
// Messages. The view of each running thread (one that has not ended) has seen some place in the
// coherence order of location l. Let base(l) be the least of these. Each event to come belongs to a
// running thread, and views only grow: it reads from base(l) or after, and no write takes a place
// before base(l) or right after a write that is. So messages before base(l) are dropped. The
// message at base(l) stays: something may still read it, or stand after it unless a
// read-modify-write does. Later events observe three things of a message that stays: its value,
// whether a read-modify-write stands right after it, and its view.
//
// Views. The counter of a view for l is only compared with places after base(l), or joined to the
// view of a thread, which has at least base(l). So base(l) may replace every counter below it, and
// the distance from base(l) may replace every counter: new places are relative to old ones. If only
// one thread accesses l (Thread::keeps), it reads what it wrote last, which adds nothing to its
// view, and base(l) is the last place. A thread that has ended has no view. For a running thread
// two things matter besides its view: what a later acquire fence would add, and what its later
// relaxed writes carry.
//
// SC fences. Ancestors keep psc acyclic (fast_psc.hpp). psc gets a new edge into fence G only from
// an access to come that takes a place, after base(l), that G's view has seen. So a fence whose
// view has seen nothing after base is never reached again. If that is true of all its ancestors
// too, it is on no cycle to come, refuses nothing, and is dropped wherever it is counted. These
// fences are the first ones of each thread, so counters of the others are distances again. An
// access gives a later fence ancestors when the fence's view has seen it. Accesses at base or
// before do so for every fence to come, and only their fences matter.
//
// Hence: two states of one program with equal texts admit the same events, at places of equal
// distance, and have equal texts again after each of them. By induction the same sequences of
// events lead from both to ends. tests/explore/state_search_test.cpp tests against dropping too
// much: each rule here, made wrong on purpose (Rc11Forgetting), loses outcomes of random programs.
//
// Sources: as for fast_rc11.hpp.

#include <bitset>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "models/fast_rc11.hpp"
#include "models/rc11_forgetting.hpp"

namespace ringcheck {

/// The future of one state.
class Rc11Future {
 public:
  /// `state` is that of `graph`, whose events are all committed; `running` are the threads that
  /// have not ended, `alone` the locations that only one thread accesses.
  Rc11Future(const Rc11Checker::State& state, const ExecutionGraph& graph,
             std::bitset<kFastThreads> running, const LocationSet& alone,
             Rc11Forgetting forgetting = Rc11Forgetting::nothing);

  /// Appends all that the future depends on, except the code of threads. `notes` are what the
  /// caller knows of writes, by event; missing ones are 0. They count as part of the messages.
  void append(std::span<const std::uint64_t> notes, std::string& key) const;

 private:
  /// Where the dropped fences of thread `t` are counted in `base_`.
  [[nodiscard]] std::size_t fences_of(int t) const {
    return static_cast<std::size_t>(graph_.locations()) + static_cast<std::size_t>(t);
  }
  void find_dropped_fences();
  [[nodiscard]] bool is_dead(ViewNumber view) const;
  [[nodiscard]] int seen(ViewNumber view, int counter) const;
  void append_view(ViewNumber view, ViewNumber known, std::string& key) const;
  void append_row(const ThreadCounters& fences, std::string& key) const;
  void append_messages(LocId l, std::span<const std::uint64_t> notes, std::string& key) const;
  void append_thread(ThreadId t, std::string& key) const;
  void append_fences(std::string& key) const;
  [[nodiscard]] ThreadCounters left(const ThreadCounters& fences) const;

  const Rc11Checker::State& state_;
  const ExecutionGraph& graph_;
  std::bitset<kFastThreads> running_;
  const LocationSet& alone_;
  Rc11Forgetting forgetting_;
  /// By location: base; then by thread: how many fences are dropped.
  std::vector<std::uint16_t> base_;
};

}  // namespace ringcheck
