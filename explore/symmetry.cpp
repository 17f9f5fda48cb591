// Order among symmetric threads.
// Idea: Kokologiannakis, Vafeiadis, "GenMC: a model checker for weak memory models", CAV 2021, cuts
// by the identity of prefixes; here coherence order decides, which load buffering leaves whole.
// Tested by tests/explore/symmetry_test.cpp.
#include "explore/symmetry.hpp"

#include <algorithm>
#include <numeric>
#include <string>

#include "explore/decisions.hpp"
#include "explore/saturating.hpp"
#include "graph/check.hpp"
#include "graph/diagnostic.hpp"

namespace ringcheck {

namespace {

/// How the sequences of two threads compare, as far as the graph tells.
enum class Order : std::uint8_t { less, equal, greater, open };

Order compared(std::uint64_t a, std::uint64_t b) {
  if (a == b) return Order::equal;
  return a < b ? Order::less : Order::greater;
}

/// Compares the elements of `a` and `b`, in one slot after equal sequences.
Order compare_events(const ExecutionGraph& graph, const Event& a, const Event& b) {
  if (!a.materialised || !b.materialised) return Order::open;
  if (a.kind == EventKind::choice) return compared(a.value, b.value);
  if (a.kind == EventKind::read) return compared(graph[a.rf].co_position, graph[b.rf].co_position);
  return compared(a.co_position, b.co_position);
}

/// True iff `e` makes no element.
bool is_nothing(const ExecutionGraph& graph, EventNumber e) {
  return e == kNoEvent || graph[e].kind == EventKind::fence;
}

Order compare(const ExecutionGraph& graph, ThreadId a, ThreadId b) {
  const int slots = std::max(graph.slots(a), graph.slots(b));
  for (int slot = 0; slot < slots; ++slot) {
    const EventNumber e = graph.at(a, slot);
    const EventNumber f = graph.at(b, slot);
    // The fences of a conditional operation stand before its read. Whether they are there depends
    // on what that read, which comes next, has read.
    if (is_nothing(graph, e) && is_nothing(graph, f)) continue;
    if (e == kNoEvent || f == kNoEvent) return Order::open;
    if (const Order order = compare_events(graph, graph[e], graph[f]); order != Order::equal)
      return order;
  }
  return Order::equal;
}

/// `decisions` with each thread t renamed to `names[t]`.
Decisions renamed(Decisions decisions, const std::vector<ThreadId>& names) {
  const auto rename = [&](EventId& id) {
    if (id.thread < names.size()) id.thread = names[id.thread];
  };
  const auto order = [](EventId a, EventId b) {
    return std::pair(a.thread, a.index) < std::pair(b.thread, b.index);
  };
  for (auto& [read, write] : decisions.rf) {
    rename(read);
    rename(write);
  }
  for (auto& writes : decisions.co) std::ranges::for_each(writes, rename);
  for (auto& chosen : decisions.choices) rename(chosen.choice);
  std::ranges::sort(decisions.rf,
                    [&](const auto& a, const auto& b) { return order(a.read, b.read); });
  std::ranges::sort(decisions.choices,
                    [&](const auto& a, const auto& b) { return order(a.choice, b.choice); });
  return decisions;
}

/// Calls `visit` for each way to rename the threads of the classes from number `first` on.
template <class Visit>
void for_each_renaming(const Program& program, std::size_t first, std::vector<ThreadId>& names,
                       const Visit& visit) {
  if (first == program.symmetric.size()) return visit(names);
  const std::vector<ThreadId>& threads = program.symmetric[first];
  std::vector<std::size_t> order(threads.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  do {
    for (std::size_t i = 0; i < order.size(); ++i) names[threads[i]] = threads[order[i]];
    for_each_renaming(program, first + 1, names, visit);
  } while (std::ranges::next_permutation(order).found);
}

[[noreturn]] void refuse(const Program& program, ThreadId t, const char* what) {
  throw InputError({program.name, 0, 0, program.threads[t].name + ": " + what});
}

}  // namespace

Symmetry::Symmetry(const Program& program) : program_(program) {
  BitRow<4> taken;
  for (const auto& threads : program.symmetric)
    for (const ThreadId t : threads) {
      if (taken.test(t)) refuse(program, t, "symmetric to others twice");
      taken.set(t);
      if (program.threads[t].may_write != program.threads[threads.front()].may_write)
        refuse(program, t, "declared symmetric to a thread that may write other locations");
    }
}

bool Symmetry::in_order(const ExecutionGraph& graph) const {
  for (const auto& threads : program_.symmetric)
    for (std::size_t i = 0; i < threads.size(); ++i)
      for (std::size_t j = i + 1; j < threads.size(); ++j)
        if (compare(graph, threads[i], threads[j]) == Order::greater) return false;
  return true;
}

std::vector<ExecutionGraph> arrangements(const Program& program, const ExecutionGraph& graph,
                                         Dependence dependence) {
  const Decisions decisions = decisions_of(graph);
  std::vector<ThreadId> names;
  for (std::size_t t = 0; t < program.threads.size(); ++t)
    names.push_back(static_cast<ThreadId>(t));
  std::vector<ExecutionGraph> all;
  for_each_renaming(program, 0, names, [&](const std::vector<ThreadId>& to) {
    all.push_back(rebuild(program, renamed(decisions, to), dependence));
  });
  return all;
}

std::uint64_t Symmetry::copies(const ExecutionGraph& graph) const {
  std::uint64_t copies = 1;
  for (const auto& threads : program_.symmetric) {
    std::uint64_t equal = 1;  // how many threads so far equal this one
    for (std::size_t i = 1; i < threads.size(); ++i) {
      const Order order = compare(graph, threads[i - 1], threads[i]);
      RC_CHECK(order == Order::less || order == Order::equal,
               "symmetric threads of a finished execution are not in order");
      equal = order == Order::less ? 1 : equal + 1;
      // n! divided by the factorials of the runs of equal threads, factor by factor: a binomial
      // coefficient after each run, so the division leaves no remainder.
      copies = count_share(copies, i + 1, equal);
    }
  }
  return copies;
}

}  // namespace ringcheck
