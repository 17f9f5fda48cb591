// The execution graph, with coherence order as a doubly linked list per location.
// Positions in coherence order are renumbered on insertion: locations have few writes, and
// comparing two positions is far more frequent than inserting. Tested by
// tests/graph/execution_graph_test.cpp.
#include "graph/execution_graph.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "graph/check.hpp"

namespace ringcheck {

namespace {

constexpr std::size_t kFewSlots = 32;
constexpr std::size_t kManySlots = 256;

}  // namespace

ExecutionGraph& ExecutionGraph::operator=(const ExecutionGraph& other) {
  if (this != &other) copy(other, 0);
  return *this;
}

void ExecutionGraph::copy(const ExecutionGraph& other, int same) {
  event_count_ = other.event_count_;
  location_count_ = other.location_count_;
  track_dependencies_ = other.track_dependencies_;
  const auto events = static_cast<std::size_t>(event_count_);
  const auto threads = static_cast<std::size_t>(other.thread_count_);
  slot_count_.copy(other.slot_count_, threads);
  co_last_.copy(other.co_last_, static_cast<std::size_t>(location_count_));
  events_.copy(other.events_, events);
  if (track_dependencies_) {
    const auto from = other.dependencies_.begin();
    const auto there = static_cast<std::ptrdiff_t>(std::min(dependencies_.size(), events));
    if (same < there) std::copy(from + same, from + there, dependencies_.begin() + same);
    dependencies_.insert(dependencies_.end(), from + there, from + event_count_);
  }
  thread_count_ = other.thread_count_;
  slots_a_thread_ = other.slots_a_thread_;
  slot_.need(threads * slots_a_thread_);
  for (std::size_t t = 0; t < threads; ++t)
    std::copy_n(other.slot_.data() + other.row_of(static_cast<ThreadId>(t)), slot_count_[t],
                slot_.data() + row_of(static_cast<ThreadId>(t)));
}

void ExecutionGraph::reset(std::span<const std::uint64_t> initial_values, int threads,
                           bool track_dependencies) {
  RC_CHECK(initial_values.size() <= kMaxLocations, "too many locations");
  RC_CHECK(threads <= kMaxThreads, "too many threads");
  event_count_ = location_count_ = static_cast<int>(initial_values.size());
  thread_count_ = threads;
  track_dependencies_ = track_dependencies;
  slot_count_.need(static_cast<std::size_t>(threads));
  std::fill_n(slot_count_.data(), threads, std::uint16_t{0});
  // An exploration mostly needs what the one before it needed.
  if (slots_a_thread_ == 0 || slots_a_thread_ > kManySlots) slots_a_thread_ = kFewSlots;
  slot_.need(static_cast<std::size_t>(threads) * slots_a_thread_);
  co_last_.need(initial_values.size());
  events_.need(initial_values.size());
  if (track_dependencies_) dependencies_.assign(initial_values.size(), {});
  for (std::size_t l = 0; l < initial_values.size(); ++l) {
    Event init;
    init.id = {kInitThread, static_cast<std::uint16_t>(l)};
    init.kind = EventKind::write;
    init.location = static_cast<LocId>(l);
    init.value = initial_values[l];
    init.value_known = true;
    init.materialised = true;
    co_last_[l] = static_cast<EventNumber>(l);
    events_[l] = init;
  }
}

/// Makes slot_ have room for `count` slots of each thread; those in use stay.
void ExecutionGraph::make_room_for_slots(std::size_t count) {
  if (count <= slots_a_thread_) [[likely]]
    return;
  const std::size_t each = std::bit_ceil(count);
  const auto threads = static_cast<std::size_t>(thread_count_);
  Room<EventNumber> larger;
  larger.need(each * threads);
  for (std::size_t t = 0; t < threads; ++t)
    std::copy_n(slot_.data() + row_of(static_cast<ThreadId>(t)), slot_count_[t],
                larger.data() + each * t);
  slot_ = std::move(larger);
  slots_a_thread_ = each;
}

void ExecutionGraph::reserve_slots(ThreadId t, int count) {
  RC_CHECK(t < thread_count_ && count <= kMaxEvents, "too many event slots in a thread");
  if (count <= slot_count_[t]) return;
  make_room_for_slots(static_cast<std::size_t>(count));
  for (int i = slot_count_[t]; i < count; ++i)
    slot_[row_of(t) + static_cast<std::size_t>(i)] = kNoEvent;
  slot_count_[t] = static_cast<std::uint16_t>(count);
}

void ExecutionGraph::make_room(ThreadId t, int slots, int count) {
  const auto events = static_cast<std::uint32_t>(event_count_ + count);
  RC_CHECK(events <= kMaxEvents, "too many events");
  reserve_slots(t, slots);
  events_.need(events);
  if (!track_dependencies_) return;
  if (dependencies_.size() < events) dependencies_.resize(events);
  for (auto e = static_cast<std::size_t>(event_count_); e < events; ++e) dependencies_[e] = {};
}

EventNumber ExecutionGraph::add(const Event& event) {
  RC_CHECK(event_count_ < kMaxEvents, "too many events");
  reserve_slots(event.id.thread, event.id.index + 1);
  EventNumber& slot = slot_[row_of(event.id.thread) + event.id.index];
  RC_CHECK(slot == kNoEvent, "event slot used twice");
  slot = static_cast<EventNumber>(event_count_);
  const Event added = event;  // which may be one of this graph
  events_.need(static_cast<std::size_t>(event_count_) + 1);
  events_[slot] = added;
  if (track_dependencies_) {
    if (dependencies_.size() <= slot)
      dependencies_.emplace_back();
    else
      dependencies_[slot] = {};
  }
  ++event_count_;
  return slot;
}

void ExecutionGraph::remove_last() {
  RC_CHECK(event_count_ > location_count_, "no event to remove");
  const Event& e = events_[static_cast<std::size_t>(event_count_) - 1];
  const std::size_t row = row_of(e.id.thread);
  slot_[row + e.id.index] = kNoEvent;
  // Hypothetical events come and go at the end of a thread all the time.
  std::uint16_t& slots = slot_count_[e.id.thread];
  if (e.id.index + 1 == slots)
    while (slots > 0 && slot_[row + slots - 1U] == kNoEvent) --slots;
  --event_count_;
}

void ExecutionGraph::resolve_read(EventNumber r, EventNumber w) {
  Event& read = events_[r];
  read.rf = w;
  read.value = events_[w].value;
  read.value_known = true;
  read.materialised = true;
  if (read.compare != Compare::none && read.expected_known) settle_compare(r);
}

void ExecutionGraph::settle_compare(EventNumber r) {
  Event& read = events_[r];
  if (read.compare == Compare::await_equal || !succeeds(r)) return;
  std::swap(read.tags, read.other_tags);
  if (read.claim == Claim::maybe) read.claim = Claim::sure;
  if (!read.full) return;
  add(fence_before(read));
}

void ExecutionGraph::unresolve_read(EventNumber r) {
  Event& read = events_[r];
  const bool can_fail = read.compare != Compare::none && read.compare != Compare::await_equal;
  if (can_fail && read.expected_known && succeeds(r)) {
    std::swap(read.tags, read.other_tags);
    if (read.claim == Claim::sure) read.claim = Claim::maybe;
    if (read.full) remove_last();
  }
  read.rf = kNoEvent;
  read.value_known = false;
  read.materialised = false;
}

void ExecutionGraph::place_write(EventNumber w, EventNumber predecessor) {
  Event& write = events_[w];
  const EventNumber next = events_[predecessor].co_next;
  write.co_prev = predecessor;
  write.co_next = next;
  write.co_position = static_cast<std::uint16_t>(events_[predecessor].co_position + 1);
  write.materialised = true;
  events_[predecessor].co_next = w;
  if (next == kNoEvent) {
    co_last_[write.location] = w;
    return;
  }
  events_[next].co_prev = w;
  for (EventNumber e = next; e != kNoEvent; e = events_[e].co_next) ++events_[e].co_position;
}

void ExecutionGraph::unplace_write(EventNumber w) {
  Event& write = events_[w];
  events_[write.co_prev].co_next = write.co_next;
  if (write.co_next == kNoEvent) {
    co_last_[write.location] = write.co_prev;
  } else {
    events_[write.co_next].co_prev = write.co_prev;
    for (EventNumber e = write.co_next; e != kNoEvent; e = events_[e].co_next)
      --events_[e].co_position;
  }
  write.co_prev = write.co_next = kNoEvent;
  write.co_position = 0;
  write.materialised = false;
}

std::string ExecutionGraph::canonical() const {
  std::string text;
  const auto name = [&](EventNumber e) {
    const EventId id = events_[e].id;
    return (id.thread == kInitThread ? "i" : std::to_string(id.thread) + ".") +
           std::to_string(id.index);
  };
  for (int t = 0; t < thread_count_; ++t) {
    for (int i = 0; i < slot_count_[static_cast<std::size_t>(t)]; ++i) {
      const EventNumber e = at(static_cast<ThreadId>(t), i);
      if (e == kNoEvent) continue;
      const Event& event = events_[e];
      text += name(e) + "RWFC"[static_cast<int>(event.kind)];
      if (event.location != kNoLocation) text += "@" + std::to_string(event.location);
      if (event.value_known) text += "=" + std::to_string(event.value);
      if (event.rf != kNoEvent) text += "<" + name(event.rf);
      text += ' ';
    }
  }
  for (int l = 0; l < location_count_; ++l) {
    text += '|';
    for (EventNumber w = events_[static_cast<std::size_t>(l)].co_next; w != kNoEvent;
         w = events_[w].co_next)
      text += name(w) + ",";
  }
  return text;
}

}  // namespace ringcheck
