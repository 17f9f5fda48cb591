#pragma once
// The operational machine for models with one order in which stores reach memory: its steps.
//
// Code runs ahead of the machine until it needs a value: writes that it issues wait, in program
// order, and a step lets the oldest of them reach memory. Under x86-tso this queue is the store
// buffer, and reads may perform while it is not empty, forwarded from it first; under SC a read
// performs when it is empty. What drains it is what the axiomatic checker says (fast_sc.hpp,
// fast_tso.hpp), so that machine and checker share one table. Source: Owens, Sarkar, Sewell, "A
// better x86 memory model: x86-TSO", TPHOLs 2009, section 3. Tested by
// tests/explore/state_search_test.cpp: the machine's executions are those of the axioms.

#include <vector>

#include "explore/machine_state.hpp"
#include "explore/state.hpp"
#include "explore/state_search.hpp"
#include "graph/check.hpp"
#include "graph/diagnostic.hpp"
#include "models/fast_store_order.hpp"
#include "models/rmw_atomicity.hpp"

namespace ringcheck {

/// One thing that a machine can do next.
struct MachineStep {
  enum class Kind : std::uint8_t {
    drain,   ///< the thread's oldest waiting write reaches memory
    read,    ///< the thread's read performs, and with it the write of an atomic read-modify-write
    choose,  ///< the thread's choice takes `value`
  };
  Kind kind = Kind::drain;
  ThreadId thread = 0;
  std::uint16_t value = 0;
};

/// Takes states of a program from one to the next.
template <StoreMachine Order>
class Machine {
 public:
  Machine(const Program& program, const StateObserver& observer)
      : program_(program), observer_(observer), stacks_(ResumableRun::of_this_thread()) {
    if (stacks_.size() < program.threads.size()) stacks_.resize(program.threads.size());
  }

  /// Makes `root` the state in which nothing has performed.
  void start(MachineState& root) {
    root.graph.reset(program_.initial_values(), static_cast<int>(program_.threads.size()), false);
    root.threads.fill({});
    for (std::size_t l = 0; l < program_.locations.size(); ++l)
      root.memory[l] = static_cast<EventNumber>(l);
    root.watched.assign(observer_.words, 0);
    root.snapshots.fill(nullptr);
    for (std::size_t t = 0; t < program_.threads.size(); ++t)
      run_thread(root, static_cast<ThreadId>(t));
  }

  /// What can be done in `here`; nothing at an end. A choice commutes with all that other threads
  /// do, and stays possible: the first is taken alone.
  void steps(const MachineState& here, std::vector<MachineStep>& steps) const {
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
      if (here.oldest_waiting(t) != kNoEvent) steps.push_back({MachineStep::Kind::drain, t});
      if (position.reason == StopReason::unresolved && source(here, t) != kNoEvent)
        steps.push_back({MachineStep::Kind::read, t});
    }
  }

  /// Takes `step`, which is one of those that steps() names.
  void take(MachineState& here, const MachineStep& step) {
    const ThreadId t = step.thread;
    if (step.kind == MachineStep::Kind::drain) {
      drain(here, here.oldest_waiting(t));
      return;
    }
    const EventNumber e = here.threads[t].waiting;
    if (step.kind == MachineStep::Kind::choose) {
      Event& choice = here.graph.event(e);
      choice.value = step.value;
      choice.value_known = true;
      choice.materialised = true;
      run_thread(here, t);
      return;
    }
    here.graph.resolve_read(e, source(here, t));
    run_thread(here, t);
    const EventNumber w = here.graph[e].rmw;
    if (here.graph[e].atomic && w != kNoEvent) drain(here, w);
  }

 private:
  /// The write that the read at which thread `t` stands would read from now; kNoEvent when it must
  /// wait.
  [[nodiscard]] EventNumber source(const MachineState& here, ThreadId t) const {
    const ExecutionGraph& graph = here.graph;
    const Event& read = graph[here.threads[t].waiting];
    EventNumber own = kNoEvent;  // the last waiting write to the location
    bool waits = false;
    bool fenced = false;  // something must drain first
    for (int slot = here.threads[t].drained; slot < read.id.index; ++slot) {
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
    const EventNumber w = own != kNoEvent ? own : here.memory[read.location];
    if (awaits_another_value(read, graph[w])) return kNoEvent;
    const bool drains = Order::drains_before(read) ||
                        (Order::would_drain_before(read) && would_succeed(read, graph[w].value));
    if (!waits) return w;
    return fenced || drains || !Order::kForwards ? kNoEvent : w;
  }

  /// Write `w`, the oldest of its thread that waits, reaches memory.
  void drain(MachineState& here, EventNumber w) {
    ExecutionGraph& graph = here.graph;
    const Event& write = graph[w];
    EventNumber& holds = here.memory[write.location];
    const EventNumber read = write.rmw;
    RC_CHECK(!write.atomic || read == kNoEvent || graph[read].rf == holds,
             "an atomic read-modify-write is not one step");
    // A write to a location of its thread alone has its place since it was issued.
    if (!write.materialised) graph.place_write(w, holds);
    holds = w;
    here.threads[write.id.thread].drained = static_cast<std::uint16_t>(write.id.index + 1);
    if (observer_.performed) observer_.performed(graph, w, here.watched);
  }

  /// Runs the code of thread `t` to where it needs what has not happened, and shows the observer
  /// what it has read.
  void run_thread(MachineState& here, ThreadId t) {
    ThreadPosition& position = here.threads[t];
    const Stop stop = kRunsAreResumable ? resume(here, t) : run_again(here, t);
    position.reason = stop.reason;
    position.text = stop.text;
    position.waiting = kNoEvent;
    if (stop.reason == StopReason::choice) position.waiting = stop.choice;
    if (stop.reason == StopReason::unresolved)
      for_each(stop.waiting_for, [&](int e) { position.waiting = static_cast<EventNumber>(e); });
    const ExecutionGraph& graph = here.graph;
    for (; position.told < graph.slots(t); ++position.told) {
      const EventNumber e = graph.at(t, position.told);
      if (e == kNoEvent) continue;
      const Event& event = graph[e];
      if (event.kind == EventKind::write && event.atomic && graph[event.rmw].claim == Claim::none)
        throw InputError({program_.name, 0, 0,
                          program_.threads[t].name +
                              ": a store-conditional, which the search for verdicts cannot take"});
      if (event.kind != EventKind::read && event.kind != EventKind::choice) continue;
      if (!event.materialised) return;
      if (observer_.performed) observer_.performed(graph, e, here.watched);
    }
  }

  Stop resume(MachineState& here, ThreadId t) {
    const RunSnapshot*& snapshot = here.snapshots[t];
    const Stop stop = snapshot != nullptr ? stacks_[t].resume(*snapshot, here.graph)
                                          : stacks_[t].start(program_, here.graph, t);
    here.threads[t].declared = stacks_[t].declared_state();
    while (here.own.size() <= t) here.own.push_back(std::make_unique_for_overwrite<RunSnapshot>());
    const bool waits = stop.reason == StopReason::unresolved || stop.reason == StopReason::choice;
    snapshot = waits && stacks_[t].save(*here.own[t]) ? here.own[t].get() : nullptr;
    return stop;
  }

  Stop run_again(MachineState& here, ThreadId t) {
    ThreadRun run(program_, here.graph, t, Dependence::program_order);
    const Stop stop = run.run();
    here.threads[t].declared = run.declared_state();
    return stop;
  }

  const Program& program_;
  const StateObserver& observer_;
  std::deque<ResumableRun>& stacks_;
};

}  // namespace ringcheck
