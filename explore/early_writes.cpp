// Which writes of a thread others may see before a read that precedes them has its value.
// Tested by tests/explore/reachable_ends_test.cpp.
#include <map>
#include <memory>

#include "explore/reachable_ends.hpp"
#include "models/any_checker.hpp"

namespace ringcheck {

namespace {

/// What of the order of a read with later events does not depend on whether its Compare holds.
void take_least_order(ExecutionGraph& graph, ThreadId t) {
  for (int slot = 0; slot < graph.slots(t); ++slot) {
    const EventNumber r = graph.at(t, slot);
    if (r == kNoEvent || graph[r].kind != EventKind::read) continue;
    Event& read = graph.event(r);
    if (read.compare == Compare::none || read.compare == Compare::await_equal) continue;
    read.tags = read.tags & read.other_tags;
    for (const int beside : {slot - 1, slot + 2})
      if (const EventNumber f = beside < 0 ? kNoEvent : graph.at(t, beside);
          f != kNoEvent && graph[f].kind == EventKind::fence && graph[f].tags.has(Tag::of_full_rmw))
        graph.event(f).tags = {};
  }
}

/// By event: whether `order` leads from `r` to it.
std::vector<bool> events_after(EventNumber r, const std::vector<std::vector<EventNumber>>& order) {
  std::vector<bool> after(order.size(), false);
  std::vector<EventNumber> todo{r};
  while (!todo.empty()) {
    const EventNumber e = todo.back();
    todo.pop_back();
    for (const EventNumber f : order[e]) {
      if (after[f]) continue;
      after[f] = true;
      todo.push_back(f);
    }
  }
  return after;
}

std::vector<EarlyWrite> early_writes(const Model& model, const ExecutionGraph& own, ThreadId t) {
  ExecutionGraph graph = events_alone(own, t);
  take_least_order(graph, t);
  std::vector<std::vector<EventNumber>> order(static_cast<std::size_t>(graph.size()));
  for (const EventPair& pair : model.order_steps(graph)) order[pair.from].push_back(pair.to);
  std::map<int, int> first;  // by slot of a write: that of the first read that does not hold it up
  for (int slot = 0; slot < graph.slots(t); ++slot) {
    const EventNumber r = graph.at(t, slot);
    if (r == kNoEvent || graph[r].kind != EventKind::read) continue;
    const std::vector<bool> after = events_after(r, order);
    for (int later = slot + 1; later < graph.slots(t); ++later) {
      const EventNumber w = graph.at(t, later);
      if (w == kNoEvent || graph[w].kind != EventKind::write || after[w]) continue;
      if (graph[w].location == graph[r].location) continue;
      first.try_emplace(later, slot);
    }
  }
  std::vector<EarlyWrite> all;
  for (const auto& [slot, from] : first) {
    EarlyWrite& write = all.emplace_back();
    write.slot = slot;
    for (int before = from; before < slot; ++before) write.reads.push_back(before);
  }
  return all;
}

}  // namespace

ReachVisitors judges_of(const Model& model) {
  ReachVisitors visitors;
  visitors.is_consistent = [checker = std::make_shared<CatChecker>(make_cat_checker(model))](
                               const ExecutionGraph& graph) { return checker->consistent(graph); };
  visitors.early_writes = [model](const ExecutionGraph& own, ThreadId t) {
    return early_writes(model, own, t);
  };
  return visitors;
}

}  // namespace ringcheck
