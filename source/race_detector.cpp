// Tested by tests/source/race_detector_test.cpp.
#include "source/race_detector.hpp"

#include <algorithm>
#include <iterator>

#include "models/model_data.hpp"
#include "source/synchronising.hpp"

namespace ringcheck::source {

RaceRules race_rules(const Model& model) {
  if (model.name() == "lkmm") return RaceRules::lkmm;
  return model.data().own_stores_continue ? RaceRules::rc11_published : RaceRules::rc11;
}

void RaceDetector::reset(const ExecutionGraph& graph) {
  threads_ = static_cast<std::size_t>(graph.threads());
  const auto locations = static_cast<std::size_t>(graph.locations());
  clocks_.assign((1 + 2 * threads_) * threads_, 0);
  released_.assign(threads_, 0);
  own_release_.assign(own_stores_continue_ ? threads_ * locations : 0, 0);
  messages_.assign(static_cast<std::size_t>(graph.size()), 0);
  last_.assign(locations * threads_, Last{});
  next_.assign(threads_, 0);
  entered_.assign(static_cast<std::size_t>(graph.size()), false);
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
  reset(graph);
  ends_at_open_ = false;
  if (advance_all(graph)) return true;
  for (std::size_t t = 0; t < threads_; ++t)
    if (next_[t] != graph.slots(static_cast<ThreadId>(t))) return true;  // po ∪ rf has a cycle.
  return false;
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
  reset(graph);
  ends_at_open_ = true;
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
    std::size_t kind = 0;
    for (const std::uint16_t slot :
         {last.reads[0], last.reads[1], last.writes[0], last.writes[1]}) {
      ValueHistory which;
      which.add(4 * (at / threads_) + kind++);
      if (slot != 0) covered_[at % threads_].push_back({slot, which.first});
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
  ValueHistory digest;
  for (std::size_t t = 0; t < threads_; ++t) {
    const std::vector<Covered>& its = covered_[t];
    const auto end = std::ranges::upper_bound(its, of(clock)[t], {}, &Covered::slot);
    digest.add(end == its.begin() ? 0 : std::prev(end)->digest);
  }
  return digest.first;
}

/// Enters the events of thread `t` up to a read from an event that has not been entered. Returns
/// true when one of them races with an entered one.
bool RaceDetector::advance(const ExecutionGraph& graph, ThreadId t) {
  for (std::uint16_t& slot = next_[t]; slot < graph.slots(t); ++slot) {
    const EventNumber e = graph.at(t, slot);
    if (e == kNoEvent) continue;
    const Event& event = graph[e];
    const bool answered = event.kind == EventKind::read || event.kind == EventKind::choice;
    if (ends_at_open_ && answered && !event.materialised) return false;
    if (event.kind == EventKind::read && event.materialised && !graph.is_init(event.rf) &&
        !entered_[event.rf])
      return false;
    enter(graph, e);
    const bool is_access = event.kind == EventKind::read || event.kind == EventKind::write;
    if (is_access && event.location != kNoLocation && races(event)) return true;
  }
  return false;
}

void RaceDetector::enter(const ExecutionGraph& graph, EventNumber e) {
  const Event& event = graph[e];
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
    Clock& own = own_release_[t * static_cast<std::size_t>(graph.locations()) + write.location];
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
