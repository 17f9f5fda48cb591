#pragma once
// Which states count as alike when the size of a tree is estimated.

#include <cstdint>

#include "explore/node.hpp"
#include "explore/state_key.hpp"
#include "explore/strata.hpp"

namespace ringcheck {

/// What the options of `here` decide: the same number for the same event or branch of a thread.
template <ConsistencyChecker Checker>
std::uint32_t decided_in(const Node<Checker>& here) {
  const auto number = [](std::size_t thread, std::size_t slot, bool branch) {
    return static_cast<std::uint32_t>(thread << 17U | slot << 1U | (branch ? 1U : 0U));
  };
  const Options& options = here.options;
  if (options.event == kNoEvent) {
    const auto thread = static_cast<ThreadId>(options.thread);
    return number(thread, static_cast<std::size_t>(here.state.graph.slots(thread)), true);
  }
  const EventId id = here.state.graph[options.event].id;
  return number(id.thread, id.index, false);
}

/// The stratum of a state. Equal `done`: the states decide the same, with as many events of each
/// thread, and as many of its interrupts. Equal `chosen`: they also chose the same.
template <ConsistencyChecker Checker>
Stratum stratum_of(const Node<Checker>& here) {
  const ExecutionGraph& graph = here.state.graph;
  Stratum stratum{digest(decided_in(here), static_cast<std::uint64_t>(here.options.count)), 0};
  for (int t = 0; t < graph.threads(); ++t) {
    const auto thread = static_cast<ThreadId>(t);
    std::uint64_t nested = 0;
    for (int slot = 0; slot < graph.slots(thread); ++slot) {
      const EventNumber e = graph.at(thread, slot);
      if (e == kNoEvent) continue;
      if (graph[e].level > 0) ++nested;
      if ((graph[e].kind == EventKind::choice || graph[e].kind == EventKind::read) &&
          graph[e].materialised)
        stratum.chosen = digest(stratum.chosen, graph[e].value);
    }
    stratum.done = digest(stratum.done, static_cast<std::uint64_t>(graph.slots(thread)));
    stratum.done = digest(stratum.done, nested);
  }
  return stratum;
}

}  // namespace ringcheck
