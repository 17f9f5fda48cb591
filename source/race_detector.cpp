// Tested by tests/source/race_detector_test.cpp.
#include "source/race_detector.hpp"

#include <algorithm>

#include "source/synchronising.hpp"

namespace ringcheck::source {

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
  for (bool all = false; !all;) {
    all = true;
    bool moved = false;
    for (std::size_t t = 0; t < threads_; ++t) {
      const auto thread = static_cast<ThreadId>(t);
      const std::uint16_t before = next_[t];
      if (advance(graph, thread)) return true;
      moved = moved || next_[t] != before;
      all = all && next_[t] == graph.slots(thread);
    }
    if (!all && !moved) return true;  // po ∪ rf has a cycle.
  }
  return false;
}

/// Enters the events of thread `t` up to a read of what has not been entered. Returns true when one
/// of them races with one that has been.
bool RaceDetector::advance(const ExecutionGraph& graph, ThreadId t) {
  for (std::uint16_t& slot = next_[t]; slot < graph.slots(t); ++slot) {
    const EventNumber e = graph.at(t, slot);
    if (e == kNoEvent) continue;
    const Event& event = graph[e];
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
    message = std::max(message, own);  // Of two pasts of one thread the later holds the earlier.
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
