#pragma once
// Whether a thread that waits for a load may write, before it, what another one waits for.

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "explore/state.hpp"
#include "explore/value_history.hpp"
#include "models/checker.hpp"

namespace ringcheck {

/// What a thread may do after the load that it waits for, whatever that brings: what its code issues
/// when it runs on with an unknown value.
class Beyond {
 public:
  /// Runs the code of the thread, which waits in order for load `r` of the graph of `state`, on.
  Beyond(const Program& program, const State& state, EventNumber r);

  /// A text that is equal for two of these iff they are alike but for values and numbers of slots.
  [[nodiscard]] const std::string& shape() const { return shape_; }
  /// The load.
  [[nodiscard]] const Event& load() const { return events_.front().event; }
  /// True iff sections end in it that may begin before the load.
  [[nodiscard]] bool ends_sections() const;
  /// How many writes the thread may do after the load that `read` may read from: those that it has
  /// issued to its location, those of read-modify-writes that may succeed, and, if its code goes on,
  /// one after all of these with the least order that it can have.
  [[nodiscard]] std::size_t writes_for(const Event& read) const;
  /// Adds all of this to `graph`, nothing of it resolved. Returns the load.
  EventNumber add_to(ExecutionGraph& graph) const;
  /// Gives the write numbered `number` of those for `read` its place after those that are there.
  EventNumber place(ExecutionGraph& graph, const Event& read, std::size_t number) const;

 private:
  struct Issued {
    Event event;
    std::array<std::vector<std::uint16_t>, 3> sources;  ///< slots: address, data, control
    int partner = -1;  ///< write of a read-modify-write: slot of its read
  };
  struct Candidate {
    Event event;
    bool is_issued = false;
    int partner = -1;
  };

  void collect(const ExecutionGraph& run, EventId first);
  void describe();
  [[nodiscard]] std::vector<Candidate> candidates(const Event& read) const;

  const Program* program_;
  ThreadId thread_;
  std::vector<Issued> events_;          ///< the load first
  std::vector<std::uint16_t> control_;  ///< slots: all that is still to come depends on them
  int slots_ = 0;
  bool goes_on_ = false;
  std::string shape_;
};

/// Tells whether a state in which threads wait in order for one another, so that none can go on, may
/// stand for executions all the same. In such an execution some of these threads wait, one for the
/// other in a cycle, for writes that come after what they wait for themselves: po ∪ rf has a cycle
/// through their loads. There is none if the model refuses each such cycle, of what these threads do
/// after their loads and nothing else; or if it orders each load before every write of its thread
/// that may serve another, by an axiom that asks for no cycle.
///
/// What a thread does after its load is a function of the values that it has got before, and much of
/// it is alike for many of them: few graphs are ever looked at.
/// Source: docs/exploration.md, "In order first". Tested by tests/explore/in_order_test.cpp.
template <ConsistencyChecker Checker>
class EarlyWrites {
 public:
  EarlyWrites(const Program& program, Checker& checker) : program_(program), checker_(checker) {}

  /// False if `state`, in which the threads that wait for the reads of `lost` wait for one another,
  /// stands for no execution. `histories` are the values that threads have got.
  bool are_possible(const State& state, std::span<const ValueHistory> histories,
                    const EventSet& lost) {
    if constexpr (requires { checker_.axioms_that_lead(state.graph, 0, 0); }) {
      waiting_.clear();
      for_each(lost, [&](int e) {
        const auto r = static_cast<EventNumber>(e);
        waiting_.push_back(beyond(state, histories[state.graph[r].id.thread], r));
      });
      if (are_ordered()) return false;
      constexpr std::size_t kFewThreads = 3;
      if (waiting_.size() > kFewThreads) return true;
      std::vector<std::size_t> cycle;
      return some_cycle_is_possible(cycle);
    }
    return true;
  }

 private:
  struct Hash {
    std::size_t operator()(const ValueHistory& history) const { return history.first; }
  };
  static constexpr std::size_t kMaxKnown = std::size_t{1} << 17U;

  /// The number of what a thread with these values does after load `r`.
  std::size_t beyond(const State& state, const ValueHistory& history, EventNumber r) {
    if (const auto known = by_history_.find(history); known != by_history_.end())
      return known->second;
    Beyond its(program_, state, r);
    const auto [at, is_new] = by_shape_.try_emplace(its.shape(), all_.size());
    if (is_new) all_.push_back(std::move(its));
    if (by_history_.size() < kMaxKnown) by_history_.emplace(history, at->second);
    return at->second;
  }

  /// True iff one axiom orders each load before the others by way of all writes that may serve them.
  bool are_ordered() {
    std::uint64_t axioms = ~std::uint64_t{0};
    for (const std::size_t from : waiting_)
      for (const std::size_t to : waiting_)
        if (from != to && axioms != 0) axioms &= ordering(from, to);
    return axioms != 0;
  }

  std::uint64_t ordering(std::size_t from, std::size_t to) {
    const auto [at, is_new] = orderings_.try_emplace({from, to}, ~std::uint64_t{0});
    if (!is_new) return at->second;
    std::uint64_t axioms = all_[from].ends_sections() ? 0 : ~std::uint64_t{0};
    const Event& read = all_[to].load();
    const std::size_t writes = all_[from].writes_for(read);
    for (std::size_t n = 0; n < writes && axioms != 0; ++n) {
      begin_graph();
      const EventNumber load = all_[from].add_to(graph_);
      const EventNumber reader = add_reader(to);
      let_read(reader, all_[from].place(graph_, read, n));
      axioms &= checker_.axioms_that_lead(graph_, load, reader);
    }
    return orderings_[{from, to}] = axioms;
  }

  /// True unless the model refuses every cycle that begins with `cycle`, numbers of waiting_ each of
  /// which reads what the next one writes.
  bool some_cycle_is_possible(std::vector<std::size_t>& cycle) {
    if (cycle.size() > 1 && is_possible(cycle)) return true;
    for (std::size_t next = 0; next < waiting_.size(); ++next) {
      // Each cycle once: its first is the least.
      if (!cycle.empty() && next <= cycle.front()) continue;
      if (std::ranges::find(cycle, next) != cycle.end()) continue;
      cycle.push_back(next);
      if (some_cycle_is_possible(cycle)) return true;
      cycle.pop_back();
    }
    return false;
  }

  bool is_possible(const std::vector<std::size_t>& cycle) {
    std::vector<std::size_t> key;
    for (const std::size_t n : cycle) key.push_back(waiting_[n]);
    const auto [at, is_new] = cycles_.try_emplace(key, true);
    if (!is_new) return at->second;
    std::vector<std::size_t> writes;
    const bool possible = !can_be_looked_at(key) || serves(key, writes);
    cycles_[key] = possible;
    return possible;
  }

  /// False where a graph of what `threads` do would not be a part of the execution for sure, since
  /// sections or the order of two writes are open, or there are too many graphs.
  [[nodiscard]] bool can_be_looked_at(const std::vector<std::size_t>& threads) const {
    constexpr std::size_t kManyGraphs = 256;
    std::size_t graphs = 1;
    LocationSet locations;
    for (std::size_t n = 0; n < threads.size(); ++n) {
      const Event& read = all_[threads[n]].load();
      if (all_[threads[n]].ends_sections() || locations.test(read.location)) return false;
      locations.set(read.location);
      graphs *= all_[threads[(n + 1) % threads.size()]].writes_for(read);
      if (graphs > kManyGraphs) return false;
    }
    return true;
  }

  /// True unless the model refuses all ways in which each of `threads` reads what the next one
  /// writes, the first ones of which are chosen by `writes`.
  bool serves(const std::vector<std::size_t>& threads, std::vector<std::size_t>& writes) {
    const std::size_t n = writes.size();
    if (n == threads.size()) return is_consistent(threads, writes);
    const Beyond& writer = all_[threads[(n + 1) % threads.size()]];
    const std::size_t count = writer.writes_for(all_[threads[n]].load());
    for (std::size_t number = 0; number < count; ++number) {
      writes.push_back(number);
      const bool possible = serves(threads, writes);
      writes.pop_back();
      if (possible) return true;
    }
    return false;
  }

  bool is_consistent(const std::vector<std::size_t>& threads,
                     const std::vector<std::size_t>& writes) {
    begin_graph();
    std::vector<EventNumber> loads;
    for (const std::size_t t : threads) loads.push_back(all_[t].add_to(graph_));
    for (std::size_t n = 0; n < threads.size(); ++n) {
      const Beyond& writer = all_[threads[(n + 1) % threads.size()]];
      let_read(loads[n], writer.place(graph_, all_[threads[n]].load(), writes[n]));
    }
    return checker_.may_be_part(graph_);
  }

  void begin_graph() {
    graph_.reset(program_.initial_values(), static_cast<int>(program_.threads.size()), true);
  }
  EventNumber add_reader(std::size_t to) {
    Event read = all_[to].load();
    read.instruction = kWholeAccess;
    return graph_.add(read);
  }
  /// Not resolve_read: what the value does to a Compare is open.
  void let_read(EventNumber r, EventNumber w) {
    graph_.event(r).rf = w;
    graph_.event(r).materialised = true;
  }

  const Program& program_;
  Checker& checker_;
  std::vector<Beyond> all_;
  std::unordered_map<ValueHistory, std::size_t, Hash> by_history_;
  std::map<std::string, std::size_t> by_shape_;
  std::map<std::pair<std::size_t, std::size_t>, std::uint64_t> orderings_;
  std::map<std::vector<std::size_t>, bool> cycles_;
  std::vector<std::size_t> waiting_;  ///< what the threads that wait do, by number
  ExecutionGraph graph_;
};

}  // namespace ringcheck
