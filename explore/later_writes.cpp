// Tested by tests/explore/ways_on_test.cpp.
#include "explore/later_writes.hpp"

#include "explore/ways_on.hpp"

namespace ringcheck {
namespace {

/// What decides how thread `t` goes on.
ValueHistory history_of(const State& state, ThreadId t) {
  ValueHistory history = ValueHistory::of_thread(t);
  history.add(static_cast<std::uint64_t>(state.graph.slots(t)));
  for (int slot = 0; slot < state.graph.slots(t); ++slot) {
    const EventNumber e = state.graph.at(t, slot);
    if (e == kNoEvent) continue;
    const Event& event = state.graph[e];
    if (event.kind != EventKind::read && event.kind != EventKind::choice) continue;
    history.add(std::uint64_t(slot) << 1U | std::uint64_t{event.value_known});
    if (event.value_known) history.add(event.value);
  }
  for (const Speculation& speculation : state.speculated())
    if (speculation.thread == t)
      history.add(std::uint64_t{speculation.branch} << 1U | std::uint64_t{speculation.taken});
  return history;
}

}  // namespace

bool LaterWrites::may_come_to(const State& state, std::size_t t, LocId location) {
  return look_up(state, history_of(state, static_cast<ThreadId>(t)), t, location);
}

bool LaterWrites::may_come_to(const State& state, const ValueHistory& history, std::size_t t,
                              LocId location) {
  // Code runs again from its start. In order, that soon costs more than the states that it saves.
  constexpr int kMostIssued = 64;
  if (state.graph.slots(static_cast<ThreadId>(t)) > kMostIssued)
    return program_.threads[t].may_write.test(location);
  return look_up(state, history, t, location);
}

bool LaterWrites::look_up(const State& state, const ValueHistory& history, std::size_t t,
                          LocId location) {
  constexpr std::size_t kMostKnown = std::size_t{1} << 16U;
  const auto thread = static_cast<ThreadId>(t);
  const auto known = known_.find(history);
  if (known != known_.end()) return known->second.test(location);
  if (known_.size() >= kMostKnown) known_.clear();
  return known_.emplace(history, find(state, thread)).first->second.test(location);
}

LocationSet LaterWrites::find(const State& state, ThreadId t) const {
  constexpr std::size_t kMostWays = 16;
  const LocationSet& all = program_.threads[t].may_write;
  const int issued = state.graph.slots(t);
  LocationSet found;
  const std::optional<std::vector<WayOn>> ways = ways_to_ends(program_, state, t, kMostWays);
  if (!ways) return all;
  for (const WayOn& way : *ways) {
    for (int slot = issued; slot < way.graph.slots(t); ++slot) {
      const EventNumber e = way.graph.at(t, slot);
      if (e == kNoEvent) continue;
      const Event& event = way.graph[e];
      const bool writes = event.kind == EventKind::write ||
                          (event.kind == EventKind::read && event.claim != Claim::none);
      if (!writes) continue;
      if (event.location != kNoLocation)
        found.set(event.location);
      else if (event.targets == 0)
        return all;
      else
        found |= program_.targets[event.targets - 1U];
    }
  }
  return found;
}

}  // namespace ringcheck
