// An execution for people to read.
// Tested by tests/cli/execution_text_test.cpp.
#include "cli/execution_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "cli/execution_lines.hpp"
#include "cli/text_layout.hpp"
#include "graph/cycle.hpp"

namespace ringcheck {

namespace {

/// Locations that several threads touch; with `own`, also those that a thread shares with its
/// interrupts.
std::vector<bool> shared_locations(const Program& program, const ExecutionGraph& graph, bool own) {
  constexpr int kLevels = 8;
  std::vector<int> toucher(program.locations.size(), -1);
  std::vector<bool> shared(program.locations.size(), false);
  for (int e = graph.locations(); e < graph.size(); ++e) {
    const Event& event = graph[static_cast<EventNumber>(e)];
    if (event.location == kNoLocation) continue;
    int& first = toucher[event.location];
    const int who = event.id.thread * kLevels + (own ? event.level : 0);
    if (first >= 0 && first != who) shared[event.location] = true;
    first = who;
  }
  return shared;
}

/// True iff some read that must come before `write`, since it reads an earlier one, is not in
/// `done`.
bool overtakes_a_read(const ExecutionGraph& graph, EventNumber write,
                      const std::vector<bool>& done) {
  const Event& event = graph[write];
  for (int e = graph.locations(); e < graph.size(); ++e) {
    const Event& read = graph[static_cast<EventNumber>(e)];
    if (read.kind == EventKind::read && read.location == event.location && read.rf != kNoEvent &&
        !done[static_cast<std::size_t>(e)] && graph.co_before(read.rf, write))
      return true;
  }
  return false;
}

/// True iff every event that must be shown before `e` is in `done`. With `interleaving`, memory
/// must also hold what reads read.
bool may_come_next(const ExecutionGraph& graph, EventNumber e, const std::vector<bool>& done,
                   bool interleaving) {
  const Event& event = graph[e];
  if (interleaving && event.kind == EventKind::write && overtakes_a_read(graph, e, done))
    return false;
  if (event.kind == EventKind::read && event.rf != kNoEvent && !done[event.rf]) return false;
  return event.kind != EventKind::write || event.co_prev == kNoEvent || done[event.co_prev];
}

/// All events in an order that respects po, and also rf and co unless they contradict it. It is an
/// interleaving if one shows the execution.
std::vector<EventNumber> linear_order(const ExecutionGraph& graph) {
  const bool interleaving = shortest_sc_cycle(graph).empty();
  std::vector<bool> done(static_cast<std::size_t>(graph.size()), false);
  for (int l = 0; l < graph.locations(); ++l) done[static_cast<std::size_t>(l)] = true;
  std::array<int, kMaxThreads> next{};
  std::vector<EventNumber> order;
  const auto advance = [&](int t, bool force) {
    bool moved = false;
    while (next[static_cast<std::size_t>(t)] < graph.slots(static_cast<ThreadId>(t))) {
      const EventNumber e = graph.at(static_cast<ThreadId>(t), next[static_cast<std::size_t>(t)]);
      if (e != kNoEvent) {
        if (!force && !may_come_next(graph, e, done, interleaving)) break;
        order.push_back(e);
        done[e] = true;
        moved = true;
        if (force) {
          ++next[static_cast<std::size_t>(t)];
          break;
        }
      }
      ++next[static_cast<std::size_t>(t)];
    }
    return moved;
  };
  const auto total = static_cast<std::size_t>(graph.size() - graph.locations());
  while (order.size() < total) {
    bool moved = false;
    for (int t = 0; t < graph.threads(); ++t) moved |= advance(t, false);
    // A po ∪ rf ∪ co cycle: show the next event of the first unfinished thread, although what it
    // saw comes later.
    for (int t = 0; t < graph.threads() && !moved; ++t) moved = advance(t, true);
  }
  return order;
}

/// Names the fences, and the accesses to these locations.
ShownEvents name_shown(const ExecutionGraph& graph, const std::vector<bool>& locations,
                       bool compiler_barriers = false) {
  ShownEvents shown;
  shown.label.resize(static_cast<std::size_t>(graph.size()));
  for (int l = 0; l < graph.locations(); ++l) shown.label[static_cast<std::size_t>(l)] = "init";
  std::array<int, kMaxThreads> count{};
  for (const EventNumber e : linear_order(graph)) {
    const Event& event = graph[e];
    const bool visible = event.kind == EventKind::fence
                             ? compiler_barriers || !event.tags.has(Tag::compiler_barrier)
                             : event.kind != EventKind::choice && locations[event.location];
    if (!visible) {
      ++shown.hidden;
      continue;
    }
    shown.order.push_back(e);
    shown.label[e] =
        fmt::format("{}{}", static_cast<char>('a' + event.id.thread), ++count[event.id.thread]);
  }
  return shown;
}

std::string tag_text(const Event& event) {
  static constexpr std::pair<Tag, const char*> kNames[] = {
      {Tag::mb, "mb"},
      {Tag::rmb, "rmb"},
      {Tag::wmb, "wmb"},
      {Tag::before_atomic, "before-atomic"},
      {Tag::after_atomic, "after-atomic"},
      {Tag::after_spinlock, "after-spinlock"},
      {Tag::after_unlock_lock, "after-unlock-lock"},
      {Tag::compiler_barrier, "barrier"},
      {Tag::rcu_lock, "rcu-lock"},
      {Tag::rcu_unlock, "rcu-unlock"},
      {Tag::sync_rcu, "sync-rcu"},
      {Tag::srcu_lock, "srcu-lock"},
      {Tag::srcu_unlock, "srcu-unlock"},
      {Tag::sync_srcu, "sync-srcu"},
  };
  for (const auto& [tag, name] : kNames)
    if (event.tags.has(tag)) return name;
  return "fence";
}

std::string access_suffix(const Event& event) {
  if (event.tags.has(Tag::acquire) || event.tags.has(Tag::lock_read)) return "acq";
  if (event.tags.has(Tag::release) || event.tags.has(Tag::unlock)) return "rel";
  if (event.tags.empty()) return "";
  return event.rmw != kNoEvent ? "rmw" : "once";
}

/// As rc11 has C11's fences (models/c11_calls.cpp).
std::string c11_fence(const Event& event) {
  const bool acquires = event.tags.has(Tag::rmb);
  const bool releases = event.tags.has(Tag::wmb);
  if (event.tags.has(Tag::mb)) return "fence seq_cst";
  if (acquires && releases) return "fence acq_rel";
  if (acquires || releases) return acquires ? "fence acquire" : "fence release";
  return "F " + tag_text(event);
}

std::string c11_suffix(const Event& event) {
  if (event.tags.empty()) return "";
  const std::string order = event.tags.has(Tag::seq_cst) ? "sc"
                            : access_suffix(event) == "acq" || access_suffix(event) == "rel"
                                ? access_suffix(event)
                                : "rlx";
  return event.rmw != kNoEvent ? order + " rmw" : order;
}

std::string join(const std::vector<std::string>& words, const char* separator) {
  return fmt::format("{}", fmt::join(words, separator));
}

}  // namespace

std::string describe_value(const Program& program, std::uint64_t value) {
  if (const auto named = program.value_names.find(value); named != program.value_names.end())
    return named->second;
  const std::uint64_t location = value - kAddressBase;
  if (location < program.locations.size()) return "&" + program.locations[location].name;
  if (value < 100000) return fmt::format("{}", value);
  return fmt::format("{:#x}", value);
}

std::string describe_event(const Program& program, const ExecutionGraph& graph, EventNumber e,
                           EventWords words) {
  const Event& event = graph[e];
  switch (event.kind) {
    case EventKind::fence:
      return words == EventWords::c11 ? c11_fence(event) : "F " + tag_text(event);
    case EventKind::choice:
      return fmt::format("choice {}", event.value);
    case EventKind::read:
    case EventKind::write:
      break;
  }
  const std::string suffix = words == EventWords::c11 ? c11_suffix(event) : access_suffix(event);
  return fmt::format("{}{} {} = {}", event.kind == EventKind::read ? "R" : "W",
                     suffix.empty() ? "" : "[" + suffix + "]",
                     program.locations[event.location].name, describe_value(program, event.value));
}

ShownEvents shown_events(const Program& program, const ExecutionGraph& graph,
                         const ExecutionStyle& style) {
  if (style.all_events)
    return name_shown(graph, std::vector<bool>(program.locations.size(), true), true);
  return name_shown(graph, shared_locations(program, graph, style.own));
}

ShownEvents every_event(const Program& program, const ExecutionGraph& graph) {
  return name_shown(graph, std::vector<bool>(program.locations.size(), true));
}

std::vector<std::string> notes_after(const ExecutionGraph& graph, const Transcript& transcript,
                                     EventNumber e,
                                     const std::function<std::string(const Observation&)>& tell) {
  const EventId id = graph[e].id;
  int next = id.index + 1;
  while (next < graph.slots(id.thread) && graph.at(id.thread, next) == kNoEvent) ++next;
  std::vector<std::string> notes;
  for (const Observation& told : transcript.observations) {
    if (told.thread != id.thread || told.slot <= id.index || told.slot > next) continue;
    if (std::string text = tell(told); !text.empty()) notes.push_back(std::move(text));
  }
  return notes;
}

std::string execution_table(const Program& program, const ExecutionGraph& graph,
                            const Transcript& transcript, const ExecutionStyle& style) {
  const ShownEvents shown = shown_events(program, graph, style);
  std::string text = event_lines(program, graph, shown, transcript, style);
  for (int l = 0; l < graph.locations(); ++l) {
    std::vector<std::string> order;
    for (EventNumber w = graph[static_cast<EventNumber>(l)].co_next; w != kNoEvent;
         w = graph[w].co_next)
      if (!shown.label[w].empty()) order.push_back(shown.label[w]);
    if (order.size() > 1)
      text += fmt::format("  co {}: {}\n", program.locations[static_cast<std::size_t>(l)].name,
                          join(order, " → "));
  }
  std::vector<std::string> memory;
  for (int l = 0; l < graph.locations(); ++l)
    memory.push_back(
        fmt::format("{}={}", program.locations[static_cast<std::size_t>(l)].name,
                    describe_value(program, graph[graph.co_last(static_cast<LocId>(l))].value)));
  const std::string last = "memory at the end: " + join(memory, " ");
  text += style.width == 0 ? "  " + last + '\n' : wrapped(last, 2, style.width);
  if (shown.hidden > 0 && !style.all_events)
    text += fmt::format("  ({} events that no other CPU can see are left out)\n", shown.hidden);
  return text;
}

std::string why_allowed(const Program& program, const ExecutionGraph& graph, const Model& model,
                        const ExecutionStyle& style) {
  const std::vector<Edge> cycle = shortest_sc_cycle(graph);
  if (cycle.empty())
    return "  Every step happens in one order: an interleaving shows this execution, no weak "
           "memory is needed.\n";
  const ShownEvents shown = shown_events(program, graph, style);
  std::string text = "  No interleaving shows this: ";
  for (const Edge& edge : cycle)
    text += fmt::format("{} –{}→ ", shown.label[edge.from], name_of(edge.kind));
  text += shown.label[cycle.front().from] + " is a cycle.\n";
  bool loose = false;
  for (const Edge& edge : cycle) {
    if (edge.kind != EdgeKind::po || model.ordered(graph, edge.from, edge.to)) continue;
    loose = true;
    text +=
        fmt::format("  {} does not keep {} ({}) before {} ({}).\n", model.name(),
                    shown.label[edge.from], describe_event(program, graph, edge.from, style.words),
                    shown.label[edge.to], describe_event(program, graph, edge.to, style.words));
  }
  if (!loose)
    text += fmt::format(
        "  {} keeps each program-order step, but not that all CPUs agree on the whole.\n",
        model.name());
  return text;
}

}  // namespace ringcheck
