#pragma once
// What the code of threads did with the values that it got, kept for reuse.
//
// If runs wait in order, as they do in porf mode, a run waits for one value at a time, and what it
// does up to the next one is a function of the values so far (A3 in docs/exploration.md). A search
// brings a thread to the same values again and again, while other threads differ. What the thread
// does then is copied into the graph from here, and its code does not run.
// Tested by tests/explore, whose executions are a bijection with those of the oracle.

#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "explore/history_table.hpp"
#include "explore/thread_run.hpp"
#include "explore/value_history.hpp"
#include "graph/execution_graph.hpp"

namespace ringcheck {

/// Parts of runs of the threads of one program, each from where the code needed a value to where it
/// needs the next one.
class KnownRuns {
 public:
  KnownRuns() {
    swap(spare());
    forget();
  }
  KnownRuns(const KnownRuns&) = delete;
  KnownRuns& operator=(const KnownRuns&) = delete;
  ~KnownRuns() { swap(spare()); }

  /// Does on `graph` what the code of `t` did after it got the values of `history`, and returns why
  /// it stopped; nullopt if that is not known.
  std::optional<Stop> repeat(ExecutionGraph& graph, ThreadId t, const ValueHistory& history);
  /// True iff that is known, the thread then ends with all that it does in its place, and `graph`
  /// has room for it.
  [[nodiscard]] bool ends(const ExecutionGraph& graph, const ValueHistory& history) const;
  /// Undoes repeat() of a part for which ends() holds. Before it the graph had `before` events, and
  /// thread `t` had `slots` slots.
  static void take_back(ExecutionGraph& graph, int before, ThreadId t, int slots);
  /// Takes note of a part of a run that has just ended with `stop`. It issued the events of `graph`
  /// from number `before` on. `from_start`: the code had to run from its start for it.
  void note(const ExecutionGraph& graph, ThreadId t, const ValueHistory& history, int before,
            const Stop& stop, bool from_start);

 private:
  static constexpr std::uint16_t kNoSlot = UINT16_MAX;

  /// An event as the code left it, except for what depends on the graph.
  struct Issued {
    Event event;
    bool is_plain = true;                  ///< of the members below it has sources only
    bool is_placed = false;                ///< write to a private location: it is placed last there
    bool reads_last = false;               ///< read of a private location: it reads the last write
    std::uint16_t partner_slot = kNoSlot;  ///< write of a read-modify-write: the slot of its read
    std::uint32_t sources = 0;             ///< the first of its sources in sources_
    std::array<std::uint16_t, 3> source_counts{};  ///< of address, data and control
  };
  struct Part {
    std::uint32_t first = 0;  ///< of issued_
    std::uint32_t count = 0;
    std::uint16_t slots = 0;  ///< of the thread, after it
    std::uint16_t waiting_slot = kNoSlot;
    bool ends = false;  ///< the thread ends, with all of it in its place
    Stop stop;
  };

  // A program that does not return to the same values is not worth the room.
  static constexpr std::size_t kMaxParts = std::size_t{1} << 17U;
  static constexpr std::size_t kMaxIssued = std::size_t{1} << 18U;
  static constexpr std::size_t kMaxSources = std::size_t{1} << 20U;

  /// What an earlier search on this thread left, for its memory.
  static KnownRuns& spare();
  explicit KnownRuns(std::nullptr_t) {}
  void swap(KnownRuns& other) noexcept;
  void forget();
  /// The part for `history`; null if it is not known.
  [[nodiscard]] const Part* find(const ValueHistory& history) const {
    const auto number = numbers_.find(history);
    return number ? &parts_[*number] : nullptr;
  }
  void note_sources(const ExecutionGraph& graph, EventNumber e, Issued& issued);
  void repeat_sources(ExecutionGraph& graph, EventNumber e, const Issued& issued) const;

  std::vector<Part> parts_;
  std::vector<Issued> issued_;
  std::vector<std::uint16_t> sources_;  ///< slots of the loads that issued events depend on
  HistoryTable numbers_;                ///< of parts, by history
  std::uint64_t repeated_ = 0;
  std::uint64_t begun_again_ = 0;  ///< runs from the start, as a repeated part leaves no stack
  bool is_worth_it_ = true;
};

}  // namespace ringcheck
