// Steps of the machine with views, and its states' keys.
// Tested by tests/explore/state_search_test.cpp and tests/properties/core/state_check_test.cpp.
#include "explore/view_machine.hpp"

#include "explore/state.hpp"
#include "graph/check.hpp"
#include "graph/key_text.hpp"

namespace ringcheck {

namespace {

/// The first event of thread `t` in slot `slot` or after; kNoEvent if there is none.
EventNumber next_event(const ExecutionGraph& graph, ThreadId t, int slot) {
  for (; slot < graph.slots(t); ++slot)
    if (const EventNumber e = graph.at(t, slot); e != kNoEvent) return e;
  return kNoEvent;
}

/// The write of thread `t` that waits for its place; kNoEvent if there is none.
EventNumber waiting_write(const PathState& path, ThreadId t) {
  const EventNumber e = next_event(path.graph, t, path.threads[t].drained);
  if (e == kNoEvent || path.graph[e].kind != EventKind::write) return kNoEvent;
  // A store through a value that is no address is a fault, not a write.
  return path.graph[e].location == kNoLocation ? kNoEvent : e;
}

bool is_running(const ThreadPosition& position) {
  return position.reason == StopReason::unresolved || position.reason == StopReason::choice;
}

/// True iff `read` cannot read from `w` because a read-modify-write already does.
bool is_taken(const ExecutionGraph& graph, const Event& read, EventNumber w) {
  const EventNumber next = graph[w].co_next;
  if (!read.atomic || read.claim == Claim::none || next == kNoEvent) return false;
  if (!is_atomic_write(graph[next])) return false;
  return read.claim == Claim::sure || would_succeed(read, graph[w].value);
}

}  // namespace

ViewMachine::ViewMachine(const Program& program, const StateObserver& observer,
                         Rc11Forgetting forgetting)
    : program_(program), code_(program, observer), forgetting_(forgetting) {
  for (const Thread& thread : program.threads) alone_ |= thread.keeps;
}

void ViewMachine::start(State& root) {
  code_.start(root.path);
  checker_.start(root.memory, root.path.graph);
  for (std::size_t t = 0; t < program_.threads.size(); ++t) {
    code_.run(root.path, static_cast<ThreadId>(t));
    advance(root, static_cast<ThreadId>(t));
  }
}

void ViewMachine::append_places(const State& here, EventNumber w,
                                std::vector<MachineStep>& steps) const {
  const ExecutionGraph& graph = here.path.graph;
  const Event& write = graph[w];
  const std::size_t before = steps.size();
  for (EventNumber predecessor = graph.co_last(write.location); predecessor != kNoEvent;
       predecessor = graph[predecessor].co_prev)
    if (checker_.admits_write(here.memory, graph, w, predecessor))
      steps.push_back({MachineStep::Kind::drain, write.id.thread, predecessor});
  RC_CHECK(steps.size() > before, "a write has no place");
}

void ViewMachine::append_sources(const State& here, EventNumber r,
                                 std::vector<MachineStep>& steps) const {
  const ExecutionGraph& graph = here.path.graph;
  const Event& read = graph[r];
  for (EventNumber w = graph.co_last(read.location); w != kNoEvent; w = graph[w].co_prev)
    if (!awaits_another_value(read, graph[w]) && !is_taken(graph, read, w) &&
        checker_.admits_read(here.memory, graph, r, w))
      steps.push_back({MachineStep::Kind::read, read.id.thread, w});
}

/// True iff nothing that may still be written can serve read `r`.
bool ViewMachine::has_all_sources(const State& here, EventNumber r) const {
  const Event& read = here.path.graph[r];
  for (std::size_t t = 0; t < program_.threads.size(); ++t)
    if (t != read.id.thread && is_running(here.path.threads[t]) &&
        program_.threads[t].may_write.test(read.location))
      return false;
  return true;
}

void ViewMachine::steps(const State& here, std::vector<MachineStep>& steps) const {
  const PathState& path = here.path;
  steps.clear();
  for (std::size_t t = 0; t < program_.threads.size(); ++t)
    if (const EventNumber w = waiting_write(path, static_cast<ThreadId>(t)); w != kNoEvent)
      return append_places(here, w, steps);
  for (std::size_t t = 0; t < program_.threads.size(); ++t) {
    const ThreadPosition& position = path.threads[t];
    if (!is_running(position)) continue;
    if (position.reason == StopReason::choice) {
      for (std::uint16_t v = 0; v < path.graph[position.waiting].value; ++v)
        steps.push_back({MachineStep::Kind::choose, static_cast<ThreadId>(t), v});
      return;
    }
    if (has_all_sources(here, position.waiting))
      return append_sources(here, position.waiting, steps);
  }
  for (std::size_t t = 0; t < program_.threads.size(); ++t)
    if (is_running(path.threads[t])) append_sources(here, path.threads[t].waiting, steps);
}

void ViewMachine::take(State& here, const MachineStep& step) {
  PathState& path = here.path;
  const ThreadId t = step.thread;
  switch (step.kind) {
    case MachineStep::Kind::choose:
      code_.choose(path, t, step.value);
      break;
    case MachineStep::Kind::read:
      path.graph.resolve_read(path.threads[t].waiting, step.value);
      code_.run(path, t);
      break;
    case MachineStep::Kind::drain:
      path.graph.place_write(waiting_write(path, t), step.value);
      break;
  }
  advance(here, t);
}

/// Tells the checker and the observer that event `e` has performed.
void ViewMachine::perform(State& here, EventNumber e) {
  PathState& path = here.path;
  const Event& event = path.graph[e];
  path.threads[event.id.thread].drained = static_cast<std::uint16_t>(event.id.index + 1);
  if (event.kind == EventKind::choice) return;
  checker_.commit(here.memory, path.graph, e);
  if (event.kind == EventKind::write) code_.show(path, PathStep::Kind::performed, e);
}

/// Lets thread `t` perform what it has issued, in program order, up to a read or a write that may
/// take several places.
void ViewMachine::advance(State& here, ThreadId t) {
  PathState& path = here.path;
  for (;;) {
    const EventNumber e = next_event(path.graph, t, path.threads[t].drained);
    if (e == kNoEvent) return;
    if (!path.graph[e].materialised) {
      if (waiting_write(path, t) == kNoEvent) return;
      places_.clear();
      append_places(here, e, places_);
      if (places_.size() > 1) return;
      path.graph.place_write(e, places_[0].value);
    }
    perform(here, e);
  }
}

bool ViewMachine::settled(const State& here) {
  for (int t = 0; t < here.path.graph.threads(); ++t)
    if (waiting_write(here.path, static_cast<ThreadId>(t)) != kNoEvent) return false;
  return true;
}

void ViewMachine::make_key(const State& here, bool declared, std::string& key) const {
  const PathState& path = here.path;
  key.clear();
  std::bitset<kFastThreads> running;
  for (std::size_t t = 0; t < program_.threads.size(); ++t) {
    append_position(path, static_cast<ThreadId>(t), declared, key);
    running.set(t, is_running(path.threads[t]));
  }
  Rc11Future(here.memory, path.graph, running, alone_, forgetting_).append(path.notes, key);
  for (const std::uint64_t word : path.watched) append_number(key, word);
}

}  // namespace ringcheck
