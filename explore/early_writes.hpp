#pragma once
// Whether a thread that waits for a load may write, before that load, what another thread waits
// for.

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "explore/beyond.hpp"
#include "models/checker.hpp"

namespace ringcheck {

/// Tells whether a state in which threads wait in order for one another, and none can go on, may
/// still stand for executions. In such an execution some of these threads wait in a cycle, each for
/// a write that another one does after its own load: po ∪ rf has a cycle through their loads. There
/// is no such execution if the model refuses each such cycle, made only of what these threads do
/// after their loads. Nor is there one if an axiom that forbids cycles orders each load before
/// every write of its thread that may serve another.
///
/// What a thread does after its load is a function of the values that it got before, and much of it
/// is alike for many values: few graphs are ever looked at.
/// Source: docs/exploration.md, "In order first". Tested by tests/explore/in_order_test.cpp.
template <ConsistencyChecker Checker>
class EarlyWrites {
 public:
  EarlyWrites(const Program& program, Checker& checker) : program_(program), checker_(checker) {}

  /// False if `state` stands for no execution. Pre: the threads that wait for the reads of `lost`
  /// wait for one another. `histories` are the values that threads have got.
  bool are_possible(const State& state, std::span<const ValueHistory> histories,
                    const EventSet& lost) {
    if constexpr (requires { checker_.axioms_that_lead(state.graph, 0, 0); }) {
      // What comes before the first branch mostly suffices, and is known soon.
      for (ByHistory* known : {&up_to_branches_, &few_branches_, &beyond_branches_}) {
        waiting_.clear();
        for_each(lost, [&](int e) {
          const auto r = static_cast<EventNumber>(e);
          waiting_.push_back(ways_of(state, histories[state.graph[r].id.thread], r, *known));
        });
        if (are_ordered()) return false;
        constexpr std::size_t kFewThreads = 4;
        std::vector<std::size_t> cycle;
        if (waiting_.size() <= kFewThreads && !some_cycle_is_possible(cycle)) return false;
      }
    }
    return true;
  }

 private:
  static constexpr std::size_t kMaxKnown = std::size_t{1} << 17U;
  static constexpr std::size_t kManyCombinations = 4096;

  using ByShape = std::unordered_map<ValueHistory, std::size_t, ValueHistoryHash>;
  /// Numbers of what a thread does after a load, one for each of its ways on, in order.
  using Ways = std::vector<std::size_t>;

  /// What a thread does after the load that it waits for, as a number of ways_, by the values that
  /// it has got.
  struct ByHistory {
    std::size_t most;  ///< ways that are followed
    std::unordered_map<ValueHistory, std::size_t, ValueHistoryHash> known{};
  };

  /// The number of the ways on of the thread that waits for load `r`.
  std::size_t ways_of(const State& state, const ValueHistory& history, EventNumber r,
                      ByHistory& by_history) {
    if (const auto known = by_history.known.find(history); known != by_history.known.end())
      return known->second;
    Ways ways;
    for (Beyond& its : Beyond::all_of(program_, state, r, by_history.most))
      ways.push_back(number_of(std::move(its)));
    std::ranges::sort(ways);
    ways.erase(std::ranges::unique(ways).begin(), ways.end());
    const auto [at, is_new] = by_ways_.try_emplace(std::move(ways), ways_.size());
    if (is_new) ways_.push_back(at->first);
    if (by_history.known.size() < kMaxKnown) by_history.known.emplace(history, at->second);
    return at->second;
  }

  /// True iff one axiom orders each load before the others through all writes that may serve them.
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
    std::uint64_t axioms = ~std::uint64_t{0};
    std::vector<std::size_t> seen;
    for (const std::size_t reader : ways_[to]) {
      // One load may differ among ways: a compare-exchange has stored or has not.
      if (std::ranges::find(seen, loads_[reader]) != seen.end()) continue;
      seen.push_back(loads_[reader]);
      for (const std::size_t way : ways_[from])
        if (axioms != 0) axioms &= ordering_on(way, all_[reader].load());
    }
    return orderings_[{from, to}] = axioms;
  }

  std::uint64_t ordering_on(std::size_t way, const Event& read) {
    std::uint64_t axioms = ~std::uint64_t{0};
    const std::size_t writes = all_[way].writes_for(read);
    for (std::size_t n = 0; n < writes && axioms != 0; ++n) axioms &= ordering_by(way, read, n);
    return axioms;
  }

  /// The axioms that order the load of a way before `read`, which reads from this write.
  std::uint64_t ordering_by(std::size_t way, const Event& read, std::size_t write) {
    if (all_[way].ends_sections()) return 0;
    begin_graph();
    const EventNumber load = all_[way].add_to(graph_);
    const EventNumber reader = add_reader(read);
    let_read(reader, all_[way].place(graph_, read, write));
    return checker_.axioms_that_lead(graph_, load, reader);
  }

  /// True unless the model refuses every cycle that begins with `cycle`: numbers of waiting_, each
  /// of which reads what the next one writes.
  bool some_cycle_is_possible(std::vector<std::size_t>& cycle) {
    if (cycle.size() > 1 && is_possible(cycle)) return true;
    for (std::size_t next = 0; next < waiting_.size(); ++next) {
      // Each cycle comes once: with its least number first.
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
    bool possible = some_parts_are_possible(key);
    std::size_t combinations = 1;
    for (const std::size_t ways : key) combinations *= ways_[ways].size();
    std::vector<std::size_t> chosen;
    if (possible && combinations <= kManyCombinations)
      possible = some_ways_are_possible(key, chosen);
    return cycles_[key] = possible;
  }

  /// A part of a way, numbered as the ways are, that ends with write number `write` of those for a
  /// load.
  struct Serving {
    std::size_t part, write;
    friend auto operator<=>(const Serving&, const Serving&) = default;
  };

  /// The parts of `ways` that may serve the load of way `reader`, each once.
  const std::vector<Serving>& servings(std::size_t reader, std::size_t ways) {
    const auto [at, is_new] = servings_.try_emplace({loads_[reader], ways});
    if (!is_new) return at->second;
    std::vector<Serving> found;
    for (const std::size_t way : ways_[ways]) {
      const std::size_t writes = all_[way].writes_for(all_[reader].load());
      for (std::size_t write = 0; write < writes; ++write)
        found.push_back({part_of(way, reader, write), write});
    }
    std::ranges::sort(found);
    found.erase(std::ranges::unique(found).begin(), found.end());
    return at->second = std::move(found);
  }

  /// True unless the model refuses the cycle of threads with these ways on because of what each
  /// does up to the write that serves another one, or if that is too much to ask. Many ways are
  /// alike up to there.
  bool some_parts_are_possible(const std::vector<std::size_t>& threads) {
    std::size_t combinations = 0;
    std::vector<std::size_t> loads;
    for (const std::size_t first : ways_[threads.front()]) {
      if (std::ranges::find(loads, loads_[first]) != loads.end()) continue;
      loads.push_back(loads_[first]);
      std::vector<Serving> chosen;
      if (some_parts_are_possible(threads, first, chosen, combinations)) return true;
    }
    return false;
  }

  /// `first`: a way of the first thread; `chosen`: the parts that serve the loads of the first
  /// threads.
  bool some_parts_are_possible(const std::vector<std::size_t>& threads, std::size_t first,
                               std::vector<Serving>& chosen, std::size_t& combinations) {
    constexpr std::size_t kManyParts = std::size_t{1} << 16U;
    const std::size_t n = chosen.size();
    const std::size_t reader = chosen.empty() ? first : chosen.back().part;
    if (n == threads.size()) {
      if (loads_[reader] != loads_[first]) return false;
      return ++combinations > kManyParts || is_possible(chosen);
    }
    const auto serve = [&](const Serving& serving) {
      chosen.push_back(serving);
      const bool possible = some_parts_are_possible(threads, first, chosen, combinations);
      chosen.pop_back();
      return possible;
    };
    return std::ranges::any_of(servings(reader, threads[(n + 1) % threads.size()]), serve);
  }

  /// True unless the model refuses the cycle in which each part serves the load of the one before,
  /// and the first one that of the last.
  bool is_possible(const std::vector<Serving>& serving) {
    std::vector<std::size_t> parts{serving.back().part};
    std::vector<std::size_t> writes;
    for (const Serving& its : serving) {
      if (writes.size() + 1 < serving.size()) parts.push_back(its.part);
      writes.push_back(its.write);
    }
    return !are_ordered(parts, parts, writes) &&
           (!can_be_looked_at(parts) || parts_are_consistent(parts, writes));
  }

  /// True unless the model refuses the cycle of threads with these ways on. `chosen` chooses the
  /// first ones.
  bool some_ways_are_possible(const std::vector<std::size_t>& threads,
                              std::vector<std::size_t>& chosen) {
    const std::size_t n = chosen.size();
    if (n == threads.size()) {
      const auto [at, is_new] = possible_.try_emplace(chosen, true);
      if (!is_new) return at->second;
      std::vector<std::size_t> writes;
      return possible_[chosen] = !can_be_looked_at(chosen) || serves(chosen, writes);
    }
    return std::ranges::any_of(ways_[threads[n]], [&](std::size_t way) {
      chosen.push_back(way);
      const bool possible = some_ways_are_possible(threads, chosen);
      chosen.pop_back();
      return possible;
    });
  }

  /// False if a graph of what `threads` do would not surely be a part of the execution, since
  /// sections or the order of two writes are open, or if there are too many graphs.
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
  /// writes. `writes` chooses the first ones.
  bool serves(const std::vector<std::size_t>& threads, std::vector<std::size_t>& writes) {
    const std::size_t n = writes.size();
    if (n == threads.size())
      return parts_are_possible(threads, writes) && is_consistent(threads, writes);
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

  /// False if the model refuses what the threads do up to these writes: then it refuses all that
  /// they do. Many ways are alike up to there.
  bool parts_are_possible(const std::vector<std::size_t>& threads,
                          const std::vector<std::size_t>& writes) {
    std::vector<std::size_t> parts = threads;
    for (std::size_t n = 0; n < threads.size(); ++n) {
      std::size_t& writer = parts[(n + 1) % threads.size()];
      writer = part_of(writer, threads[n], writes[n]);
    }
    if (are_ordered(threads, parts, writes)) return false;
    return parts == threads || parts_are_consistent(parts, writes);
  }

  bool parts_are_consistent(const std::vector<std::size_t>& parts,
                            const std::vector<std::size_t>& writes) {
    std::vector<std::size_t> key = parts;
    key.insert(key.end(), writes.begin(), writes.end());
    const auto known = possible_parts_.find(key);
    if (known != possible_parts_.end()) return known->second;
    return possible_parts_[std::move(key)] = is_consistent(parts, writes);
  }

  /// True iff one axiom orders the load of each of `parts` before the load of the thread that reads
  /// its write: a cycle of the axiom's relation.
  bool are_ordered(const std::vector<std::size_t>& threads, const std::vector<std::size_t>& parts,
                   const std::vector<std::size_t>& writes) {
    std::uint64_t axioms = ~std::uint64_t{0};
    for (std::size_t n = 0; n < threads.size() && axioms != 0; ++n) {
      const std::size_t writer = parts[(n + 1) % threads.size()];
      const auto [at, is_new] =
          part_orderings_.try_emplace({writer, loads_[threads[n]], writes[n]}, 0);
      if (is_new) at->second = ordering_by(writer, all_[threads[n]].load(), writes[n]);
      axioms &= at->second;
    }
    return axioms != 0;
  }

  /// The number of the part of a way up to a write for the load of way `reader`.
  std::size_t part_of(std::size_t way, std::size_t reader, std::size_t write) {
    const auto [at, is_new] = parts_.try_emplace({way, loads_[reader], write}, way);
    if (!is_new) return at->second;
    if (std::optional<Beyond> part = all_[way].up_to(all_[reader].load(), write))
      at->second = number_of(std::move(*part));
    return at->second;
  }

  /// The number of `its`, and of all alike.
  std::size_t number_of(Beyond its) {
    const auto [at, is_new] = by_shape_.try_emplace(its.shape(), all_.size());
    if (is_new) {
      loads_.push_back(by_load_.try_emplace(its.load_shape(), by_load_.size()).first->second);
      all_.push_back(std::move(its));
    }
    return at->second;
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
  EventNumber add_reader(Event read) {
    read.instruction = kWholeAccess;
    return graph_.add(read);
  }
  /// Not resolve_read: whether a Compare succeeds stays open.
  void let_read(EventNumber r, EventNumber w) {
    graph_.event(r).rf = w;
    graph_.event(r).materialised = true;
  }

  const Program& program_;
  Checker& checker_;
  std::vector<Beyond> all_;
  std::vector<std::size_t> loads_;  ///< by numbers of all_: equal for equal loads
  std::vector<Ways> ways_;
  std::map<Ways, std::size_t> by_ways_;
  ByHistory up_to_branches_{1};
  ByHistory few_branches_{8};
  ByHistory beyond_branches_{64};
  ByShape by_shape_;
  ByShape by_load_;
  std::map<std::pair<std::size_t, std::size_t>, std::uint64_t> orderings_;
  std::map<std::vector<std::size_t>, bool> cycles_;    ///< by numbers of ways_
  std::map<std::vector<std::size_t>, bool> possible_;  ///< by numbers of all_
  /// Numbers of all_ by a way's, a number of loads_, and the number of a write for that load.
  std::map<std::tuple<std::size_t, std::size_t, std::size_t>, std::size_t> parts_;
  /// By numbers of all_, of loads_, and of a write.
  std::map<std::tuple<std::size_t, std::size_t, std::size_t>, std::uint64_t> part_orderings_;
  /// By a number of loads_ and one of ways_.
  std::map<std::pair<std::size_t, std::size_t>, std::vector<Serving>> servings_;
  std::map<std::vector<std::size_t>, bool> possible_parts_;  ///< by numbers of all_ and of writes
  std::vector<std::size_t> waiting_;  ///< what the waiting threads do: numbers of ways_
  ExecutionGraph graph_;
};

}  // namespace ringcheck
