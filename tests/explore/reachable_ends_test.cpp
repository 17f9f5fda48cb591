// The ends that a search finds without a visit of each execution, against those of all executions.
#include "explore/reachable_ends.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <set>

#include "tests/explore/lowering.hpp"
#include "tests/explore/programs.hpp"
#include "tests/oracle/random_program.hpp"

namespace ringcheck {
namespace {

/// How threads end: the values of reads and choices, by thread.
using Ends = std::set<std::pair<ThreadId, std::vector<std::uint64_t>>>;

Ends ends_of(const Execution& execution, const Program& program) {
  Ends ends;
  for (std::size_t thread = 0; thread < program.threads.size(); ++thread) {
    const auto t = static_cast<ThreadId>(thread);
    ExecutionGraph graph = execution.graph;
    if (!ending_of(ThreadRun(program, graph, t, Dependence::syntactic).run().reason)) continue;
    std::vector<std::uint64_t> values;
    for (int slot = 0; slot < graph.slots(t); ++slot)
      if (const EventNumber e = graph.at(t, slot);
          e != kNoEvent && (graph[e].kind == EventKind::read || graph[e].kind == EventKind::choice))
        values.push_back(graph[e].value);
    ends.insert({t, values});
  }
  return ends;
}

/// Of all executions; nothing for a program with too many of them.
std::optional<Ends> explored(const Program& program, const Model& model) {
  constexpr std::uint64_t kMost = 2000;
  Ends all;
  ExploreLimits limits;
  limits.executions = kMost;
  const ExploreCounts counts = explore(program, model, limits, [&](const Execution& execution) {
    all.merge(ends_of(execution, program));
    return true;
  });
  if (counts.ended_by != EndedBy::nothing) return {};
  return all;
}

/// Nothing where a limit ends the search.
std::optional<Ends> reached(const Program& program, const Model& model) {
  Ends all;
  ReachVisitors visitors = judges_of(model);
  visitors.asks = [](StopReason) { return true; };
  visitors.visit = [&](const ReachedEnd& end) {
    EXPECT_FALSE(model.refusal(end.graph)) << end.graph.canonical();
    all.insert({end.thread, end.values});
    return true;
  };
  if (reach_ends(program, {{}, 2'000, 5'000}, visitors) != EndedBy::nothing) return {};
  return all;
}

std::string text_of(const Ends& ends) {
  std::string text;
  for (const auto& [thread, values] : ends) {
    text += fmt::format(" {}:", thread);
    for (const std::uint64_t v : values) text += fmt::format(" {}", v);
  }
  return text;
}

class ReachableEnds : public ::testing::TestWithParam<const char*> {};

TEST_P(ReachableEnds, AreThoseOfAllExecutionsOfRandomPrograms) {
  const Model model = find_model(GetParam());
  constexpr int kPrograms = 1500;
  int compared = 0;
  int with_more = 0;
  for (std::uint64_t seed = 1; seed <= kPrograms && !HasFailure(); ++seed) {
    const Program program = lower(oracle::random_program(seed, static_cast<int>(seed % 3) * 20));
    const std::optional<Ends> found = reached(program, model);
    if (!found) continue;
    const std::optional<Ends> all = explored(program, model);
    if (!all) continue;
    ++compared;
    Ends missing;
    std::ranges::set_difference(*all, *found, std::inserter(missing, missing.end()));
    EXPECT_EQ(text_of(missing), "") << "seed " << seed;
    // Where other threads await what never comes, no execution has the end.
    with_more += found->size() > all->size() ? 1 : 0;
  }
  EXPECT_GE(compared, kPrograms / 2);
  EXPECT_LE(with_more, compared / 10);
}

INSTANTIATE_TEST_SUITE_P(Models, ReachableEnds, ::testing::Values("armv8", "riscv", "power"));

/// Two threads that each store what the other one reads: both read 1 only if a store takes effect
/// before the load that precedes it.
TEST(ReachableEnds, KnowStoresThatTakeEffectBeforeLoads) {
  const auto copies = [](LocId from, LocId to, bool depends) {
    return thread({to}, [=](ThreadRun& run) {
      const Word got = get(run, from);
      put(run, to, depends ? got : Word(1));
    });
  };
  for (const char* name : {"armv8", "riscv", "power"}) {
    const Model model = find_model(name);
    const Ends one{{ThreadId{0}, {1}}, {ThreadId{1}, {1}}};
    const auto both = [&](bool depends) {
      const Ends ends = *reached(program(2, {copies(0, 1, true), copies(1, 0, depends)}), model);
      return std::ranges::includes(ends, one);
    };
    EXPECT_TRUE(both(false)) << name;
    EXPECT_FALSE(both(true)) << name;
  }
}

}  // namespace
}  // namespace ringcheck
