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
/// text say which accesses race, but take several times as long. Keeps its memory from one
/// execution to the next. Source: Flanagan, Freund, "FastTrack: efficient and precise dynamic race
/// detection", PLDI 2009, with all clocks kept whole. Tested by tests/source/race_detector_test.cpp
/// against both.
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

  void reset(const ExecutionGraph& graph);
  bool advance_all(const ExecutionGraph& graph);
  bool advance(const ExecutionGraph& graph, ThreadId t);
  void sort_last();
  std::uint64_t covered(Clock clock);
  void enter(const ExecutionGraph& graph, EventNumber e);
  void enter_fence(const Event& fence);
  void enter_read(const Event& read);
  void enter_write(const ExecutionGraph& graph, EventNumber w);
  bool races(const Event& access);
  [[nodiscard]] std::uint16_t* of(Clock clock) { return &clocks_[std::size_t{clock} * threads_]; }
  Clock copy_of(Clock clock);
  void join(Clock into, Clock clock);
  [[nodiscard]] static Clock past_of(ThreadId t) { return 1 + 2 * Clock{t}; }
  /// What an acquire fence adds to it.
  [[nodiscard]] static Clock acquirable_by(ThreadId t) { return 2 + 2 * Clock{t}; }

  /// Accesses of a thread to a location: one more than the slots of the last ones.
  struct Last {
    std::uint16_t reads[2];   ///< of those that are atomic, and those that are not
    std::uint16_t writes[2];  ///< likewise
  };

  RaceRules rules_;
  bool own_stores_continue_;
  bool ends_at_open_ = false;  ///< threads stop at reads that have no value yet
  std::size_t threads_ = 0;
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
