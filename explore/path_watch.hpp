#pragma once
// What is kept of the way to a state of an exploration in which threads wait in order: what watchers
// remember of it, what code has declared on it, and what each thread may not observe any more.

#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "explore/history_table.hpp"
#include "explore/state.hpp"
#include "explore/state_search.hpp"
#include "explore/value_history.hpp"
#include "models/known_writes.hpp"

namespace ringcheck {

/// What code said and declared in the parts of its runs, each from where it got a value to where it
/// needs the next one. A part is a function of the values before it (A3 in docs/exploration.md).
class PartsTold {
 public:
  /// A part of a run.
  struct Part {
    std::vector<Observation> said;
    bool from_start = false;  ///< `said` holds what the thread said before the part, too
    DeclaredState declared;   ///< what was declared last, in this part or before
    ValueHistory digest;      ///< of its place and values
  };

  /// Where the run that is to come says what it says; null after close().
  Transcript* listen();
  /// Takes note of the part that has just ended, for `history`.
  void note(const ValueHistory& history, const DeclaredState& declared, bool from_start);
  /// Nobody wants to know what is said from now on.
  void close() {
    is_closed_ = true;
    said_.asks_for_states = false;
  }
  /// The part of `history`; null: it is not known.
  [[nodiscard]] const Part* find(const ValueHistory& history) const;

 private:
  static constexpr std::size_t kMaxParts = std::size_t{1} << 19U;

  Transcript said_{.observations = {}, .sites = {}, .asks_for_states = true};
  HistoryTable numbers_;  ///< of parts
  std::deque<Part> parts_;
  bool is_closed_ = false;
};

/// A way from the root to a state.
struct WatchedPath {
  struct OfThread {
    ValueHistory history;         ///< with which its code ran last
    bool begun = false;           ///< its code has run
    std::uint16_t told = 0;       ///< events in slots below this have been shown as issued, or read
    std::uint16_t performed = 0;  ///< those below this are committed, and writes shown as performed
    std::uint16_t said = 0;       ///< so much of what its code said has been shown
    /// Events in slots below this can be observed by nothing to come (explore/state_suffix.hpp).
    std::uint16_t settled = 0;
  };
  /// What the code of a thread declared where it had used so many slots.
  struct Declaration {
    ThreadId thread = 0;
    std::uint16_t slot = 0;
    const PartsTold::Part* part = nullptr;  ///< the last one that it is the declaration of
  };

  std::vector<OfThread> threads;
  std::vector<Declaration> declarations;  ///< in the order in which they came
  std::vector<std::uint64_t> words;       ///< that the observer remembers
  std::vector<std::uint64_t> notes;       ///< of the watcher, by event; missing ones are 0
  KnownWrites known;

  [[nodiscard]] std::uint64_t note_of(EventNumber e) const {
    return e < notes.size() ? notes[e] : 0;
  }
  /// What thread `t` declared last in slots up to `slot`; null: nothing.
  [[nodiscard]] const Declaration* declared_by(ThreadId t, int slot) const {
    const Declaration* last = nullptr;
    for (const Declaration& one : declarations)
      if (one.thread == t && one.slot <= slot) last = &one;
    return last;
  }
};

/// Follows paths, and shows an observer what happens on them.
class PathWatch {
 public:
  /// Pre: both outlive this.
  PathWatch(const Program& program, const StateObserver& observer,
            MessagePassing messages = MessagePassing::by_release);

  /// Where runs of the exploration tell what they say and declare.
  [[nodiscard]] PartsTold& told() { return told_; }
  /// Makes `path` the one to the root, whose graph is `graph`, before anything has run.
  void start(WatchedPath& path, const ExecutionGraph& graph) const;
  /// Takes in what has happened since `path` was followed last: at most one part of each thread's run,
  /// which had the values of `histories`, and places of writes. Returns false when something has
  /// happened that this cannot follow: a part that was not told, a critical section of RCU, an access of
  /// several pieces, a store-conditional. Errors: InputError for a declared state that is not all that
  /// its code depends on, and for an access to what another thread keeps to itself.
  bool follow(WatchedPath& path, const State& state, std::span<const ValueHistory> histories);

 private:
  bool show_part(WatchedPath& path, const ExecutionGraph& graph, ThreadId t,
                 const PartsTold::Part& part) const;
  void show_said(WatchedPath& path, const ExecutionGraph& graph, ThreadId t,
                 const PartsTold::Part& part, std::size_t& next, int slot) const;
  void show(WatchedPath& path, PathStep::Kind kind, const ExecutionGraph& graph, EventNumber e,
            const Observation* said = nullptr) const;
  void perform(WatchedPath& path, const State& state, ThreadId t) const;
  void check_kept(const ExecutionGraph& graph, const Event& event) const;
  void check_declaration(const ExecutionGraph& graph, ThreadId t, const Stop& stop,
                         const PartsTold::Part& part);
  static void take_declaration(WatchedPath& path, ThreadId t, const PartsTold::Part& part);

  struct Issued {
    const PartsTold::Part* part;  ///< of which it was worked out
    ValueHistory digest;
  };

  const Program& program_;
  const StateObserver& observer_;
  MessagePassing messages_;
  PartsTold told_;
  HistoryTable numbers_;  ///< of what was issued, by local state
  std::vector<Issued> issued_;
};

/// Adds to `digest` what thread `t` has got between slots `first` and `end`: values of reads and
/// choices, but for those that `declared` forgets.
void add_values_got(ValueHistory& digest, const ExecutionGraph& graph, ThreadId t,
                    const DeclaredState* declared, int first, int end);

}  // namespace ringcheck
