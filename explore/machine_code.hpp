#pragma once
// The code of a program on an operational machine: runs ahead of memory until it needs a value.

#include <deque>

#include "explore/machine_state.hpp"
#include "explore/own_stack.hpp"
#include "explore/state_key.hpp"
#include "explore/state_search.hpp"
#include "graph/diagnostic.hpp"

namespace ringcheck {

/// Runs the threads of a program, and shows an observer what they do.
class MachineCode {
 public:
  MachineCode(const Program& program, const StateObserver& observer)
      : program_(program), observer_(observer), stacks_(ResumableRun::of_this_thread()) {
    if (stacks_.size() < program.threads.size()) stacks_.resize(program.threads.size());
  }

  /// Makes `root` the path on which nothing has happened yet.
  void start(PathState& root) const { root.start(program_, observer_.words); }

  /// Runs the code of thread `t` until it needs what has not happened, and shows the observer what
  /// it has read, issued and said.
  void run(PathState& here, ThreadId t) {
    ThreadPosition& position = here.threads[t];
    const bool resumable = resumes_ && !program_.threads[t].unwinds;
    const bool anew = !resumable || here.snapshots[t] == nullptr;
    const Stop stop = resumable ? resume(here, t) : run_again(here, t);
    position.reason = stop.reason;
    position.text = stop.text;
    position.waiting = stop.waiting;
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
      show(here, answered ? PathStep::Kind::performed : PathStep::Kind::issued, e);
    }
    show_said(here, t, kMaxEvents);
    const auto said = static_cast<std::uint16_t>(said_.observations.size());
    position.said_told = anew ? said : static_cast<std::uint16_t>(position.said_told + said);
  }

  /// Lets the choice at which thread `t` stands take `value`, and runs its code on.
  void choose(PathState& here, ThreadId t, std::uint16_t value) {
    Event& choice = here.graph.event(here.threads[t].waiting);
    choice.value = value;
    choice.value_known = true;
    choice.materialised = true;
    run(here, t);
  }

  /// Shows the observer something that happens with event `e`.
  void show(PathState& here, PathStep::Kind kind, EventNumber e,
            const Observation* said = nullptr) {
    if (!observer_.step) return;
    const std::uint64_t note =
        observer_.step({kind, here.graph, e, here.notes, said}, here.watched);
    if (note == 0 || e == kNoEvent) return;
    if (here.notes.size() <= e) here.notes.resize(e + std::size_t{1}, 0);
    here.notes[e] = note;
  }

 private:
  /// Shows what the code of thread `t` has said up to `slot` and was not yet shown.
  void show_said(PathState& here, ThreadId t, int slot) {
    const auto& said = said_.observations;
    for (; next_said_ < said.size() && said[next_said_].slot <= slot; ++next_said_) {
      const Observation& one = said[next_said_];
      const EventNumber about = one.slot > 0 ? here.graph.at(t, one.slot - 1) : kNoEvent;
      show(here, PathStep::Kind::said, about, &one);
    }
  }

  /// Updates the digest of what the thread has said with its last run, which went on from where it
  /// stopped or, with `anew`, from the start.
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

  /// Checks that no other thread accesses what one keeps. Errors: InputError.
  void check_kept(const Event& event) const {
    if (event.location == kNoLocation) return;
    for (std::size_t other = 0; other < program_.threads.size(); ++other)
      if (other != event.id.thread && program_.threads[other].keeps.test(event.location))
        throw InputError({program_.name, 0, 0,
                          program_.threads[event.id.thread].name + ": an access to " +
                              program_.locations[event.location].name + ", which " +
                              program_.threads[other].name + " keeps to itself"});
  }

  Stop resume(PathState& here, ThreadId t) {
    const RunSnapshot*& snapshot = here.snapshots[t];
    clear_said();
    const Stop stop = snapshot != nullptr ? stacks_[t].resume(*snapshot, here.graph)
                                          : stacks_[t].start(program_, here.graph, t, listener());
    here.threads[t].declared = stacks_[t].declared_state();
    if (here.own.size() <= t) here.own.resize(std::size_t{t} + 1);
    if (here.own[t] == nullptr) here.own[t] = std::make_unique_for_overwrite<RunSnapshot>();
    const bool waits = stop.reason == StopReason::unresolved || stop.reason == StopReason::choice;
    snapshot = waits && stacks_[t].save(*here.own[t]) ? here.own[t].get() : nullptr;
    return stop;
  }

  Stop run_again(PathState& here, ThreadId t) {
    clear_said();
    ThreadRun run(program_, here.graph, t, Dependence::program_order, {}, listener());
    const Stop stop = run.run();
    here.threads[t].declared = run.declared_state();
    return stop;
  }

  /// Collects what the code says; null: nobody listens.
  Transcript* listener() { return observer_.step ? &said_ : nullptr; }
  void clear_said() {
    said_.observations.clear();
    said_.sites.clear();
  }

  const Program& program_;
  const StateObserver& observer_;
  const bool resumes_ = stacks_can_be_copied();
  std::deque<ResumableRun>& stacks_;
  /// What the code said in its last run; its stacks point to this.
  Transcript said_{.observations = {}, .sites = {}, .asks_for_states = true};
  std::size_t next_said_ = 0;  ///< what of it is shown next
};

}  // namespace ringcheck
