#pragma once
// A state of an operational machine: the path to it, where each thread's code is, and memory.

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "explore/program.hpp"
#include "explore/resumable_run.hpp"
#include "explore/thread_run.hpp"
#include "graph/execution_graph.hpp"

namespace ringcheck {

/// What watchers of a path remember of it (StateObserver).
using WatchWords = std::vector<std::uint64_t>;

/// Where the code of a thread is: at a read that has not performed, at a choice, or at its end.
struct ThreadPosition {
  StopReason reason = StopReason::not_run;
  EventNumber waiting = kNoEvent;  ///< the read or choice at which it is
  const char* text = "";           ///< bound_reached, fault: what happened
  std::uint16_t drained = 0;       ///< writes in slots below this have reached memory
  std::uint16_t told = 0;          ///< events in slots below this have been shown to the observer
  std::uint16_t said_told = 0;     ///< this much of what its code said has been shown, too
  std::uint64_t said = 0;          ///< digest of what it said since it declared its state
  DeclaredState declared;
};

/// The path to a state: what was issued, read and written so far, and where code goes on.
struct PathState {
  ExecutionGraph graph;
  std::vector<ThreadPosition> threads;
  WatchWords watched;
  std::vector<std::uint64_t> notes;  ///< of the watcher, by event; missing ones are 0
  /// Where each thread's run can be resumed: in `own`, or in the `own` of a state above.
  std::vector<const RunSnapshot*> snapshots;
  std::vector<std::unique_ptr<RunSnapshot>> own;

  /// Makes this the path on which nothing has happened, not even the start of a thread.
  void start(const Program& program, std::size_t watch_words) {
    graph.reset(program.initial_values(), static_cast<int>(program.threads.size()), false);
    threads.assign(program.threads.size(), {});
    watched.assign(watch_words, 0);
    notes.clear();
    snapshots.assign(program.threads.size(), nullptr);
  }

  /// Takes over `other`, which lives on above this path.
  void copy_below(const PathState& other) {
    graph = other.graph;
    threads = other.threads;
    watched = other.watched;
    notes = other.notes;
    snapshots = other.snapshots;
  }

  [[nodiscard]] std::uint64_t note_of(EventNumber e) const {
    return e < notes.size() ? notes[e] : 0;
  }

  /// The oldest write of thread `t` that has not reached memory; kNoEvent if there is none. A
  /// faulting store, through a value that is no address, does not count.
  [[nodiscard]] EventNumber oldest_waiting(ThreadId t) const {
    for (int slot = threads[t].drained; slot < graph.slots(t); ++slot) {
      const EventNumber e = graph.at(t, slot);
      if (e != kNoEvent && graph[e].kind == EventKind::write)
        return graph[e].location == kNoLocation ? kNoEvent : e;
    }
    return kNoEvent;
  }
};

/// One memory for all threads: the write that each location holds.
struct OneMemory {
  std::vector<EventNumber> holds;  ///< by location
};

/// A state of a machine whose memory is a `Memory`.
template <class Memory>
struct MachineState {
  PathState path;
  Memory memory;

  /// Takes over `other`, which lives on above this state.
  void copy_below(const MachineState& other) {
    path.copy_below(other.path);
    memory = other.memory;
  }
};

}  // namespace ringcheck
