#pragma once
// The execution graph: events of every thread with program order, reads-from and coherence order.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "graph/event.hpp"
#include "graph/room.hpp"

namespace ringcheck {

/// An execution graph, complete or still growing. Knows no model and no program.
///
/// Events are numbered in the order in which they are added; their stable names are EventIds.
/// Program order of a thread is the order of `EventId::index`, not of numbers: the write and the
/// fences of a read-modify-write get their numbers when its read is resolved. Copying copies only
/// what is in use: a graph of 40 events costs about 2 KiB. A graph grows with what it is given.
class ExecutionGraph {
 public:
  ExecutionGraph() = default;
  ExecutionGraph(const ExecutionGraph& other) { *this = other; }
  ExecutionGraph& operator=(const ExecutionGraph& other);
  ~ExecutionGraph() = default;
  /// Becomes `other`. Pre: the dependencies of the first `same` events are equal.
  void copy(const ExecutionGraph& other, int same);

  /// Makes this the graph that holds only the initial writes of `initial_values` (one a location)
  /// and `threads` empty threads. With `track_dependencies`, each event carries its Dependencies.
  /// Pre: at most kMaxLocations locations and kMaxThreads threads.
  void reset(std::span<const std::uint64_t> initial_values, int threads, bool track_dependencies);

  /// Number of events, initial writes included.
  [[nodiscard]] int size() const { return event_count_; }
  [[nodiscard]] int locations() const { return location_count_; }
  [[nodiscard]] int threads() const { return thread_count_; }
  [[nodiscard]] bool tracks_dependencies() const { return track_dependencies_; }

  [[nodiscard]] const Event& operator[](EventNumber e) const { return events_[e]; }
  /// Write access for the explorer and for tests that build graphs by hand.
  [[nodiscard]] Event& event(EventNumber e) { return events_[e]; }

  /// The loads that event `e` depends on. Pre: tracks_dependencies().
  [[nodiscard]] const Dependencies& dependencies(EventNumber e) const { return dependencies_[e]; }
  [[nodiscard]] Dependencies& dependencies(EventNumber e) { return dependencies_[e]; }

  /// Number of event slots that thread `t` has used: indices of its events are below it.
  [[nodiscard]] int slots(ThreadId t) const { return slot_count_[t]; }
  /// The event in slot `index` of thread `t`; kNoEvent for a slot that is not reached, or empty
  /// (its read-modify-write does not have that fence or write, or not yet).
  [[nodiscard]] EventNumber at(ThreadId t, int index) const {
    return index < slot_count_[t] ? slot_[row_of(t) + static_cast<std::size_t>(index)] : kNoEvent;
  }
  /// The event named `id`, or kNoEvent. Initial writes are named (kInitThread, location).
  [[nodiscard]] EventNumber find(EventId id) const {
    return id.thread == kInitThread ? id.index : at(id.thread, id.index);
  }

  /// Makes the first `count` slots of thread `t` exist; new ones are empty. Pre: count <=
  /// kMaxEvents.
  void reserve_slots(ThreadId t, int count);
  /// Adds `event` to the slot that its id names (extending the thread when needed) and returns its
  /// number. Pre: the slot is empty; size() < kMaxEvents.
  EventNumber add(const Event& event);
  /// Makes room for `count` more events, and for the first `slots` slots of thread `t`.
  void make_room(ThreadId t, int slots, int count);
  /// add() without a check for room. Pre: make_room() has made it.
  EventNumber add_in_room(const Event& event) {
    const auto e = static_cast<EventNumber>(event_count_++);
    slot_[row_of(event.id.thread) + event.id.index] = e;
    events_[e] = event;
    return e;
  }
  /// Removes the event added last. If its slot is the last of its thread, that slot and the empty
  /// ones before it go too. Pre: it is not part of rf or co.
  void remove_last();

  /// Lets read `r` read from write `w`: sets rf and value, and settles its Compare when `expected`
  /// is known. Pre: `w` is a write of known value to r's location.
  void resolve_read(EventNumber r, EventNumber w);
  /// Undoes resolve_read. Pre: no event was added since.
  void unresolve_read(EventNumber r);
  /// Settles the Compare of resolved read `r` once `expected` is known: on success the read takes
  /// its other tags, claims its write and, if fully ordered, gets the fence in the slot before it.
  /// Pre: not settled before.
  void settle_compare(EventNumber r);
  /// True iff the Compare of resolved read `r` holds. Pre: it has one, and `expected` is known.
  [[nodiscard]] bool succeeds(EventNumber r) const {
    const Event& read = events_[r];
    return (read.value == read.expected) == (read.compare != Compare::succeed_unless_equal);
  }
  /// Inserts write `w` into coherence order right after `predecessor`, a materialised write to the
  /// same location.
  void place_write(EventNumber w, EventNumber predecessor);
  /// Undoes place_write.
  void unplace_write(EventNumber w);

  /// The last write to location `l` in coherence order. The first is the initial write, event
  /// number `l`.
  [[nodiscard]] EventNumber co_last(LocId l) const { return co_last_[l]; }
  /// True iff `a` precedes `b` in coherence order. Pre: materialised writes to one location.
  [[nodiscard]] bool co_before(EventNumber a, EventNumber b) const {
    return events_[a].co_position < events_[b].co_position;
  }
  [[nodiscard]] bool is_init(EventNumber e) const { return e < location_count_; }
  /// True iff `a` precedes `b` in program order.
  [[nodiscard]] bool po_before(EventNumber a, EventNumber b) const {
    return events_[a].id.thread == events_[b].id.thread &&
           events_[a].id.index < events_[b].id.index && !is_init(a);
  }

  /// A text that is equal for two graphs iff they have the same events (by name), values, rf and
  /// co.
  [[nodiscard]] std::string canonical() const;

 private:
  /// Where slot 0 of thread `t` is in slot_.
  [[nodiscard]] std::size_t row_of(ThreadId t) const { return t * slots_a_thread_; }
  void make_room_for_slots(std::size_t count);

  int event_count_ = 0;
  int location_count_ = 0;
  int thread_count_ = 0;
  bool track_dependencies_ = false;
  std::size_t slots_a_thread_ = 0;  ///< room in slot_ for each thread
  Room<std::uint16_t> slot_count_;
  Room<EventNumber> co_last_;
  Room<Event> events_;
  // invariant: has an element for each event if track_dependencies_, and may have more.
  std::vector<Dependencies> dependencies_;
  Room<EventNumber> slot_;
};

/// Calls `use` with each event of the instruction of `piece` that is there, `piece` among them.
/// Does nothing for an event that is a whole access.
template <class Use>
void for_each_piece(const ExecutionGraph& graph, const Event& piece, Use&& use) {
  if (piece.instruction == kWholeAccess) return;
  for (int slot = piece.instruction; slot < graph.slots(piece.id.thread); ++slot) {
    const EventNumber e = graph.at(piece.id.thread, slot);
    if (e == kNoEvent || graph[e].instruction != piece.instruction) return;
    use(e);
  }
}

}  // namespace ringcheck
