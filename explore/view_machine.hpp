#pragma once
// The operational machine for RC11: its memory is a list of messages for each location, and each
// thread has views of it.
//
// An event performs once all that is po-before it has performed. A read reads any message that its
// thread's view admits; a write takes any place in coherence order that the view admits. The
// incremental checker of RC11 says what is admitted (models/fast_rc11.hpp): machine and axioms
// share one table. po ∪ rf is acyclic, so each consistent execution is reached in every order of
// its events that respects po ∪ rf, and one such order is enough for each:
//   - Writes come first. Whether one comes now or later, the places that it may end up at are the
//     same, as later writes may still stand before it.
//   - Then choices, and reads of what no running thread but their own may write: they have no
//     source to come. One of them is taken, with all its values.
//   - Then each read that waits, from each message there is. What may only be read later is read
//     on the paths on which other threads go first.
// States are told apart only where no write waits: by what the code of threads knows, and by what
// later events can observe of memory and views (models/rc11_future.hpp).
//
// Source: Kang, Hur, Lahav, Vafeiadis, Dreyer, "A promising semantics for relaxed-memory
// concurrency", POPL 2017, without promises. Deviation: SC fences are ordered by RC11's psc; the
// order in which they perform, as there, would forbid more. Tested by
// tests/explore/state_search_test.cpp: the machine's executions are those of the axioms.

#include <vector>

#include "explore/machine_code.hpp"
#include "explore/machine_step.hpp"
#include "models/fast_rc11.hpp"
#include "models/rc11_future.hpp"

namespace ringcheck {

/// Takes a program from one state to the next.
class ViewMachine {
 public:
  using State = MachineState<Rc11Checker::State>;

  /// Pre: at most kFastThreads threads.
  ViewMachine(const Program& program, const StateObserver& observer, Rc11Forgetting forgetting);

  /// Makes `root` the state in which the writes that wait for nothing have performed.
  void start(State& root);
  /// The steps possible in `here`; none at an end.
  void steps(const State& here, std::vector<MachineStep>& steps) const;
  /// Takes `step`, one of those that steps() names.
  void take(State& here, const MachineStep& step);
  /// Whether states are to be told apart here: where no write waits.
  [[nodiscard]] static bool settled(const State& here);
  /// Makes `key` what the future of `here` depends on. Pre: settled(here).
  void make_key(const State& here, bool declared, std::string& key) const;

 private:
  void append_places(const State& here, EventNumber w, std::vector<MachineStep>& steps) const;
  void append_sources(const State& here, EventNumber r, std::vector<MachineStep>& steps) const;
  [[nodiscard]] bool has_all_sources(const State& here, EventNumber r) const;
  void perform(State& here, EventNumber e);
  void advance(State& here, ThreadId t);

  const Program& program_;
  MachineCode code_;
  Rc11Checker checker_;
  LocationSet alone_;  ///< locations that only one thread accesses
  Rc11Forgetting forgetting_;
  std::vector<MachineStep> places_;
};

}  // namespace ringcheck
