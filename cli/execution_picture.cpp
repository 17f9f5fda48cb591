// Chooses what a picture of an execution shows.
// Tested by tests/cli/execution_picture_test.cpp.
#include "cli/execution_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>

#include "cli/execution_text.hpp"

namespace ringcheck {

namespace {

using Flags = std::vector<bool>;

/// The next write to the location of `w` in coherence order that is shown, other than `not_this`.
EventNumber next_write(const ExecutionGraph& graph, EventNumber w, EventNumber not_this,
                       const Flags& shown) {
  EventNumber next = graph[w].co_next;
  while (next != kNoEvent && (next == not_this || !shown[next])) next = graph[next].co_next;
  return next;
}

/// The events of thread `t` in program order.
std::vector<EventNumber> events_of(const ExecutionGraph& graph, ThreadId t) {
  std::vector<EventNumber> events;
  for (int i = 0; i < graph.slots(t); ++i)
    if (const EventNumber e = graph.at(t, i); e != kNoEvent) events.push_back(e);
  return events;
}

void add_communication(const ExecutionGraph& graph, EventNumber e, const Flags& shown,
                       std::vector<Arrow>& arrows) {
  const Event& event = graph[e];
  const auto add = [&](EventNumber from, EventNumber to, Relation relation) {
    if (from != kNoEvent && to != kNoEvent && shown[from] && shown[to])
      arrows.push_back({from, to, relation});
  };
  if (event.kind == EventKind::read && event.rf != kNoEvent) {
    add(event.rf, e, Relation::rf);
    add(e, next_write(graph, event.rf, event.rmw, shown), Relation::fr);
    add(e, event.rmw, Relation::rmw);
  }
  if (event.kind == EventKind::write && event.materialised)
    add(e, next_write(graph, e, kNoEvent, shown), Relation::co);
  if (!graph.tracks_dependencies() || graph.is_init(e)) return;
  const Dependencies& on = graph.dependencies(e);
  const auto add_all = [&](const EventSet& sources, Relation relation) {
    for_each(sources, [&](int from) { add(static_cast<EventNumber>(from), e, relation); });
  };
  add_all(on.address, Relation::addr);
  add_all(on.data, Relation::data);
  if (event.kind == EventKind::write) add_all(on.control, Relation::ctrl);
}

/// At most `limit` of the events in `order`: those from which the fewest steps along the arrows
/// lead to an event of `core`; of equally near ones, the earlier first.
Flags nearest(const std::vector<EventNumber>& order, const std::vector<Arrow>& arrows,
              const std::vector<EventNumber>& core, std::size_t limit, std::size_t size) {
  Flags wanted(size, false);
  Flags seen(size, false);
  for (const EventNumber e : order) wanted[e] = true;
  std::deque<EventNumber> queue;
  const auto reach = [&](EventNumber e) {
    if (seen[e] || !wanted[e]) return;
    seen[e] = true;
    queue.push_back(e);
  };
  for (const EventNumber e : core) reach(e);
  if (queue.empty()) reach(order.back());
  Flags kept(size, false);
  for (std::size_t count = 0; count < limit && !queue.empty(); ++count) {
    const EventNumber e = queue.front();
    queue.pop_front();
    kept[e] = true;
    for (const Arrow& arrow : arrows)
      if (arrow.to == e) reach(arrow.from);
    for (const Arrow& arrow : arrows)
      if (arrow.from == e) reach(arrow.to);
  }
  return kept;
}

/// Makes a picture step by step.
class Maker {
 public:
  Maker(const Program& program, const ExecutionGraph& graph, const PictureOptions& options)
      : program_(program),
        graph_(graph),
        options_(options),
        shown_(options.all ? every_event(program, graph) : shown_events(program, graph)),
        kept_(static_cast<std::size_t>(graph.size()), false) {
    if (shown_.order.empty()) shown_ = every_event(program, graph);
  }

  ExecutionPicture make() {
    for (const Thread& thread : program_.threads) picture_.columns.push_back(thread.name);
    picture_.cycle = shortest_sc_cycle(graph_);
    for (const EventNumber e : shown_.order) kept_[e] = true;
    if (shown_.order.size() > options_.limit) keep_the_core();
    show_initial_writes();
    picture_.arrows = arrows_of(graph_, kept_);
    lay_out();
    return std::move(picture_);
  }

 private:
  void keep_the_core() {
    std::vector<EventNumber> core;
    for (const Edge& edge : picture_.cycle) core.push_back(edge.from);
    core.insert(core.end(), options_.named.begin(), options_.named.end());
    std::erase(core, kNoEvent);
    kept_ = nearest(shown_.order, arrows_of(graph_, kept_), core, options_.limit, kept_.size());
  }

  // An initial write is shown if a shown read reads it.
  void show_initial_writes() {
    for (const EventNumber e : shown_.order)
      if (kept_[e] && graph_[e].kind == EventKind::read && graph_[e].rf != kNoEvent &&
          graph_.is_init(graph_[e].rf))
        kept_[graph_[e].rf] = true;
  }

  // An event is a row below everything that it follows: its neighbour in program order, the write
  // that it reads and the write that it overwrites.
  void lay_out() {
    rows_.assign(kept_.size(), -1);
    std::vector<int> bottom(program_.threads.size(), -1);
    std::vector<std::size_t> left_out(program_.threads.size(), 0);
    std::vector<std::vector<Box>> columns(program_.threads.size());
    int initial = 0;
    for (int l = 0; l < graph_.locations(); ++l)
      if (const auto e = static_cast<EventNumber>(l); kept_[e]) {
        picture_.boxes.push_back({e, fmt::format("i{}", l),
                                  describe_event(program_, graph_, e, options_.words), -1,
                                  initial++, 0});
        rows_[e] = -1;
      }
    for (const EventNumber e : shown_.order) {
      const ThreadId t = graph_[e].id.thread;
      if (!kept_[e]) {
        ++left_out[t];
        continue;
      }
      fold(t, left_out, bottom, columns);
      columns[t].push_back(box(e, below(e, bottom[t])));
      bottom[t] = rows_[e] = columns[t].back().row;
    }
    for (std::size_t t = 0; t < columns.size(); ++t) {
      fold(static_cast<ThreadId>(t), left_out, bottom, columns);
      picture_.boxes.insert(picture_.boxes.end(), columns[t].begin(), columns[t].end());
    }
  }

  [[nodiscard]] int below(EventNumber e, int bottom) const {
    const Event& event = graph_[e];
    int row = bottom + 1;
    if (event.kind == EventKind::read && event.rf != kNoEvent)
      row = std::max(row, rows_[event.rf] + 1);
    if (event.kind == EventKind::write && event.co_prev != kNoEvent &&
        graph_[event.co_prev].id.thread != event.id.thread)
      row = std::max(row, rows_[event.co_prev] + 1);
    return row;
  }

  void fold(ThreadId t, std::vector<std::size_t>& left_out, std::vector<int>& bottom,
            std::vector<std::vector<Box>>& columns) {
    if (left_out[t] == 0) return;
    columns[t].push_back({kNoEvent, fmt::format("fold_{}_{}", t, columns[t].size()),
                          fmt::format("… {} event{} …", left_out[t], left_out[t] == 1 ? "" : "s"),
                          t, ++bottom[t], 0});
    picture_.folded += left_out[t];
    left_out[t] = 0;
  }

  [[nodiscard]] Box box(EventNumber e, int row) const {
    std::string text = shown_.label[e] + ": " + describe_event(program_, graph_, e, options_.words);
    if (options_.transcript != nullptr)
      for (const SiteName& site : options_.transcript->sites)
        if (site.event == graph_[e].id) text += fmt::format(" ({})", site.name);
    return {e, shown_.label[e], text, graph_[e].id.thread, row, graph_[e].level};
  }

  const Program& program_;
  const ExecutionGraph& graph_;
  const PictureOptions& options_;
  ShownEvents shown_;
  Flags kept_;             ///< by event
  std::vector<int> rows_;  ///< by event, once it is placed
  ExecutionPicture picture_;
};

}  // namespace

std::string_view name_of(Relation relation) {
  constexpr std::string_view kNames[] = {"po", "rf", "co", "fr", "rmw", "addr", "data", "ctrl"};
  return kNames[static_cast<std::size_t>(relation)];
}

std::vector<Arrow> arrows_of(const ExecutionGraph& graph, const std::vector<bool>& shown) {
  std::vector<Arrow> arrows;
  for (int t = 0; t < graph.threads(); ++t) {
    EventNumber before = kNoEvent;
    for (const EventNumber e : events_of(graph, static_cast<ThreadId>(t))) {
      if (!shown[e]) continue;
      if (before != kNoEvent) arrows.push_back({before, e, Relation::po});
      before = e;
    }
  }
  for (int e = 0; e < graph.size(); ++e)
    add_communication(graph, static_cast<EventNumber>(e), shown, arrows);
  return arrows;
}

ExecutionPicture picture_of(const Program& program, const ExecutionGraph& graph,
                            const PictureOptions& options) {
  return Maker(program, graph, options).make();
}

}  // namespace ringcheck
