#pragma once
// Whether two accesses of an execution race.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "explore/state.hpp"
#include "explore/value_history.hpp"
#include "graph/execution_graph.hpp"
#include "models/model.hpp"

namespace ringcheck::source {

/// What orders accesses of two threads, for a RaceDetector.
enum class RaceRules : std::uint8_t {
  rc11,            ///< all that synchronises under RC11, with the release sequences of C++20
  rc11_published,  ///< likewise; a release sequence goes on with later writes of its thread
  /// A sufficient part of the Linux-kernel model: a release that an acquire reads from, and full
  /// fences around a marked write and a marked read of it. From these, the model makes
  /// w-post-bounded, vis, w-pre-bounded and the like, by which its flag data-race takes accesses
  /// for ordered.
  lkmm,
};

/// Those of `model`, which says what a race is.
RaceRules race_rules(const Model& model);

/// True iff `e` is an access that may race with any other.
inline bool is_unordered_access(const Event& e) {
  return (e.kind == EventKind::read || e.kind == EventKind::write) && e.tags.empty();
}

/// Looks for races in one pass over the events of an execution by vector clocks: a thread's past
/// consists of the first events of each thread. find_race (execution_order.hpp) and the model's
/// text say which accesses race, but take several times as long. An execution that begins as the
/// one before did costs what is different about it. Source: Flanagan, Freund, "FastTrack: efficient
/// and precise dynamic race detection", PLDI 2009, with all clocks kept whole. Tested by
/// tests/source/race_detector_test.cpp against both.
class RaceDetector {
 public:
  explicit RaceDetector(RaceRules rules)
      : rules_(rules), own_stores_continue_(rules == RaceRules::rc11_published) {}

  /// False if no two accesses of `graph` race. Under rc11, true iff two do. May be true for a graph
  /// whose po ∪ rf has a cycle.
  bool has_race(const ExecutionGraph& graph);
  /// Adds to `key` all that later races depend on in the graph of `state`: which of the last
  /// accesses are in the past of each thread, and of each message that may still be read. The
  /// threads of `state` wait in order, and `first_places` are as in StateObserver::past. Returns
  /// false when two accesses of the graph race.
  bool add_past(const State& state, std::span<const std::uint16_t> first_places, ValueHistory& key);

 private:
  /// Number of a clock in clocks_; 0: of nothing.
  using Clock = std::uint32_t;

  /// Accesses of a thread to a location: one more than the slots of the last ones.
  struct Last {
    std::uint16_t reads[2];   ///< of those that are atomic, and those that are not
    std::uint16_t writes[2];  ///< likewise
  };
  /// An event that was entered: what counts of it here, and what was there before.
  struct Entered {
    EventNumber event = kNoEvent;
    EventNumber source = kNoEvent;  ///< source_of() it
    std::uint16_t first_slot = 0;   ///< from here to its own slot the thread has no other event
    EventId id{};
    EventKind kind = EventKind::read;
    bool materialised = false;
    LocId location = kNoLocation;
    TagSet tags{};
    std::uint32_t clocks = 0;  ///< size of clocks_
    Clock released = 0;        ///< of its thread
    Clock own_release = 0;     ///< of its thread and location
    Last last{};               ///< the same
  };

  void begin(const ExecutionGraph& graph, bool ends_at_open);
  void start_anew(const ExecutionGraph& graph);
  void keep_what_is_the_same(const ExecutionGraph& graph);
  void take_back(const Entered& step);
  [[nodiscard]] static EventNumber source_of(const ExecutionGraph& graph, const Event& event);
  bool advance_all(const ExecutionGraph& graph);
  bool advance(const ExecutionGraph& graph, ThreadId t);
  void sort_last();
  std::uint64_t covered(Clock clock);
  void note_step(const ExecutionGraph& graph, EventNumber e, std::uint16_t first_slot);
  void enter(const ExecutionGraph& graph, EventNumber e, std::uint16_t first_slot);
  void enter_fence(const Event& fence);
  void enter_read(const Event& read);
  void enter_write(const ExecutionGraph& graph, EventNumber w);
  bool races(const Event& access);
  [[nodiscard]] Last& last_of(const EventId& id, LocId location) {
    return last_[location * threads_ + id.thread];
  }
  [[nodiscard]] Clock& own_release_of(const EventId& id, LocId location) {
    return own_release_[id.thread * locations_ + location];
  }
  [[nodiscard]] std::uint16_t* of(Clock clock) { return &clocks_[std::size_t{clock} * threads_]; }
  Clock copy_of(Clock clock);
  void join(Clock into, Clock clock);
  [[nodiscard]] static Clock past_of(ThreadId t) { return 1 + 2 * Clock{t}; }
  /// What an acquire fence adds to it.
  [[nodiscard]] static Clock acquirable_by(ThreadId t) { return 2 + 2 * Clock{t}; }

  RaceRules rules_;
  bool own_stores_continue_;
  bool ends_at_open_ = false;  ///< threads stop at reads that have no value yet
  std::size_t threads_ = 0;
  std::size_t locations_ = 0;
  std::vector<Entered> steps_;         ///< the events that were entered, in that order
  std::vector<std::uint16_t> before_;  ///< by step: the past of its thread, and what it may acquire
  std::vector<std::uint16_t> clocks_;  ///< a row a clock: of each thread, how many slots
  std::vector<Clock> released_;        ///< by thread: its past at its last release fence
  std::vector<Clock> own_release_;     ///< by thread and location: at its last release write there
  std::vector<Clock> messages_;        ///< by event: what an acquiring read of it gets
  std::vector<Last> last_;             ///< by location and thread
  std::vector<std::uint16_t> next_;    ///< by thread: the slot that comes next
  std::vector<bool> entered_;          ///< by event
  /// Last accesses of a thread, in its order.
  struct Covered {
    std::uint16_t slot = 0;    ///< one more than that of the last of them
    std::uint64_t digest = 0;  ///< of them and all before
  };
  std::vector<std::vector<Covered>> covered_;  ///< by thread
};

}  // namespace ringcheck::source
