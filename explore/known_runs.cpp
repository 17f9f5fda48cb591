#include "explore/known_runs.hpp"

#include "explore/ending.hpp"

namespace ringcheck {

namespace {

/// How many runs from the start are allowed before they are weighed against repeated parts.
constexpr std::uint64_t kFewRuns = 4096;

}  // namespace

KnownRuns& KnownRuns::spare() {
  thread_local KnownRuns runs(nullptr);
  return runs;
}

void KnownRuns::swap(KnownRuns& other) noexcept {
  parts_.swap(other.parts_);
  issued_.swap(other.issued_);
  sources_.swap(other.sources_);
  std::swap(numbers_, other.numbers_);
}

void KnownRuns::forget() {
  parts_.clear();
  issued_.clear();
  sources_.clear();
  numbers_.clear();
}

void KnownRuns::note_sources(const ExecutionGraph& graph, EventNumber e, Issued& issued) {
  const Dependencies& dependencies = graph.dependencies(e);
  issued.sources = static_cast<std::uint32_t>(sources_.size());
  std::size_t kind = 0;
  for (const EventSet* set : {&dependencies.address, &dependencies.data, &dependencies.control}) {
    for_each(*set, [&](int load) {
      sources_.push_back(graph[static_cast<EventNumber>(load)].id.index);
      ++issued.source_counts[kind];
    });
    ++kind;
  }
}

void KnownRuns::repeat_sources(ExecutionGraph& graph, EventNumber e, const Issued& issued) const {
  Dependencies& dependencies = graph.dependencies(e);
  const ThreadId t = issued.event.id.thread;
  const std::uint16_t* source = sources_.data() + issued.sources;
  std::size_t kind = 0;
  for (EventSet* set : {&dependencies.address, &dependencies.data, &dependencies.control}) {
    for (std::uint16_t left = issued.source_counts[kind++]; left > 0; --left)
      set->set(graph.at(t, *source++));
  }
}

std::optional<Stop> KnownRuns::repeat(ExecutionGraph& graph, ThreadId t,
                                      const ValueHistory& history) {
  if (!is_worth_it_) return std::nullopt;
  const Part* const known = find(history);
  if (known == nullptr) return std::nullopt;
  const Part& part = *known;
  // The run itself reports what is too large.
  if (graph.size() + static_cast<int>(part.count) >= kMaxEvents) return std::nullopt;
  ++repeated_;
  graph.make_room(t, part.slots, static_cast<int>(part.count));
  for (std::uint32_t i = part.first; i < part.first + part.count; ++i) {
    const Issued& issued = issued_[i];
    const EventNumber e = graph.add_in_room(issued.event);
    if (graph.tracks_dependencies()) repeat_sources(graph, e, issued);
    if (issued.is_plain) continue;
    if (issued.reads_last) graph.event(e).rf = graph.co_last(issued.event.location);
    if (issued.partner_slot != kNoSlot) {
      const EventNumber r = graph.at(t, issued.partner_slot);
      graph.event(e).rmw = r;
      graph.event(r).rmw = e;
      graph.event(r).atomic = issued.event.atomic;
    }
    if (issued.is_placed) graph.place_write(e, graph.co_last(issued.event.location));
  }
  Stop stop = part.stop;
  if (part.waiting_slot != kNoSlot) stop.waiting = graph.at(t, part.waiting_slot);
  return stop;
}

void KnownRuns::take_back(ExecutionGraph& graph, int before, ThreadId t, int slots) {
  while (graph.size() > before) {
    const auto e = static_cast<EventNumber>(graph.size() - 1);
    if (graph[e].kind == EventKind::write) graph.unplace_write(e);
    graph.remove_last();
  }
  graph.reserve_slots(t, slots);
}

bool KnownRuns::ends(const ExecutionGraph& graph, const ValueHistory& history) const {
  if (!is_worth_it_) return false;
  const Part* const part = find(history);
  return part != nullptr && part->ends && graph.size() + static_cast<int>(part->count) < kMaxEvents;
}

void KnownRuns::note(const ExecutionGraph& graph, ThreadId t, const ValueHistory& history,
                     int before, const Stop& stop, bool from_start) {
  if (!is_worth_it_) return;
  if (from_start && ++begun_again_ > kFewRuns && begun_again_ > repeated_ / 2) is_worth_it_ = false;
  const auto count = static_cast<std::size_t>(graph.size() - before);
  if (parts_.size() == kMaxParts || issued_.size() + count > kMaxIssued ||
      sources_.size() > kMaxSources)
    return;
  if (numbers_.find(history)) return;
  Part part;
  part.first = static_cast<std::uint32_t>(issued_.size());
  part.count = static_cast<std::uint32_t>(count);
  part.slots = static_cast<std::uint16_t>(graph.slots(t));
  part.stop = stop;
  part.ends = ending_of(stop.reason).has_value();
  if (stop.waiting != kNoEvent) part.waiting_slot = graph[stop.waiting].id.index;
  for (int e = before; e < graph.size(); ++e) {
    Issued& issued = issued_.emplace_back();
    Event& event = issued.event = graph[static_cast<EventNumber>(e)];
    issued.reads_last = event.rf != kNoEvent;
    issued.is_placed = event.kind == EventKind::write && event.materialised;
    if (graph.tracks_dependencies()) note_sources(graph, static_cast<EventNumber>(e), issued);
    if (event.kind == EventKind::write && event.rmw != kNoEvent) {
      issued.partner_slot = graph[event.rmw].id.index;
      part.ends = part.ends && event.rmw >= before;
    }
    issued.is_plain = !issued.reads_last && !issued.is_placed && issued.partner_slot == kNoSlot;
    part.ends = part.ends && event.materialised;
    event.rf = event.rmw = event.co_prev = event.co_next = kNoEvent;
    event.co_position = 0;
    if (issued.is_placed) event.materialised = false;
  }
  numbers_.add(history, static_cast<std::uint32_t>(parts_.size()));
  parts_.push_back(part);
}

}  // namespace ringcheck
