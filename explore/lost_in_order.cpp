// In every completion of a state the reads can be resolved in an order in which each reads from a
// write that is there, or that a thread makes after reads resolved before (po ∪ rf has no cycle).
// Such an order shows that none of these reads is found here.
// Tested by tests/explore/lost_in_order_test.cpp.
#include "explore/lost_in_order.hpp"

#include "explore/alive.hpp"

namespace ringcheck {

namespace {

/// True iff a write of thread `t` that may hit `location` has no place yet.
bool has_unplaced_write(const Program& program, const State& state, std::size_t t, LocId location) {
  const auto thread = static_cast<ThreadId>(t);
  for (int slot = state.threads[t].committed; slot < state.graph.slots(thread); ++slot) {
    const EventNumber e = state.graph.at(thread, slot);
    if (e == kNoEvent) continue;
    const Event& event = state.graph[e];
    if (event.kind == EventKind::write && !event.materialised && program.may_be_at(event, location))
      return true;
  }
  return false;
}

}  // namespace

EventSet LostInOrder::find(const State& state, std::span<const ValueHistory> histories,
                           EventNumber deferred) {
  waiting_.clear();
  bool some_stop = false;
  for (std::size_t t = 0; t < program_.threads.size(); ++t) {
    if (state.threads[t].stop.reason != StopReason::unresolved) continue;
    const EventNumber read = state.threads[t].stop.waiting;
    const bool goes_on = read != deferred && state.has_option(read);
    waiting_.push_back({.thread = t, .read = read, .goes_on = goes_on});
    some_stop = some_stop || !goes_on;
  }
  EventSet lost;
  if (!some_stop) return lost;
  for (Waiting& waiting : waiting_)
    waiting.succeeds = waiting.goes_on && may_succeed(state, waiting);
  for (bool grew = true; grew;) {
    grew = false;
    for (Waiting& waiting : waiting_) grew = let_go_on(state, histories, waiting) || grew;
  }
  for (const Waiting& waiting : waiting_)
    if (!waiting.goes_on) lost.set(waiting.read);
  return lost;
}

/// True iff the thread waits for the read of a read-modify-write, and some write that is there lets
/// it succeed.
bool LostInOrder::may_succeed(const State& state, const Waiting& waiting) const {
  const Event& read = state.graph[waiting.read];
  if (read.claim == Claim::none) return false;
  bool may = false;
  state.for_each_option(waiting.read, [&](EventNumber w) {
    may = writes_after(read, state.graph[w]).value_or(true);
    return !may;
  });
  return may;
}

/// Lets a thread go on, and its read-modify-write succeed, if writes that may come to its location
/// allow that. Returns true iff this is new.
bool LostInOrder::let_go_on(const State& state, std::span<const ValueHistory> histories,
                            Waiting& waiting) {
  const bool is_done =
      waiting.goes_on && (waiting.succeeds || state.graph[waiting.read].claim == Claim::none);
  if (is_done || !may_come(state, histories, waiting)) return false;
  waiting.goes_on = waiting.succeeds = true;
  return true;
}

/// True iff a write may come that the waiting thread could read.
bool LostInOrder::may_come(const State& state, std::span<const ValueHistory> histories,
                           const Waiting& waiting) {
  const ExecutionGraph& graph = state.graph;
  const LocId location = graph[waiting.read].location;
  for (std::size_t u = 0; u < program_.threads.size(); ++u)
    if (program_.threads[u].may_write.test(location) &&
        ((u != waiting.thread && state.threads[u].stop.reason == StopReason::not_run) ||
         has_unplaced_write(program_, state, u, location)))
      return true;
  for (const Waiting& other : waiting_)
    if (other.thread != waiting.thread && other.succeeds && graph[other.read].location == location)
      return true;
  for (const Waiting& other : waiting_)
    if (other.thread != waiting.thread && other.goes_on &&
        program_.threads[other.thread].may_write.test(location) &&
        later_writes_.may_come_to(state, histories[other.thread], other.thread, location))
      return true;
  return false;
}

}  // namespace ringcheck
