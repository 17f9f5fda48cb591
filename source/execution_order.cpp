// What synchronises under rc11 is in synchronising.hpp. Tested by
// tests/source/race_detector_test.cpp against the texts of the models.
#include "source/execution_order.hpp"

#include "models/model_data.hpp"
#include "source/synchronising.hpp"

namespace ringcheck::source {

namespace {

bool is_access(const Event& e) {
  return e.kind == EventKind::read || e.kind == EventKind::write;
}

}  // namespace

ExecutionOrder::ExecutionOrder(const Model& model, const ExecutionGraph& graph)
    : graph_(graph),
      words_((static_cast<std::size_t>(graph.size()) + 63) / 64),
      rows_(words_ * static_cast<std::size_t>(graph.size())) {
  const std::string& name = model.name();
  if (name == "rc11") {
    add_program_order(false);
    add_synchronisation(model.data().own_stores_continue);
  } else if (name == "sc" || name == "x86-tso") {
    add_program_order(name == "x86-tso");
    add_communication(name == "sc");
  } else {
    for (const EventPair& step : model.order_steps(graph)) add(step.from, step.to);
  }
  close();
}

// Neighbours are enough: the rest follows. Where a load may pass an earlier store, they are not.
void ExecutionOrder::add_program_order(bool stores_pass_loads) {
  for (int t = 0; t < graph_.threads(); ++t) {
    const auto thread = static_cast<ThreadId>(t);
    EventNumber last = kNoEvent;
    EventNumber last_write = kNoEvent;
    EventNumber last_read = kNoEvent;
    EventNumber drained = kNoEvent;
    for (int slot = 0; slot < graph_.slots(thread); ++slot) {
      const EventNumber e = graph_.at(thread, slot);
      if (e == kNoEvent) continue;
      const Event& event = graph_[e];
      if (!stores_pass_loads) {
        if (last != kNoEvent) add(last, e);
        last = e;
        continue;
      }
      const bool is_read = event.kind == EventKind::read;
      const bool drains = event.kind == EventKind::fence || event.atomic;
      if (last_read != kNoEvent) add(last_read, e);
      if (last_write != kNoEvent && (!is_read || drains)) add(last_write, e);
      if (drained != kNoEvent) add(drained, e);
      if (event.kind == EventKind::write) last_write = e;
      if (is_read) last_read = e;
      if (drains) drained = e;
    }
  }
}

void ExecutionOrder::add_communication(bool internal) {
  for (int n = graph_.locations(); n < graph_.size(); ++n) {
    const auto e = static_cast<EventNumber>(n);
    const Event& event = graph_[e];
    if (!event.materialised || !is_access(event)) continue;
    if (event.kind == EventKind::write) {
      if (event.co_prev != kNoEvent) add(event.co_prev, e);
      continue;
    }
    if (internal || graph_[event.rf].id.thread != event.id.thread) add(event.rf, e);
    if (const EventNumber next = graph_[event.rf].co_next; next != kNoEvent && next != event.rmw)
      add(e, next);
  }
}

void ExecutionOrder::add_synchronisation(bool own_stores_continue) {
  for (int n = graph_.locations(); n < graph_.size(); ++n) {
    const auto r = static_cast<EventNumber>(n);
    const Event& read = graph_[r];
    if (read.kind != EventKind::read || !read.materialised || read.tags.empty()) continue;
    // The writes of the release sequences that the read reads from. Each read-modify-write
    // continues the sequence of the write that it reads from.
    for (EventNumber w = read.rf; w != kNoEvent && !graph_.is_init(w);) {
      const Event& write = graph_[w];
      if (write.tags.empty()) break;
      synchronise(w, r, own_stores_continue);
      w = write.rmw == kNoEvent ? kNoEvent : graph_[write.rmw].rf;
    }
  }
}

/// Orders what releases to `write` before what acquires from `read`. The same for an earlier write
/// of its thread to the location, if that write's release sequence goes on with `write`.
void ExecutionOrder::synchronise(EventNumber write, EventNumber read, bool own_stores_continue) {
  std::vector<EventNumber> sources;
  const Event& w = graph_[write];
  if (releases(w)) sources.push_back(write);
  for (int slot = 0; slot < w.id.index; ++slot) {
    const EventNumber e = graph_.at(w.id.thread, slot);
    if (e == kNoEvent) continue;
    const Event& event = graph_[e];
    const bool earlier_release = own_stores_continue && event.kind == EventKind::write &&
                                 event.location == w.location && event.materialised &&
                                 releases(event);
    if (earlier_release || is_release_fence(event)) sources.push_back(e);
  }
  if (sources.empty()) return;
  const Event& r = graph_[read];
  const auto to = [&](EventNumber target) {
    for (const EventNumber s : sources) add(s, target);
  };
  if (acquires(r)) return to(read);
  for (int slot = r.id.index + 1; slot < graph_.slots(r.id.thread); ++slot) {
    const EventNumber e = graph_.at(r.id.thread, slot);
    if (e == kNoEvent || !is_acquire_fence(graph_[e])) continue;
    return to(e);  // Later fences follow in program order.
  }
}

/// The events in an order in which each comes before what it is ordered before; fewer if there is a
/// cycle.
std::vector<std::size_t> ExecutionOrder::sorted() const {
  const auto size = static_cast<std::size_t>(graph_.size());
  std::vector<std::size_t> before(size);
  for (std::size_t a = 0; a < size; ++a) for_each_step(a, [&](std::size_t b) { ++before[b]; });
  std::vector<std::size_t> sorted;
  sorted.reserve(size);
  for (std::size_t a = 0; a < size; ++a)
    if (before[a] == 0) sorted.push_back(a);
  for (std::size_t n = 0; n < sorted.size(); ++n)
    for_each_step(sorted[n], [&](std::size_t b) {
      if (--before[b] == 0) sorted.push_back(b);
    });
  return sorted;
}

/// Closes the order: from the last event to the first, each takes over what its successors have. If
/// there is a cycle, which only a model's own additions can make, uses Warshall's algorithm.
void ExecutionOrder::close() {
  const auto size = static_cast<std::size_t>(graph_.size());
  const auto take_over = [&](std::size_t a, std::size_t b) {
    for (std::size_t w = 0; w < words_; ++w) rows_[a * words_ + w] |= rows_[b * words_ + w];
  };
  const std::vector<std::size_t> order = sorted();
  if (order.size() == size) {
    std::vector<std::size_t> steps;
    for (std::size_t n = size; n-- > 0;) {
      steps.clear();
      for_each_step(order[n], [&](std::size_t b) { steps.push_back(b); });
      for (const std::size_t b : steps) take_over(order[n], b);
    }
    return;
  }
  for (std::size_t k = 0; k < size; ++k)
    for (std::size_t a = 0; a < size; ++a)
      if (((rows_[a * words_ + k / 64] >> (k % 64)) & 1U) != 0) take_over(a, k);
}

bool ExecutionOrder::before_slot(EventNumber from, ThreadId t, int slot) const {
  if (graph_[from].id.thread == t) return graph_[from].id.index < slot;
  for (int s = 0; s < slot; ++s) {
    const EventNumber e = graph_.at(t, s);
    if (e != kNoEvent && before(from, e)) return true;
  }
  return false;
}

bool ExecutionOrder::after_slot(ThreadId t, int slot, EventNumber to) const {
  if (graph_[to].id.thread == t) return graph_[to].id.index >= slot;
  for (int s = slot; s < graph_.slots(t); ++s) {
    const EventNumber e = graph_.at(t, s);
    if (e != kNoEvent && before(e, to)) return true;
  }
  return false;
}

std::pair<EventNumber, EventNumber> find_race(const ExecutionGraph& graph,
                                              const ExecutionOrder& order) {
  std::vector<std::vector<EventNumber>> accesses(static_cast<std::size_t>(graph.locations()));
  for (int n = graph.locations(); n < graph.size(); ++n)
    if (const Event& e = graph[static_cast<EventNumber>(n)];
        is_access(e) && e.location != kNoLocation)
      accesses[e.location].push_back(static_cast<EventNumber>(n));
  for (int n = graph.locations(); n < graph.size(); ++n) {
    const auto a = static_cast<EventNumber>(n);
    const Event& x = graph[a];
    if (!is_access(x) || !x.tags.empty() || x.location == kNoLocation) continue;
    for (const EventNumber b : accesses[x.location]) {
      const Event& y = graph[b];
      if (y.id.thread == x.id.thread) continue;
      if (x.kind == EventKind::read && y.kind == EventKind::read) continue;
      if (!order.before(a, b) && !order.before(b, a)) return {a, b};
    }
  }
  return {kNoEvent, kNoEvent};
}

}  // namespace ringcheck::source
