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

/// Makes loads of thread `t` from locations that nobody writes return what is there. True iff there
/// are any.
bool read_constants(const LocationSet& written, ThreadId t, ExecutionGraph& graph) {
  bool found = false;
  for (int slot = 0; slot < graph.slots(t); ++slot) {
    const EventNumber r = graph.at(t, slot);
    if (r == kNoEvent || graph[r].kind != EventKind::read || graph[r].materialised) continue;
    const LocId location = graph[r].location;
    if (location == kNoLocation || written.test(location)) continue;
    graph.resolve_read(r, location);
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

/// Follows ways on, and hands each to `take` where it ends or is followed no further, until `take`
/// returns false.
template <class Take>
void follow(const Program& program, const State& state, ThreadId t, std::size_t most,
            const Take& take) {
  LocationSet written;
  for (const Thread& thread : program.threads) written |= thread.may_write;
  std::size_t taken = 0;
  // Shorter ones first, so that all are followed about equally far.
  std::deque<WayOn> open;
  const std::span<const Speculation> speculated = state.speculated();
  open.push_back({state.graph, {speculated.begin(), speculated.end()}, {}, {}});
  while (!open.empty()) {
    WayOn way = std::move(open.front());
    open.pop_front();
    do run_on(program, t, state.graph.slots(t), way);
    while (way.stop.reason != StopReason::contradiction && read_constants(written, t, way.graph));
    if (way.stop.reason == StopReason::contradiction) continue;
    const std::uint64_t branches = branches_of(way);
    if (branches == 0 || taken + open.size() + branches > most) {
      ++taken;
      if (!take(std::move(way))) return;
      continue;
    }
    for (std::uint64_t number = 0; number + 1 < branches; ++number)
      take_branch(open.emplace_back(way), t, number);
    take_branch(open.emplace_back(std::move(way)), t, branches - 1);
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
