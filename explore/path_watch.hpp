#pragma once
// What is kept of the way to a state of an exploration in which threads wait in order: what
// watchers remember, what code has declared, and what each thread may no longer observe.

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

/// What code said and declared in the parts of its runs. A part goes from where the code got a
/// value to where it needs the next one. A part is a function of the values before it (A3 in
/// docs/exploration.md).
class PartsTold {
 public:
  /// A part of a run.
  struct Part {
    std::vector<Observation> said;
    bool from_start = false;  ///< `said` holds what the thread said before the part, too
    DeclaredState declared;   ///< what was declared last, in this part or before
    ValueHistory digest;      ///< of its place and values
  };

  /// Where the next run is to say what it says; null after close().
  Transcript* listen();
  /// Takes note of the part that has just ended, for `history`.
  void note(const ValueHistory& history, const DeclaredState& declared, bool from_start);
  /// From now on nobody asks what is said.
  void close() {
    is_closed_ = true;
    said_.asks_for_states = false;
  }
  /// The part for `history`; null if it is not known.
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
    ValueHistory history;    ///< values with which its code ran last
    bool begun = false;      ///< its code has run
    std::uint16_t told = 0;  ///< events in slots below this were shown as issued, or read
    /// Events below this are committed, and writes shown as performed.
    std::uint16_t performed = 0;
    std::uint16_t said = 0;  ///< this much of what its code said has been shown
    /// Nothing to come can observe events in slots below this (explore/state_suffix.hpp).
    std::uint16_t settled = 0;
  };
  /// What the code of a thread declared after it had used `slot` slots.
  struct Declaration {
    ThreadId thread = 0;
    std::uint16_t slot = 0;
    const PartsTold::Part* part = nullptr;  ///< the last part with this declaration
  };

  std::vector<OfThread> threads;
  std::vector<Declaration> declarations;  ///< in the order in which they came
  std::vector<std::uint64_t> words;       ///< what the observer remembers
  std::vector<std::uint64_t> notes;       ///< of the watcher, by event; missing ones are 0
  KnownWrites known;

  [[nodiscard]] std::uint64_t note_of(EventNumber e) const {
    return e < notes.size() ? notes[e] : 0;
  }
  /// What thread `t` declared last in slots up to `slot`; null if nothing.
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

  /// Where runs of the exploration put what they say and declare.
  [[nodiscard]] PartsTold& told() { return told_; }
  /// Makes `path` the path to the root, whose graph is `graph`, before anything has run.
  void start(WatchedPath& path, const ExecutionGraph& graph) const;
  /// Takes in what has happened since `path` was last followed: at most one part of each thread's
  /// run, which had the values of `histories`, and places of writes. Returns false if something has
  /// happened that this cannot follow: a part that was not told, a critical section of RCU, an
  /// access of several pieces, a store-conditional. Errors: InputError for a declared state that is
  /// not all that its code depends on, and for an access to what another thread keeps to itself.
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
    const PartsTold::Part* part;  ///< from which it was worked out
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
/// choices, except those that `declared` forgets.
void add_values_got(ValueHistory& digest, const ExecutionGraph& graph, ThreadId t,
                    const DeclaredState* declared, int first, int end);

}  // namespace ringcheck
