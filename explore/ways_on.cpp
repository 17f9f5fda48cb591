// Code runs again on each way, over that way's own graph.
// Tested by tests/explore/ways_on_test.cpp.
#include "explore/ways_on.hpp"

#include <deque>
#include <utility>

#include "explore/thread_run.hpp"
#include "graph/diagnostic.hpp"

namespace ringcheck {
namespace {

/// `issued`: slots that the thread has issued before the way begins.
void run_on(const Program& program, ThreadId t, int issued, WayOn& way) {
  ThreadRun run(program, way.graph, t, Dependence::syntactic, way.outcomes);
  run.follow_way(issued);
  try {
    way.stop = run.run();
    way.control_to_come = run.control_to_come();
  } catch (const InputError&) {
    // What is not modelled may lie on ways that no execution takes. If an execution does take one,
    // the search says so when it gets there.
    way.stop = {};
    way.stop.reason = StopReason::unresolved;
    way.control_to_come = {};
  }
}

/// The last write of thread `t` to `location` before `slot`; the initial one if there is none;
/// kNoEvent if that is open.
EventNumber own_last_write(const Program& program, const ExecutionGraph& graph, ThreadId t,
                           int slot, LocId location) {
  while (--slot >= 0) {
    const EventNumber e = graph.at(t, slot);
    if (e == kNoEvent) continue;
    const Event& event = graph[e];
    if (!program.may_be_at(event, location)) continue;
    if (event.kind == EventKind::write)
      return event.location == location && event.value_known ? e : kNoEvent;
    // What is sure to write has not issued its write.
    if (event.claim == Claim::sure || may_still_write(event)) return kNoEvent;
  }
  return location;
}

/// Makes loads of thread `t` from locations that no other thread writes return what the thread
/// last wrote there, whatever it has to write elsewhere (a run itself waits for that). True iff
/// there are any. `others`: what other threads may write.
bool read_own_words(const Program& program, const LocationSet& others, ThreadId t,
                    ExecutionGraph& graph) {
  bool found = false;
  for (int slot = 0; slot < graph.slots(t); ++slot) {
    const EventNumber r = graph.at(t, slot);
    if (r == kNoEvent || graph[r].kind != EventKind::read || graph[r].materialised) continue;
    const LocId location = graph[r].location;
    if (location == kNoLocation || others.test(location)) continue;
    const EventNumber w = own_last_write(program, graph, t, slot, location);
    if (w == kNoEvent || awaits_another_value(graph[r], graph[w])) continue;
    if (!graph[w].materialised) graph.place_write(w, graph.co_last(location));
    graph.resolve_read(r, w);
    found = true;
  }
  return found;
}

/// How many ways lead on from where `way` stopped; 0 if it does not wait for an open outcome.
std::uint64_t branches_of(const WayOn& way) {
  if (way.stop.reason == StopReason::choice) return way.graph[way.stop.waiting].value;
  return way.stop.reason == StopReason::unresolved && way.stop.at_branch ? 2 : 0;
}

void take_branch(WayOn& way, ThreadId t, std::uint64_t number) {
  if (way.stop.reason == StopReason::unresolved) {
    way.outcomes.push_back({t, way.stop.branch, number == 1, way.stop.at_assumption});
    return;
  }
  Event& choice = way.graph.event(way.stop.waiting);
  choice.value = number;
  choice.value_known = choice.materialised = true;
}

/// True iff thread `t` has a full fence on `way` after its first `issued` slots.
bool has_full_fence(const WayOn& way, ThreadId t, int issued) {
  for (int slot = issued; slot < way.graph.slots(t); ++slot) {
    const EventNumber e = way.graph.at(t, slot);
    if (e != kNoEvent && way.graph[e].kind == EventKind::fence && way.graph[e].tags.has(Tag::mb))
      return true;
  }
  return false;
}

/// Follows ways on, and hands each to `take` where it ends or is followed no further, until `take`
/// returns false.
template <class Take>
void follow(const Program& program, const State& state, ThreadId t, std::size_t most,
            const Take& take) {
  LocationSet others;
  for (std::size_t other = 0; other < program.threads.size(); ++other)
    if (other != t) others |= program.threads[other].may_write;
  const int issued = state.graph.slots(t);
  // Shorter ones first, so that all are followed about equally far; last those with a fence that
  // orders all that comes.
  std::deque<WayOn> open, fenced;
  const auto come_to = [&](WayOn&& way) {
    do run_on(program, t, issued, way);
    while (way.stop.reason != StopReason::contradiction &&
           read_own_words(program, others, t, way.graph));
    if (way.stop.reason == StopReason::contradiction) return;
    (has_full_fence(way, t, issued) ? fenced : open).push_back(std::move(way));
  };
  const std::span<const Speculation> speculated = state.speculated();
  come_to({state.graph, {speculated.begin(), speculated.end()}, {}, {}});
  std::size_t taken = 0;
  while (!open.empty() || !fenced.empty()) {
    std::deque<WayOn>& ways = open.empty() ? fenced : open;
    WayOn way = std::move(ways.front());
    ways.pop_front();
    const std::uint64_t branches = branches_of(way);
    if (branches == 0 || taken + open.size() + fenced.size() + branches > most) {
      ++taken;
      if (!take(std::move(way))) return;
      continue;
    }
    for (std::uint64_t number = 0; number + 1 < branches; ++number) {
      WayOn next = way;
      take_branch(next, t, number);
      come_to(std::move(next));
    }
    take_branch(way, t, branches - 1);
    come_to(std::move(way));
  }
}

}  // namespace

std::vector<WayOn> ways_on(const Program& program, const State& state, ThreadId t,
                           std::size_t most) {
  std::vector<WayOn> ways;
  follow(program, state, t, most, [&](WayOn&& way) {
    ways.push_back(std::move(way));
    return true;
  });
  return ways;
}

std::optional<std::vector<WayOn>> ways_to_ends(const Program& program, const State& state,
                                               ThreadId t, std::size_t most) {
  std::optional<std::vector<WayOn>> ways(std::in_place);
  follow(program, state, t, most, [&](WayOn&& way) {
    if (way.goes_on())
      ways.reset();
    else
      ways->push_back(std::move(way));
    return ways.has_value();
  });
  return ways;
}

}  // namespace ringcheck
