// Tested by tests/source/race_detector_test.cpp.
#include "source/race_detector.hpp"

#include <algorithm>
#include <iterator>
#include <ranges>

#include "models/model_data.hpp"
#include "source/synchronising.hpp"

namespace ringcheck::source {

RaceRules race_rules(const Model& model) {
  if (model.name() == "lkmm") return RaceRules::lkmm;
  return model.data().own_stores_continue ? RaceRules::rc11_published : RaceRules::rc11;
}

void RaceDetector::start_anew(const ExecutionGraph& graph) {
  threads_ = static_cast<std::size_t>(graph.threads());
  locations_ = static_cast<std::size_t>(graph.locations());
  steps_.clear();
  before_.clear();
  clocks_.assign((1 + 2 * threads_) * threads_, 0);
  released_.assign(threads_, 0);
  own_release_.assign(own_stores_continue_ ? threads_ * locations_ : 0, 0);
  messages_.assign(static_cast<std::size_t>(graph.size()), 0);
  last_.assign(locations_ * threads_, Last{});
  next_.assign(threads_, 0);
  entered_.assign(static_cast<std::size_t>(graph.size()), false);
}

/// What a read, or the read of a read-modify-write's write, reads from.
EventNumber RaceDetector::source_of(const ExecutionGraph& graph, const Event& event) {
  if (event.kind == EventKind::read) return event.materialised ? event.rf : kNoEvent;
  const bool is_second = event.kind == EventKind::write && event.rmw != kNoEvent;
  return is_second ? graph[event.rmw].rf : kNoEvent;
}

void RaceDetector::begin(const ExecutionGraph& graph, bool ends_at_open) {
  const bool is_alike = static_cast<std::size_t>(graph.threads()) == threads_ &&
                        static_cast<std::size_t>(graph.locations()) == locations_ &&
                        ends_at_open == ends_at_open_;
  ends_at_open_ = ends_at_open;
  if (is_alike)
    keep_what_is_the_same(graph);
  else
    start_anew(graph);
}

/// Takes back what was entered from the first event on that `graph` does not have as it was.
void RaceDetector::keep_what_is_the_same(const ExecutionGraph& graph) {
  const auto is_there = [&](const Entered& step) {
    const EventId id = step.id;
    if (id.index >= graph.slots(id.thread) || graph.at(id.thread, id.index) != step.event)
      return false;
    for (std::uint16_t slot = step.first_slot; slot < id.index; ++slot)
      if (graph.at(id.thread, slot) != kNoEvent) return false;
    const Event& event = graph[step.event];
    return event.kind == step.kind && event.materialised == step.materialised &&
           event.location == step.location && event.tags == step.tags &&
           source_of(graph, event) == step.source;
  };
  const auto same = static_cast<std::size_t>(
      std::distance(steps_.begin(), std::ranges::find_if_not(steps_, is_there)));
  while (steps_.size() > same) take_back(steps_.back());
  messages_.resize(static_cast<std::size_t>(graph.size()), 0);
  entered_.resize(static_cast<std::size_t>(graph.size()), false);
}

/// Takes the last step back, which is `step`.
void RaceDetector::take_back(const Entered& step) {
  const EventId id = step.id;
  const LocId location = step.location;
  entered_[step.event] = false;
  messages_[step.event] = 0;
  next_[id.thread] = step.first_slot;
  clocks_.resize(step.clocks);
  released_[id.thread] = step.released;
  const auto before = before_.end() - static_cast<std::ptrdiff_t>(2 * threads_);
  std::copy(before, before_.end(), of(past_of(id.thread)));
  before_.erase(before, before_.end());
  if (location != kNoLocation) {
    last_of(id, location) = step.last;
    if (own_stores_continue_) own_release_of(id, location) = step.own_release;
  }
  steps_.pop_back();
}

RaceDetector::Clock RaceDetector::copy_of(Clock clock) {
  const std::size_t size = clocks_.size();
  clocks_.resize(size + threads_);
  std::copy_n(clocks_.begin() + static_cast<std::ptrdiff_t>(clock * threads_), threads_,
              clocks_.begin() + static_cast<std::ptrdiff_t>(size));
  return static_cast<Clock>(size / threads_);
}

void RaceDetector::join(Clock into, Clock clock) {
  if (clock == 0) return;
  std::uint16_t* to = of(into);
  const std::uint16_t* from = of(clock);
  for (std::size_t t = 0; t < threads_; ++t) to[t] = std::max(to[t], from[t]);
}

bool RaceDetector::has_race(const ExecutionGraph& graph) {
  begin(graph, false);
  if (advance_all(graph)) return true;
  return static_cast<int>(steps_.size()) <
         graph.size() - graph.locations();  // po ∪ rf has a cycle.
}

/// Enters all events that can be entered. Returns true when two of them race.
bool RaceDetector::advance_all(const ExecutionGraph& graph) {
  for (bool moved = true; moved;) {
    moved = false;
    for (std::size_t t = 0; t < threads_; ++t) {
      const std::uint16_t before = next_[t];
      if (advance(graph, static_cast<ThreadId>(t))) return true;
      moved = moved || next_[t] != before;
    }
  }
  return false;
}

// A later access races with an earlier one unless its thread has the earlier one in its past by
// then: from its own past now, or from messages that it gets. So clocks matter only as far as they
// cover last accesses. A clock that covers an access of a thread also covers the thread's earlier
// ones.
bool RaceDetector::add_past(const State& state, std::span<const std::uint16_t> first_places,
                            ValueHistory& key) {
  const ExecutionGraph& graph = state.graph;
  begin(graph, true);
  if (advance_all(graph)) return false;
  sort_last();
  for (std::size_t t = 0; t < threads_; ++t) {
    const auto thread = static_cast<ThreadId>(t);
    if (ending_of(state.threads[t].stop.reason)) continue;  // It will make no access.
    key.add(covered(past_of(thread)));
    key.add(covered(acquirable_by(thread)));
    key.add(covered(released_[t]));
    for (std::size_t l = 0; own_stores_continue_ && l < first_places.size(); ++l)
      key.add(covered(own_release_[t * first_places.size() + l]));
  }
  for (std::size_t l = 0; l < first_places.size(); ++l)
    for (EventNumber w = graph.co_last(static_cast<LocId>(l));
         w != kNoEvent && graph[w].co_position + 1 >= first_places[l]; w = graph[w].co_prev)
      key.add(covered(messages_[w]));
  return true;
}

/// Finds the accesses of each thread that clocks can cover.
void RaceDetector::sort_last() {
  covered_.resize(threads_);
  for (std::vector<Covered>& its : covered_) its.clear();
  for (std::size_t at = 0; at < last_.size(); ++at) {
    const Last& last = last_[at];
    std::uint64_t which = 4 * (at / threads_);
    for (const std::uint16_t slot :
         {last.reads[0], last.reads[1], last.writes[0], last.writes[1]}) {
      ++which;
      if (slot != 0) covered_[at % threads_].push_back({slot, ValueHistory::mixed(which)});
    }
  }
  for (std::vector<Covered>& its : covered_) {
    std::ranges::sort(its, {}, &Covered::slot);
    // A sum: accesses that are all covered, or all not, may stand in any order.
    for (std::size_t i = 1; i < its.size(); ++i) its[i].digest += its[i - 1].digest;
  }
}

/// A digest of the last accesses that `clock` has in its past.
std::uint64_t RaceDetector::covered(Clock clock) {
  std::uint64_t digest = 0;
  const std::uint16_t* const past = of(clock);
  for (std::size_t t = 0; t < threads_; ++t) {
    const auto not_covered = [&](const Covered& access) { return access.slot > past[t]; };
    const auto last = std::ranges::find_if_not(std::views::reverse(covered_[t]), not_covered);
    digest = ValueHistory::mixed(digest + (last == covered_[t].rend() ? 0 : last->digest));
  }
  return digest;
}

/// Enters the events of thread `t` up to a read from an event that has not been entered. Returns
/// true when one of them races with an entered one.
bool RaceDetector::advance(const ExecutionGraph& graph, ThreadId t) {
  for (std::uint16_t slot = next_[t]; slot < graph.slots(t); ++slot) {
    const EventNumber e = graph.at(t, slot);
    if (e == kNoEvent) continue;
    const Event& event = graph[e];
    const bool answered = event.kind == EventKind::read || event.kind == EventKind::choice;
    if (ends_at_open_ && answered && !event.materialised) return false;
    if (event.kind == EventKind::read && event.materialised && !graph.is_init(event.rf) &&
        !entered_[event.rf])
      return false;
    enter(graph, e, next_[t]);
    const bool is_access = event.kind == EventKind::read || event.kind == EventKind::write;
    if (is_access && event.location != kNoLocation && races(event)) {
      take_back(steps_.back());
      return true;
    }
    next_[t] = static_cast<std::uint16_t>(slot + 1);
  }
  return false;
}

/// Notes what entering event `e` will change.
void RaceDetector::note_step(const ExecutionGraph& graph, EventNumber e, std::uint16_t first_slot) {
  Entered& step = steps_.emplace_back();
  const Event& event = graph[e];
  const EventId id = event.id;
  const LocId location = event.location;
  step.event = e;
  step.source = source_of(graph, event);
  step.first_slot = first_slot;
  step.id = id;
  step.kind = event.kind;
  step.materialised = event.materialised;
  step.location = location;
  step.tags = event.tags;
  step.clocks = static_cast<std::uint32_t>(clocks_.size());
  step.released = released_[id.thread];
  const auto past = clocks_.begin() + static_cast<std::ptrdiff_t>(past_of(id.thread) * threads_);
  before_.insert(before_.end(), past, past + static_cast<std::ptrdiff_t>(2 * threads_));
  if (location == kNoLocation) return;
  step.last = last_of(id, location);
  if (own_stores_continue_) step.own_release = own_release_of(id, location);
}

void RaceDetector::enter(const ExecutionGraph& graph, EventNumber e, std::uint16_t first_slot) {
  const Event& event = graph[e];
  note_step(graph, e, first_slot);
  entered_[e] = true;
  of(past_of(event.id.thread))[event.id.thread] = static_cast<std::uint16_t>(event.id.index + 1);
  if (event.kind == EventKind::fence) return enter_fence(event);
  if (event.kind == EventKind::read && event.materialised && !event.tags.empty())
    return enter_read(event);
  if (event.kind == EventKind::write && !event.tags.empty()) enter_write(graph, e);
}

void RaceDetector::enter_fence(const Event& fence) {
  const ThreadId t = fence.id.thread;
  if (rules_ == RaceRules::lkmm && !fence.tags.has(Tag::mb)) return;
  if (is_acquire_fence(fence)) join(past_of(t), acquirable_by(t));
  if (is_release_fence(fence)) released_[t] = copy_of(past_of(t));
}

void RaceDetector::enter_read(const Event& read) {
  const ThreadId t = read.id.thread;
  join(acquires(read) ? past_of(t) : acquirable_by(t), messages_[read.rf]);
}

void RaceDetector::enter_write(const ExecutionGraph& graph, EventNumber w) {
  const Event& write = graph[w];
  const ThreadId t = write.id.thread;
  Clock message = released_[t];
  if (releases(write)) message = copy_of(past_of(t));
  if (own_stores_continue_ && write.location != kNoLocation) {
    Clock& own = own_release_of(write.id, write.location);
    if (releases(write)) own = message;
    message = std::max(message, own);  // The later past of a thread holds the earlier.
  }
  const bool goes_on = write.rmw != kNoEvent && rules_ != RaceRules::lkmm;
  const EventNumber source = goes_on ? graph[write.rmw].rf : kNoEvent;
  if (source != kNoEvent && messages_[source] != 0) {
    message = copy_of(message);
    join(message, messages_[source]);
  }
  messages_[w] = message;
}

bool RaceDetector::races(const Event& access) {
  const std::size_t t = access.id.thread;
  const bool writes = access.kind == EventKind::write;
  const bool plain = access.tags.empty();
  Last* const last = &last_[access.location * threads_];
  const std::uint16_t* const past = of(past_of(access.id.thread));
  for (std::size_t u = 0; u < threads_; ++u) {
    if (u == t) continue;
    std::uint16_t seen = last[u].writes[1];
    if (plain) seen = std::max(seen, last[u].writes[0]);
    if (writes) seen = std::max(seen, last[u].reads[1]);
    if (writes && plain) seen = std::max(seen, last[u].reads[0]);
    if (seen > past[u]) return true;
  }
  (writes ? last[t].writes : last[t].reads)[plain ? 1 : 0] =
      static_cast<std::uint16_t>(access.id.index + 1);
  return false;
}

}  // namespace ringcheck::source
