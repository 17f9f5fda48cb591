#pragma once
// What each thread of a program may do, whatever the others do: its runs, as far as somebody asked for
// them, with all values that its reads may get.

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "explore/ending.hpp"
#include "explore/thread_run.hpp"

namespace ringcheck {

/// Number of a structure: an event, with all that it has in common in all graphs in which the events
/// up to it are the same but for values and what its thread's reads read from.
using Structure = int;
inline constexpr Structure kNoStructure = -1;

/// A write that a step of a run issues.
struct IssuedWrite {
  Structure structure = kNoStructure;
  LocId location = kNoLocation;
  int slot = 0;
  std::uint64_t value = 0;
};

/// A place in the runs of a thread: the code waits for the value of a read or choice.
struct RunPlace {
  ThreadId thread = 0;
  EventNumber waiting = kNoEvent;  ///< in `graph`
  ExecutionGraph graph;    ///< what the thread has issued, alone; of reads, one way to get here
  std::vector<int> from;   ///< steps that lead here
  std::vector<int> steps;  ///< from here, one a value
  Structure own = kNoStructure;  ///< the thread's last write to the location that is read
};

/// A step of a run: a read or choice gets a value, and the code runs up to the next one.
struct RunStep {
  ThreadId thread = 0;
  int place = -1;  ///< from where; -1: the start of the thread
  std::uint64_t value = 0;
  bool taken = false;             ///< false: nobody has asked for it yet
  Structure read = kNoStructure;  ///< what got the value
  int slot = -1;                  ///< of that
  int next = -1;                  ///< the place where the code stands then; -1: it has ended
  StopReason stop = StopReason::not_run;
  const char* text = "";  ///< Stop::text
  std::vector<IssuedWrite> writes;
  ExecutionGraph end;  ///< the thread's events, if it has ended
};

/// What has come to be since somebody asked.
struct RunChange {
  enum class Kind : std::uint8_t {
    step,    ///< `step` can be taken; not told of starts
    from,    ///< `step` leads to `place`
    source,  ///< what `step` reads may come from `write` too
    issuer,  ///< `step` issues `write` with `value`
  };
  Kind kind = Kind::step;
  int step = -1;
  int place = -1;
  Structure write = kNoStructure;
  std::uint64_t value = 0;
};

/// The runs of a program's threads. A run goes on from a place with each value that some thread's step
/// writes there, whether or not any execution has both. Places of one thread are one if its events have
/// the same structures, and what its code goes on with (ThreadRun::declare_state) is the same.
class LocalRuns {
 public:
  /// Begins with the starts of the threads, which are the first steps.
  explicit LocalRuns(const Program& program);

  [[nodiscard]] const std::deque<RunPlace>& places() const { return places_; }
  [[nodiscard]] const std::deque<RunStep>& steps() const { return steps_; }
  /// Whether step `s` gives a value to a read, not to a choice. Pre: it has a place.
  [[nodiscard]] bool reads(int s) const;
  /// The writes that write `value` to `location`, and may be there for the read of step `s`;
  /// kNoStructure is the initial write.
  [[nodiscard]] std::vector<Structure> sources(int s) const;
  /// The steps that issue write `w` with `value`.
  [[nodiscard]] const std::vector<int>& issuers(Structure w, std::uint64_t value) const;
  [[nodiscard]] ThreadId thread_of(Structure s) const {
    return structures_[static_cast<std::size_t>(s)].thread;
  }
  [[nodiscard]] int structures() const { return static_cast<int>(structures_.size()); }
  /// The structure of the event in `slot` of a thread with these events.
  [[nodiscard]] Structure structure_of(const ExecutionGraph& graph, ThreadId t, int slot);

  /// Takes step `s`: runs the code. Returns false when it has more loads than can be told apart.
  bool take(int s);
  /// What is new since this was called last, in the order in which it came to be.
  std::vector<RunChange> changes() { return std::exchange(changes_, {}); }
  /// The values that the thread has got on one way to the end of step `s`, the last one last.
  [[nodiscard]] std::vector<std::uint64_t> values_to(int s) const;

 private:
  using Digest = std::array<std::uint64_t, 2>;
  struct DigestHash {
    std::size_t operator()(const Digest& d) const { return static_cast<std::size_t>(d[0]); }
  };
  struct Known {
    ThreadId thread = 0;
  };
  /// A value that a location may have.
  struct Offer {
    std::uint64_t value = 0;
    std::vector<Structure> writes;
  };

  Structure intern(const Digest& digest, ThreadId t);
  std::vector<Digest> digests_of(const ExecutionGraph& graph, ThreadId t) const;
  void note_writes(int s, const ExecutionGraph& before, const ExecutionGraph& after);
  void offer(int s, const IssuedWrite& write);
  int place_of(const ExecutionGraph& graph, ThreadId t, const Stop& stop,
               const DeclaredState& declared);
  void add_steps(int place);
  void add_step(int place, std::uint64_t value);
  [[nodiscard]] bool may_read(const RunPlace& place, Structure w) const;

  const Program& program_;
  std::deque<RunPlace> places_;
  std::deque<RunStep> steps_;
  std::vector<Known> structures_;
  std::unordered_map<Digest, Structure, DigestHash> structure_by_digest_;
  std::unordered_map<Digest, int, DigestHash> place_by_digest_;
  std::vector<std::vector<Offer>> offers_;  ///< by location
  std::vector<std::vector<int>> readers_;   ///< by location: places that read it
  std::map<std::pair<Structure, std::uint64_t>, std::vector<int>> issuers_;
  std::vector<RunChange> changes_;
};

}  // namespace ringcheck
