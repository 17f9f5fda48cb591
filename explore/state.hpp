#pragma once
// A state of the exploration: a graph, how far each thread has got, and what each read must not
// read.

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "explore/ending.hpp"
#include "explore/program.hpp"
#include "explore/thread_run.hpp"
#include "graph/execution_graph.hpp"

namespace ringcheck {

/// How far a thread's code has got over the graph of a state.
struct ThreadProgress {
  Stop stop;
  std::uint16_t committed = 0;  ///< slots whose events the checker knows (porf models)
};

/// Writes that an unresolved read must not read from: exploration deferred the read beyond them.
struct Exclusion {
  EventNumber read = kNoEvent;
  int count = 0;  ///< of `writes`: the graph had no others to the location
  EventSet writes;
};

inline constexpr int kMaxSpeculations = 64;  ///< branches whose outcomes are speculated at a time

/// True iff `read` awaits another value than `write` writes.
inline bool awaits_another_value(const Event& read, const Event& write) {
  if (!write.value_known) return false;
  if (read.compare == Compare::await_equal) return write.value != read.expected;
  return read.waits && write.value == read.barred_value();
}

/// Whether unresolved read `read` is followed by the write of its read-modify-write if it reads
/// from `write`; nullopt if that is open. False for other reads.
inline std::optional<bool> writes_after(const Event& read, const Event& write) {
  if (read.claim != Claim::maybe) return read.claim == Claim::sure;
  if (!read.expected_known || !write.value_known) return std::nullopt;
  return (write.value == read.expected) == (read.compare != Compare::succeed_unless_equal);
}

/// True iff `event` is the read of a read-modify-write that writes only if it gets a value that is
/// not known yet.
inline bool may_still_write(const Event& event) {
  return event.kind == EventKind::read && event.claim == Claim::maybe &&
         (!event.materialised || !event.expected_known);
}

/// True iff an atomic read-modify-write that is sure to write, other than the one with read `own`,
/// reads from `w`: then no other such read may read from `w`.
inline bool claimed(const ExecutionGraph& graph, EventNumber w, EventNumber own) {
  for (int e = graph.locations(); e < graph.size(); ++e) {
    const Event& read = graph[static_cast<EventNumber>(e)];
    if (read.rf == w && read.claim == Claim::sure && read.atomic && e != own) return true;
  }
  return false;
}

/// True iff `read` is the read of a spin_lock.
inline bool takes_lock(const Event& read) {
  return read.compare == Compare::await_equal && read.tags.has(Tag::lock_read);
}

/// The least order of a write to come of `thread` that serves `read`. A lock is released by writes
/// as its thread declares them, but taken by spin_lock, whose write serves any read except another
/// spin_lock's.
inline TagSet tags_to_come(const Thread& thread, const Event& read) {
  const TagSet least = thread.least_tags_of(read.location);
  return takes_lock(read) || !least.has(Tag::unlock) ? least : TagSet{};
}

/// True iff `read` is that of a fully ordered read-modify-write whose fence is not in `graph`,
/// since it is not known to write (fence_before()).
inline bool lacks_fence(const ExecutionGraph& graph, const Event& read) {
  return read.full && graph.at(read.id.thread, read.id.index - 1) == kNoEvent;
}

/// The event in the first used slot after `slot` of thread `t`; kNoEvent if there is none, or if it
/// has not been materialised.
inline EventNumber next_used_slot(const ExecutionGraph& graph, ThreadId t, int slot) {
  for (int i = slot + 1; i < graph.slots(t); ++i) {
    const EventNumber e = graph.at(t, i);
    if (e != kNoEvent) return graph[e].materialised ? e : kNoEvent;
  }
  return kNoEvent;
}

/// A state (G, ex) of forward exploration. It stands for all complete executions that extend G and
/// in which no read r reads from a write in ex[r]. Source: docs/exploration.md.
struct State {
  ExecutionGraph graph;
  std::vector<ThreadProgress> threads;
  /// By thread, for those that stopped unresolved: the loads whose values are needed. Empty in porf
  /// mode.
  std::vector<EventSet> waiting_for;
  std::vector<Exclusion> exclusions;
  std::array<Speculation, kMaxSpeculations> speculations;
  int speculation_count = 0;
  /// Each thread stops at its first unresolved load. Always true if program order is a dependency.
  /// In other models the state then stands for executions in which po ∪ rf is acyclic up to here,
  /// and goes on without order once none of these are left (docs/exploration.md, "In order first").
  bool in_order = true;
  /// Without order: speculation is known to keep its unresolved reads alive
  /// (explore/prospects.hpp).
  bool alive = false;
  bool unchecked = false;  ///< something entered the graph that no consistency question has covered

  State() = default;
  State(const State& other) { *this = other; }
  State& operator=(const State& other) {
    if (this != &other) copy(other, 0);
    return *this;
  }
  /// Becomes `other`. Pre: the dependencies of the first `same` events are equal.
  void copy(const State& other, int same) {
    graph.copy(other.graph, same);
    threads = other.threads;
    waiting_for = other.waiting_for;
    exclusions = other.exclusions;
    std::copy_n(other.speculations.begin(), other.speculation_count, speculations.begin());
    speculation_count = other.speculation_count;
    in_order = other.in_order;
    alive = other.alive;
    unchecked = other.unchecked;
  }
  ~State() = default;

  /// Outcomes of branches that the search has taken before their conditions were known.
  [[nodiscard]] std::span<const Speculation> speculated() const {
    return {speculations.data(), static_cast<std::size_t>(speculation_count)};
  }

  /// The exclusion of read `r`, or null when it may read from every write.
  [[nodiscard]] const Exclusion* exclusion_of(EventNumber r) const {
    for (const Exclusion& exclusion : exclusions)
      if (exclusion.read == r) return &exclusion;
    return nullptr;
  }
  /// Excludes every write to r's location that is now in the graph.
  void exclude_present_writes(EventNumber r) {
    auto exclusion = std::ranges::find(exclusions, r, &Exclusion::read);
    if (exclusion == exclusions.end()) exclusion = exclusions.insert(exclusion, {r, 0, {}});
    exclusion->count = writes_to(graph[r].location);
    for (EventNumber w = graph[r].location; w != kNoEvent; w = graph[w].co_next)
      exclusion->writes.set(w);
  }
  /// Undoes exclude_present_writes: `before` is what was excluded, empty for nothing.
  void restore_exclusion(const Exclusion& before) {
    drop_exclusion(before.read);
    if (before.writes.any()) exclusions.push_back(before);
  }
  /// Forgets the exclusion of read `r`, which is now resolved.
  void drop_exclusion(EventNumber r) {
    const auto exclusion = std::ranges::find(exclusions, r, &Exclusion::read);
    if (exclusion == exclusions.end()) return;
    std::swap(*exclusion, exclusions.back());
    exclusions.pop_back();
  }

  /// False if the run of a thread has resolved a private read to a write that it must not read
  /// from. That can happen if the read was deferred while its thread could not tell what precedes
  /// it. This state then stands for nothing.
  bool allows_forced_reads() {
    for (std::size_t i = exclusions.size(); i-- > 0;) {
      const Exclusion& exclusion = exclusions[i];
      const Event& read = graph[exclusion.read];
      if (!read.materialised) continue;
      if (exclusion.writes.test(read.rf)) return false;
      drop_exclusion(exclusion.read);
    }
    return true;
  }

  /// How many writes to location `l` have their place, including the initial one.
  [[nodiscard]] int writes_to(LocId l) const { return graph[graph.co_last(l)].co_position + 1; }
  /// Calls `use(w)` for each write that is an option for unresolved read `r`, consistency apart,
  /// latest in coherence order first, until it returns false.
  template <class Use>
  void for_each_option(EventNumber r, Use&& use) const {
    const Exclusion* exclusion = exclusion_of(r);
    const LocId location = graph[r].location;
    // All excluded writes are there: once as many others have come by as there are, none is left.
    int left = writes_to(location) - (exclusion == nullptr ? 0 : exclusion->count);
    for (EventNumber w = graph.co_last(location); left > 0; w = graph[w].co_prev) {
      if (exclusion != nullptr && exclusion->writes.test(w)) continue;
      --left;
      if (may_read(nullptr, r, w) && !use(w)) return;
    }
  }
  /// True iff unresolved read `r` has such an option.
  [[nodiscard]] bool has_option(EventNumber r) const {
    bool has = false;
    for_each_option(r, [&](EventNumber) {
      has = true;
      return false;
    });
    return has;
  }

  /// True iff `w` is an option for unresolved read `r`, consistency apart. `exclusion` is that of
  /// `r`.
  [[nodiscard]] bool may_read(const Exclusion* exclusion, EventNumber r, EventNumber w) const {
    const Event& read = graph[r];
    if (awaits_another_value(read, graph[w])) return false;
    if (exclusion != nullptr && exclusion->writes.test(w)) return false;
    return !(read.atomic && writes_after(read, graph[w]) == true && claimed(graph, w, r));
  }

  /// True iff no thread waits and everything is in its place.
  [[nodiscard]] bool has_ended() const {
    for (const ThreadProgress& progress : threads)
      if (!ending_of(progress.stop.reason)) return false;
    for (int e = graph.locations(); e < graph.size(); ++e)
      if (!graph[static_cast<EventNumber>(e)].materialised) return false;
    return true;
  }
  /// True iff a thread has ended with a fault.
  [[nodiscard]] bool faulted() const {
    return std::ranges::any_of(threads, [](const ThreadProgress& progress) {
      return progress.stop.reason == StopReason::fault;
    });
  }
  /// True iff a thread waits in order for read `r`, which awaits one value, and another thread has
  /// ended with a fault: it may wait for ever, for example if the fault was in the critical section
  /// that `r` waits for.
  [[nodiscard]] bool may_wait_for_ever(EventNumber r) const {
    return in_order && graph[r].compare == Compare::await_equal && faulted();
  }
  /// True iff unresolved read `r` waits for the end of the value that its location has now. The
  /// read gets that value if nothing else can be done.
  [[nodiscard]] bool is_barred(EventNumber r) const {
    const Event& read = graph[r];
    return read.waits && awaits_another_value(read, graph[graph.co_last(read.location)]);
  }

  /// True iff in the thread of access `id` a spin_lock before it has not taken its lock.
  [[nodiscard]] bool after_open_lock(EventId id) const {
    for (int slot = 0; slot < id.index; ++slot) {
      const EventNumber lock = graph.at(id.thread, slot);
      if (lock != kNoEvent && !graph[lock].materialised && takes_lock(graph[lock])) return true;
    }
    return false;
  }

  /// True iff write `w` can get its place in coherence order: address and value are known; for a
  /// read-modify-write, its read is resolved; for an unlock, the lock has been taken.
  [[nodiscard]] bool ready(EventNumber w) const {
    const Event& write = graph[w];
    return write.kind == EventKind::write && !write.materialised && write.location != kNoLocation &&
           write.value_known && (write.rmw == kNoEvent || graph[write.rmw].materialised) &&
           (!write.tags.has(Tag::unlock) || lock_to_take(w) == kNoEvent);
  }

  /// The spin_lock, as its read or its write, that stands before unlock `w` and has not taken the
  /// lock; kNoEvent if there is none. The unlock waits for it as for a hard dependency, although no
  /// model makes it one. A cycle of such waits and of spin_locks that read from unlocks would be a
  /// cycle of coherence order, in which a lock's write stands right after what its read reads from
  /// and before the unlock.
  [[nodiscard]] EventNumber lock_to_take(EventNumber w) const {
    const EventId id = graph[w].id;
    for (int slot = 0; slot < id.index; ++slot) {
      const EventNumber e = graph.at(id.thread, slot);
      if (e == kNoEvent || graph[e].materialised || graph[e].location != graph[w].location)
        continue;
      if (graph[e].tags.has_any({Tag::lock_read, Tag::lock_write})) return e;
    }
    return kNoEvent;
  }
};

}  // namespace ringcheck
