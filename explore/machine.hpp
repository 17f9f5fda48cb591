#pragma once
// The operational machine for models with one order in which stores reach memory: its steps.
//
// Code runs ahead of the machine until it needs a value. Writes that it issues wait, in program
// order, and a step lets the oldest of them reach memory. Under x86-tso this queue is the store
// buffer: reads may perform while it is not empty, and look there first. Under SC a read performs
// when it is empty. The axiomatic checker says what drains the queue (fast_sc.hpp, fast_tso.hpp):
// machine and checker share one table. Source: Owens, Sarkar, Sewell, "A better x86 memory model:
// x86-TSO", TPHOLs 2009, section 3. Tested by tests/explore/state_search_test.cpp: the machine's
// executions are those of the axioms.

#include <vector>

#include "explore/machine_code.hpp"
#include "explore/machine_step.hpp"
#include "explore/state.hpp"
#include "graph/check.hpp"
#include "models/fast_store_order.hpp"
#include "models/rmw_atomicity.hpp"

namespace ringcheck {

/// Takes a program from one state to the next.
template <StoreMachine Order>
class Machine {
 public:
  using State = MachineState<OneMemory>;

  Machine(const Program& program, const StateObserver& observer)
      : program_(program), code_(program, observer) {}

  /// Makes `root` the state in which nothing has performed.
  void start(State& root) {
    code_.start(root.path);
    root.memory.holds.resize(program_.locations.size());
    for (std::size_t l = 0; l < program_.locations.size(); ++l)
      root.memory.holds[l] = static_cast<EventNumber>(l);
    for (std::size_t t = 0; t < program_.threads.size(); ++t)
      code_.run(root.path, static_cast<ThreadId>(t));
  }

  /// The steps possible in `state`; none at an end. A choice commutes with all that other threads
  /// do, and stays possible: the first one is taken alone. The same holds for a waiting write to a
  /// location that no other thread accesses: its own thread's reads see it before it drains as they
  /// do after.
  void steps(const State& state, std::vector<MachineStep>& steps) const {
    const PathState& here = state.path;
    steps.clear();
    for (std::size_t thread = 0; thread < program_.threads.size(); ++thread) {
      const auto t = static_cast<ThreadId>(thread);
      const ThreadPosition& position = here.threads[t];
      if (position.reason == StopReason::choice) {
        const auto values = static_cast<std::uint16_t>(here.graph[position.waiting].value);
        steps.clear();
        for (std::uint16_t v = 0; v < values; ++v)
          steps.push_back({MachineStep::Kind::choose, t, v});
        return;
      }
      if (const EventNumber w = here.oldest_waiting(t); w != kNoEvent) {
        if (program_.threads[t].keeps.test(here.graph[w].location)) {
          steps.assign(1, {MachineStep::Kind::drain, t});
          return;
        }
        steps.push_back({MachineStep::Kind::drain, t});
      }
      if (position.reason == StopReason::unresolved && source(state, t) != kNoEvent)
        steps.push_back({MachineStep::Kind::read, t});
    }
  }

  /// Takes `step`, one of those that steps() names.
  void take(State& here, const MachineStep& step) {
    const ThreadId t = step.thread;
    if (step.kind == MachineStep::Kind::choose) return code_.choose(here.path, t, step.value);
    if (step.kind == MachineStep::Kind::drain) return drain(here, here.path.oldest_waiting(t));
    ExecutionGraph& graph = here.path.graph;
    const EventNumber e = here.path.threads[t].waiting;
    graph.resolve_read(e, source(here, t));
    code_.run(here.path, t);
    const EventNumber w = graph[e].rmw;
    if (graph[e].atomic && w != kNoEvent) drain(here, w);
  }

  /// Whether states are to be told apart here: everywhere.
  static bool settled(const State&) { return true; }
  /// Makes `key` what the future of `here` depends on.
  static void make_key(const State& here, bool declared, std::string& key) {
    ringcheck::make_key(here, declared, key);
  }

 private:
  /// The write from which the read of thread `t` would read now; kNoEvent if it must wait.
  [[nodiscard]] EventNumber source(const State& here, ThreadId t) const {
    const ExecutionGraph& graph = here.path.graph;
    const Event& read = graph[here.path.threads[t].waiting];
    EventNumber own = kNoEvent;  // the last waiting write to the location
    bool waits = false;
    bool fenced = false;  // something must drain first
    for (int slot = here.path.threads[t].drained; slot < read.id.index; ++slot) {
      const EventNumber e = graph.at(t, slot);
      if (e == kNoEvent) continue;
      const Event& event = graph[e];
      if (event.kind == EventKind::write) {
        waits = true;
        if (event.location == read.location) own = e;
        if (Order::drains_after(event)) fenced = true;
      } else if (event.kind == EventKind::fence && waits && Order::is_full_fence(event)) {
        fenced = true;
      }
    }
    const EventNumber w = own != kNoEvent ? own : here.memory.holds[read.location];
    if (awaits_another_value(read, graph[w])) return kNoEvent;
    const bool drains = Order::drains_before(read) ||
                        (Order::would_drain_before(read) && would_succeed(read, graph[w].value));
    if (!waits) return w;
    return fenced || drains || !Order::kForwards ? kNoEvent : w;
  }

  /// Lets write `w`, the oldest waiting one of its thread, reach memory.
  void drain(State& here, EventNumber w) {
    ExecutionGraph& graph = here.path.graph;
    const Event& write = graph[w];
    EventNumber& holds = here.memory.holds[write.location];
    const EventNumber read = write.rmw;
    RC_CHECK(!write.atomic || read == kNoEvent || graph[read].rf == holds,
             "an atomic read-modify-write is not one step");
    // A write to a location of its thread alone got its place when it was issued.
    if (!write.materialised) graph.place_write(w, holds);
    holds = w;
    here.path.threads[write.id.thread].drained = static_cast<std::uint16_t>(write.id.index + 1);
    code_.show(here.path, PathStep::Kind::performed, w);
  }

  const Program& program_;
  MachineCode code_;
};

}  // namespace ringcheck
