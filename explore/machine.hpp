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
#include "explore/state_key.hpp"
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
    root.notes.clear();
    root.snapshots.fill(nullptr);
    for (std::size_t t = 0; t < program_.threads.size(); ++t)
      run_thread(root, static_cast<ThreadId>(t));
  }

  /// What can be done in `here`; nothing at an end. A choice commutes with all that other threads
  /// do, and stays possible: the first is taken alone. So does a write that waits for a location
  /// that no other thread accesses; its own thread's reads see it before as behind.
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
      if (const EventNumber w = here.oldest_waiting(t); w != kNoEvent) {
        if (program_.threads[t].keeps.test(here.graph[w].location)) {
          steps.assign(1, {MachineStep::Kind::drain, t});
          return;
        }
        steps.push_back({MachineStep::Kind::drain, t});
      }
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
    show(here, {PathStep::Kind::performed, graph, w, here.note_of(w)});
  }

  void show(MachineState& here, const PathStep& step) {
    if (!observer_.step) return;
    const std::uint64_t note = observer_.step(step, here.watched);
    if (note == 0 || step.event == kNoEvent) return;
    if (here.notes.size() <= step.event) here.notes.resize(step.event + std::size_t{1}, 0);
    here.notes[step.event] = note;
  }

  /// Shows what the code of thread `t` has said, and not been shown, up to `slot`.
  void show_said(MachineState& here, ThreadId t, int slot) {
    const auto& said = said_.observations;
    for (; next_said_ < said.size() && said[next_said_].slot <= slot; ++next_said_) {
      const Observation& one = said[next_said_];
      const EventNumber about = one.slot > 0 ? here.graph.at(t, one.slot - 1) : kNoEvent;
      show(here, {PathStep::Kind::said, here.graph, about, 0, &one});
    }
  }

  /// Runs the code of thread `t` to where it needs what has not happened, and shows the observer
  /// what it has read, issued and said.
  void run_thread(MachineState& here, ThreadId t) {
    ThreadPosition& position = here.threads[t];
    const bool anew = !kRunsAreResumable || here.snapshots[t] == nullptr;
    const Stop stop = kRunsAreResumable ? resume(here, t) : run_again(here, t);
    position.reason = stop.reason;
    position.text = stop.text;
    position.waiting = kNoEvent;
    if (stop.reason == StopReason::choice) position.waiting = stop.choice;
    if (stop.reason == StopReason::unresolved)
      for_each(stop.waiting_for, [&](int e) { position.waiting = static_cast<EventNumber>(e); });
    digest_said(position, anew);
    next_said_ = anew ? position.said_told : 0;
    const ExecutionGraph& graph = here.graph;
    for (; position.told < graph.slots(t); ++position.told) {
      const EventNumber e = graph.at(t, position.told);
      if (e == kNoEvent) continue;
      show_said(here, t, position.told);
      const Event& event = graph[e];
      if (event.kind == EventKind::write && event.atomic && graph[event.rmw].claim == Claim::none)
        throw InputError({program_.name, 0, 0,
                          program_.threads[t].name +
                              ": a store-conditional, which the search for verdicts cannot take"});
      check_kept(event);
      const bool answered = event.kind == EventKind::read || event.kind == EventKind::choice;
      if (answered && !event.materialised) break;
      show(here, {answered ? PathStep::Kind::performed : PathStep::Kind::issued, graph, e});
    }
    show_said(here, t, kMaxEvents);
    const auto said = static_cast<std::uint16_t>(said_.observations.size());
    position.said_told = anew ? said : static_cast<std::uint16_t>(position.said_told + said);
  }

  /// Brings the digest of what the thread has said up to its last run, which went on from where it
  /// stood or began anew.
  void digest_said(ThreadPosition& position, bool anew) const {
    const auto& said = said_.observations;
    std::size_t first = 0;
    if (position.declared.said > 0 || anew) position.said = 0;
    if (position.declared.said > 0) first = position.declared.said - std::size_t{1};
    for (std::size_t i = first; i < said.size(); ++i) {
      if (said[i].level > 0) continue;
      position.said = digest(position.said, said[i].kind);
      for (const std::uint64_t number : said[i].numbers)
        position.said = digest(position.said, number);
    }
  }

  /// What a thread keeps, no other accesses. Errors: InputError.
  void check_kept(const Event& event) const {
    if (event.location == kNoLocation) return;
    for (std::size_t other = 0; other < program_.threads.size(); ++other)
      if (other != event.id.thread && program_.threads[other].keeps.test(event.location))
        throw InputError({program_.name, 0, 0,
                          program_.threads[event.id.thread].name + ": an access to " +
                              program_.locations[event.location].name + ", which " +
                              program_.threads[other].name + " keeps to itself"});
  }

  Stop resume(MachineState& here, ThreadId t) {
    const RunSnapshot*& snapshot = here.snapshots[t];
    clear_said();
    const Stop stop = snapshot != nullptr ? stacks_[t].resume(*snapshot, here.graph)
                                          : stacks_[t].start(program_, here.graph, t, &said_);
    here.threads[t].declared = stacks_[t].declared_state();
    while (here.own.size() <= t) here.own.push_back(std::make_unique_for_overwrite<RunSnapshot>());
    const bool waits = stop.reason == StopReason::unresolved || stop.reason == StopReason::choice;
    snapshot = waits && stacks_[t].save(*here.own[t]) ? here.own[t].get() : nullptr;
    return stop;
  }

  Stop run_again(MachineState& here, ThreadId t) {
    clear_said();
    ThreadRun run(program_, here.graph, t, Dependence::program_order, {}, &said_);
    const Stop stop = run.run();
    here.threads[t].declared = run.declared_state();
    return stop;
  }

  void clear_said() {
    said_.observations.clear();
    said_.sites.clear();
  }

  const Program& program_;
  const StateObserver& observer_;
  std::deque<ResumableRun>& stacks_;
  Transcript said_;            ///< by the code that ran last; its stacks point to it
  std::size_t next_said_ = 0;  ///< what of it is shown next
};

}  // namespace ringcheck
