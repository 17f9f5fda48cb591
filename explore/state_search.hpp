#pragma once
// A search for verdicts: through the states of an operational machine, visiting equal futures once.

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

#include "explore/explore.hpp"
#include "models/model.hpp"
#include "models/rc11_forgetting.hpp"

namespace ringcheck {

struct State;
struct ValueHistory;

/// Something that happens on a path, as shown to a watcher. What the code of a thread issues, reads
/// and says comes in program order. Its writes reach memory, or get their place in coherence order,
/// in program order too, but possibly after what the code did later.
struct PathStep {
  enum class Kind : std::uint8_t {
    performed,  ///< a read or choice got its value, or a write reached memory
    issued,     ///< the code issued a write or a fence
    said,       ///< the code said something
  };
  Kind kind = Kind::performed;
  const ExecutionGraph& graph;
  EventNumber event = kNoEvent;  ///< said: the access right before it, if there is one
  std::span<const std::uint64_t> notes;
  const Observation* said = nullptr;

  /// What the watcher has noted about write `e`: what it returned when the code said something
  /// right after it; 0 if it said nothing.
  [[nodiscard]] std::uint64_t note_of(EventNumber e) const {
    return e < notes.size() ? notes[e] : 0;
  }
};

/// Watches a path as it grows. What it remembers is part of the state: paths that differ in it are
/// not merged.
struct StateObserver {
  std::size_t words = 0;  ///< how many words it remembers; all 0 at the start
  /// Called for each step of the path. Changes what is remembered, and returns a note for the event
  /// of the step. Must depend on nothing but the step, what is remembered, and these parts of the
  /// graph: the event's own values, values and notes of writes that wait or that something may
  /// still read from (state_key.hpp, rc11_future.hpp), and those of the last write to each
  /// location. What it remembers at an end must not depend on the order of things that po ∪ rf does
  /// not order.
  std::function<std::uint64_t(const PathStep&, std::span<std::uint64_t>)> step{};
  /// For counting executions (explore/subtree_counter.hpp) while threads wait in order: adds to the
  /// key of a state what else its executions are judged by. Gets, by location, the place in
  /// coherence order right after the first write that something to come may read. Returns false if
  /// each execution of the state has to be looked at. May be null.
  std::function<bool(const State&, std::span<const std::uint16_t>, ValueHistory&)> past{};
};

/// What a search did.
struct StateCounts {
  std::uint64_t states = 0;       ///< different ones, ends included
  std::uint64_t transitions = 0;  ///< steps between them
  std::uint64_t complete = 0;     ///< different ends of each kind
  std::uint64_t blocked = 0;
  std::uint64_t cut = 0;
  std::uint64_t faults = 0;
  /// Ends in which a thread awaits what never comes; these are no executions.
  std::uint64_t stuck = 0;
  int events_max = 0;  ///< events of the longest path, initial writes not counted
  EndedBy ended_by = EndedBy::nothing;
};

/// How a search is to run.
struct StateSearchOptions {
  ExploreLimits limits;  ///< except `executions`, which are not counted
  /// Whether to believe what the code declares (ThreadRun::declare_state). If not, all that a
  /// thread has read counts, and every declaration that leaves something out is found. If so, only
  /// wrong declarations that show before the merge are found.
  bool declared = true;
  /// For tests: takes the steps of each state in the opposite order, so that another one of the
  /// merged states is explored.
  bool testing_only_backwards = false;
  /// For tests of what must not be forgotten under rc11.
  Rc11Forgetting testing_only_forgetting = Rc11Forgetting::nothing;
};

/// True iff there is an operational machine for `model`: sc, x86-tso and rc11. Models with load
/// buffering have none: a state would hold promised stores, which its thread must be able to keep
/// whatever others do, and dependencies that values do not show (docs/exploration.md). The explorer
/// merges its own states instead (explore/subtree_counter.hpp).
bool has_state_search(const Model& model);

/// How messages and errors name the models that have one.
inline constexpr std::string_view kStateSearchModels = "sc, x86-tso or rc11";

/// Called for each end reached, with a path to it as an execution and what the observer remembers.
/// Returns false to end the search.
using StateVisitor = std::function<bool(const Execution&, std::span<const std::uint64_t>)>;

/// Walks the states of `program` on a machine: with one memory and, under x86-tso, store buffers;
/// under rc11, with messages and views. Reaches every end that the executions under `model` have:
/// how each thread ended, the values in memory, and what the observer remembers. It does not reach
/// every execution: of those that differ in nothing that matters later (state_key.hpp), it reaches
/// one. Errors: as for explore(); for a model without a machine; for code whose declared state is
/// not all that it depends on, if that shows.
StateCounts search_states(const Program& program, const Model& model,
                          const StateSearchOptions& options, const StateObserver& observer,
                          const StateVisitor& visit);

}  // namespace ringcheck
