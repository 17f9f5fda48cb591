// From a graph to the decisions that make it, and back.
// The way back takes the explorer's steps, with the decisions in place of a search: run every
// thread, decide the choices, place the ready writes, resolve the reads whose write is there, until
// nothing changes. If a branch still waits then, its outcome is speculated, as in the explorer. If
// a thread ends with a fault, what it has issued after that depends on whether it waited in order:
// both ways are tried. Tested by tests/explore/decisions_test.cpp.
#include "explore/decisions.hpp"

#include <algorithm>
#include <memory>
#include <string>

#include "explore/state.hpp"
#include "graph/diagnostic.hpp"

namespace ringcheck {

namespace {

std::string name_of(EventId id) {
  return std::to_string(id.thread) + "." + std::to_string(id.index);
}

/// Runs a program along given decisions.
class Guide {
 public:
  /// `in_order`: threads wait in order as long as a step is possible that way.
  Guide(const Program& program, const Decisions& decisions, Dependence dependence, bool in_order)
      : program_(program), decisions_(decisions), dependence_(dependence), in_order_(in_order) {
    const std::vector<std::uint64_t> initial = program.initial_values();
    if (decisions.co.size() != initial.size())
      refuse("it has " + std::to_string(decisions.co.size()) +
             " coherence orders, the program has " + std::to_string(initial.size()) + " locations");
    graph_.reset(initial, static_cast<int>(program.threads.size()),
                 dependence == Dependence::syntactic);
  }

  ExecutionGraph run() {
    if (!complete()) refuse("no outcome of the branches that it leaves open fits the program");
    check_finished();
    return graph_;
  }

 private:
  [[noreturn]] void refuse(const std::string& what) const {
    throw InputError(Diagnostic{"witness of " + program_.name, 0, 0, what});
  }

  /// The result of trying to take a step.
  enum class Step : std::uint8_t {
    none,  ///< it cannot be taken yet
    taken,
    contradicted,  ///< under a speculated outcome: the decisions belong to another outcome
  };

  /// For decisions that fit no event of the graph. They belong to another program or, as long as
  /// branches are speculated, to other outcomes, under which the same slots hold other events.
  [[nodiscard]] Step misfit(const std::string& what) const {
    if (speculations_.empty()) refuse(what);
    return Step::contradicted;
  }

  /// Completes the graph. If no step is left but a thread waits at a branch, tries both outcomes:
  /// what stands after the branch may be what its condition waits for. Returns false when a
  /// speculated outcome is wrong.
  bool complete() {
    Stop waiting;
    ThreadId thread = 0;
    for (Step step = Step::taken; step == Step::taken;) {
      waiting = {};
      for (std::size_t t = 0; t < program_.threads.size(); ++t) {
        const auto id = static_cast<ThreadId>(t);
        const Stop stop = run(id);
        if (stop.reason == StopReason::contradiction) return false;
        if (!stop.at_branch || waiting.at_branch) continue;
        waiting = stop;
        thread = id;
      }
      step = advance();
      if (step == Step::contradicted) return false;
      if (step == Step::none && in_order_ && !is_done()) {
        in_order_ = false;
        step = Step::taken;
      }
    }
    // Under a wrong outcome, events whose decisions belong to the other outcome stay open, or
    // decisions are left over.
    if (!waiting.at_branch) return speculations_.empty() || is_done();
    const ExecutionGraph before = graph_;
    for (const bool taken : {false, true}) {
      speculations_.push_back({thread, waiting.branch, taken});
      if (complete()) return true;
      speculations_.pop_back();
      graph_ = before;
    }
    return false;
  }

  Stop run(ThreadId t) {
    ThreadRun run(program_, graph_, t, dependence_, speculations_);
    if (in_order_) run.wait_in_order();
    const Stop stop = run.run();
    if (stop.reason == StopReason::fault) faulted_ = true;
    return stop;
  }

  [[nodiscard]] bool is_done() const {
    return open_event() == kNoEvent && decisions_of(graph_) == decisions_;
  }

  /// Takes every possible step, or all up to one that contradicts an outcome.
  Step advance() {
    Step all = Step::none;
    for (int e = graph_.locations(); e < graph_.size(); ++e) {
      const auto number = static_cast<EventNumber>(e);
      if (graph_[number].materialised) continue;
      Step step = Step::none;
      if (graph_[number].kind == EventKind::choice)
        step = decide(number);
      else if (graph_[number].kind == EventKind::read)
        step = resolve(number);
      else if (is_ready(number))
        step = place(number);
      if (step == Step::contradicted) return step;
      if (step == Step::taken) all = step;
    }
    return all;
  }

  [[nodiscard]] bool is_ready(EventNumber w) const {
    const Event& write = graph_[w];
    return write.location != kNoLocation && write.value_known &&
           (write.rmw == kNoEvent || graph_[write.rmw].materialised);
  }

  Step decide(EventNumber c) {
    Event& choice = graph_.event(c);
    for (const auto& chosen : decisions_.choices) {
      if (chosen.choice != choice.id) continue;
      if (chosen.value >= choice.value)
        return misfit("choice " + name_of(choice.id) + " has no value " +
                      std::to_string(chosen.value));
      choice.value = chosen.value;
      choice.value_known = true;
      choice.materialised = true;
      return Step::taken;
    }
    return Step::none;
  }

  Step resolve(EventNumber r) {
    for (const auto& rf : decisions_.rf) {
      if (rf.read != graph_[r].id) continue;
      if (rf.write.thread != kInitThread && rf.write.thread >= graph_.threads())
        refuse("there is no event " + name_of(rf.write));
      if (rf.write.thread == kInitThread && rf.write.index >= graph_.locations())
        refuse("there is no location " + std::to_string(rf.write.index));
      const EventNumber w = graph_.find(rf.write);
      if (w == kNoEvent || !graph_[w].materialised || graph_[r].location == kNoLocation)
        return Step::none;
      if (graph_[w].kind != EventKind::write || graph_[w].location != graph_[r].location)
        return misfit("read " + name_of(rf.read) + " cannot read from " + name_of(rf.write));
      graph_.resolve_read(r, w);
      return Step::taken;
    }
    return Step::none;
  }

  Step place(EventNumber w) {
    const auto& order = decisions_.co[graph_[w].location];
    const auto own = std::ranges::find(order, graph_[w].id);
    if (own == order.end()) return Step::none;
    EventNumber predecessor = graph_[w].location;
    for (auto it = order.begin(); it != own; ++it) {
      const EventNumber before = it->thread < graph_.threads() ? graph_.find(*it) : kNoEvent;
      if (before != kNoEvent && graph_[before].materialised) predecessor = before;
    }
    graph_.place_write(w, predecessor);
    return Step::taken;
  }

  /// An event that waits for a decision. The access that a fault stopped has no location, and
  /// neither has what comes after it; other threads may then await a value for ever.
  [[nodiscard]] EventNumber open_event() const {
    for (int e = graph_.locations(); e < graph_.size(); ++e) {
      const auto number = static_cast<EventNumber>(e);
      const Event& event = graph_[number];
      if (event.materialised || event.location == kNoLocation) continue;
      if (faulted_ && event.compare == Compare::await_equal) continue;
      return number;
    }
    return kNoEvent;
  }

  void check_finished() const {
    if (const EventNumber open = open_event(); open != kNoEvent)
      refuse("it leaves event " + name_of(graph_[open].id) + " open");
    if (decisions_of(graph_) != decisions_)
      refuse("it names events that the program does not have, or in another order");
  }

  const Program& program_;
  const Decisions& decisions_;
  Dependence dependence_;
  bool in_order_;
  bool faulted_ = false;
  ExecutionGraph graph_;
  std::vector<Speculation> speculations_;
};

}  // namespace

Decisions decisions_of(const ExecutionGraph& graph) {
  Decisions decisions;
  for (int t = 0; t < graph.threads(); ++t) {
    for (int slot = 0; slot < graph.slots(static_cast<ThreadId>(t)); ++slot) {
      const EventNumber e = graph.at(static_cast<ThreadId>(t), slot);
      if (e == kNoEvent) continue;
      const Event& event = graph[e];
      if (event.kind == EventKind::read && event.materialised)
        decisions.rf.push_back({event.id, graph[event.rf].id});
      if (event.kind == EventKind::choice) decisions.choices.push_back({event.id, event.value});
    }
  }
  decisions.co.resize(static_cast<std::size_t>(graph.locations()));
  for (int l = 0; l < graph.locations(); ++l)
    for (EventNumber w = graph[static_cast<EventNumber>(l)].co_next; w != kNoEvent;
         w = graph[w].co_next)
      decisions.co[static_cast<std::size_t>(l)].push_back(graph[w].id);
  return decisions;
}

ExecutionGraph rebuild(const Program& program, const Decisions& decisions, Dependence dependence) {
  if (dependence != Dependence::syntactic)
    return Guide(program, decisions, dependence, false).run();
  try {
    return Guide(program, decisions, dependence, true).run();
  } catch (const InputError&) {
    // If anything is wrong with them, this says what.
    return Guide(program, decisions, dependence, false).run();
  }
}

}  // namespace ringcheck
