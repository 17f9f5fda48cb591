// Threads that wait in order first, under models with load buffering: the executions are those of a
// search that never does.
// RINGCHECK_SEED is the first seed, RINGCHECK_CASES the number of programs of one model.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "explore/explore_with.hpp"
#include "models/cat_checker.hpp"
#include "models/model.hpp"
#include "tests/explore/families.hpp"
#include "tests/explore/lowering.hpp"
#include "tests/explore/programs.hpp"
#include "tests/oracle/random_program.hpp"

namespace ringcheck {
namespace {

const std::string kModelsWithLoadBuffering[] = {"armv8", "riscv", "power", "lkmm"};
constexpr std::uint64_t kMostExecutions = 2'000;

std::uint64_t number_from_environment(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

/// What a search finds, sorted.
Found explore_with_text(const Program& program, const Model& model, bool in_order) {
  Found found;
  CatChecker checker(model);
  ExploreLimits limits;
  limits.executions = kMostExecutions;
  found.counts = explore_with(
      checker, program, model.dependence(), limits,
      [&](const Execution& execution) {
        const char* ending = execution.ending == Ending::complete ? " complete" : " not complete";
        found.sequence.push_back(execution.graph.canonical() + ending);
        return true;
      },
      in_order);
  std::ranges::sort(found.sequence);
  return found;
}

/// Threads that do what those of several random programs do, one after the other.
oracle::TestProgram random_program_of_parts(std::uint64_t seed, int rmw_percent,
                                            std::uint64_t parts) {
  oracle::TestProgram whole = oracle::random_program(seed, rmw_percent);
  for (std::uint64_t part = 1; part < parts; ++part) {
    const oracle::TestProgram more = oracle::random_program(seed * 7919 + part, rmw_percent);
    whole.initial.resize(std::max(whole.initial.size(), more.initial.size()));
    whole.threads.resize(std::max(whole.threads.size(), more.threads.size()));
    for (std::size_t t = 0; t < more.threads.size(); ++t)
      whole.threads[t].insert(whole.threads[t].end(), more.threads[t].begin(),
                              more.threads[t].end());
  }
  return whole;
}

class InOrderFirst : public ::testing::TestWithParam<std::string> {};

TEST_P(InOrderFirst, FindsWhatASearchWithoutOrderFinds) {
  const Model model = find_model(GetParam());
  const std::uint64_t first = number_from_environment("RINGCHECK_SEED", 1);
  const std::uint64_t cases = number_from_environment("RINGCHECK_CASES", 60);
  std::uint64_t compared = 0;
  std::uint64_t executions = 0;
  for (std::uint64_t seed = first; seed < first + cases; ++seed) {
    const int rmw_percent = static_cast<int>(seed % 3) * 20;
    const oracle::TestProgram random = random_program_of_parts(seed, rmw_percent, 2);
    if (!oracle::defect(random).empty()) continue;
    const Program program = lower(random);
    const Found without = explore_with_text(program, model, false);
    if (without.counts.limit_reached()) continue;
    const Found in_order = explore_with_text(program, model, true);
    ++compared;
    executions += without.sequence.size();
    ASSERT_EQ(in_order.sequence, without.sequence) << "RINGCHECK_SEED=" << seed;
  }
  std::cout << GetParam() << ": " << compared << " programs, " << executions << " executions\n";
  EXPECT_GE(compared, cases / 2);
}

INSTANTIATE_TEST_SUITE_P(Models, InOrderFirst, ::testing::ValuesIn(kModelsWithLoadBuffering),
                         [](const auto& its) { return its.param; });

// n threads, each of which loads its location and stores to the next one's: 2^n executions. In one
// of them all loads read 1 before their threads' stores. A dependency takes that one away.
TEST(InOrderFirst, LeavesOrderForLoadBufferingAlone) {
  for (const std::string& name : kModelsWithLoadBuffering)
    for (const int threads : {2, 3, 4}) {
      const Program free = load_buffering(threads, Dependent::none);
      const Found found = explore_with_text(free, find_model(name), true);
      EXPECT_EQ(found.counts.complete, std::uint64_t{1} << threads) << name << ' ' << threads;
      EXPECT_EQ(found.counts.dead, 0U) << name << ' ' << threads;
      const Program bound = load_buffering(threads, Dependent::masked);
      const Found ordered = explore_with_text(bound, find_model(name), true);
      EXPECT_EQ(ordered.counts.complete, (std::uint64_t{1} << threads) - 1)
          << name << ' ' << threads;
      EXPECT_EQ(ordered.counts.dead + ordered.counts.discarded, 0U) << name << ' ' << threads;
    }
}

// Acquire and release keep the ring in order, plain slots included.
TEST(InOrderFirst, NeverLeavesOrderOnTheRing) {
  for (const std::string& name : kModelsWithLoadBuffering) {
    const Found found = explore_with_text(ring(2, 4), find_model(name), true);
    const Found without = explore_with_text(ring(2, 4), find_model(name), false);
    EXPECT_EQ(found.sequence, without.sequence) << name;
    EXPECT_LT(found.counts.nodes, without.counts.nodes) << name;
    EXPECT_EQ(found.counts.dead + found.counts.discarded, 0U) << name;
  }
}

// A store whose place is loaded may be early, and might serve what the other thread waits for.
// Where it is known not to be there, the release after it is what the other thread reads, and no
// early write is possible.
TEST(InOrderFirst, AStoreToALoadedPlaceIsWhereItIsDeclaredToBe) {
  const auto program_with = [](std::uint16_t targets) {
    const auto stores = [targets](ThreadRun& run) {
      get(run, 0);
      run.set_targets(targets);
      run.store(address_of(2) + get(run, 3), 1, {Tag::once});
      run.store(address_of(1), 1, {Tag::release});
    };
    Program program =
        ringcheck::program(4, {thread({1, 2}, stores), thread({0, 3}, [](ThreadRun& run) {
                                 const Word seen = get(run, 1);
                                 put(run, 0, seen + Word(1));
                                 put(run, 3, 0);
                               })});
    program.threads[0].least_tags = {{}, TagSet{Tag::release}, {}};
    program.targets.resize(1);
    program.targets[0].set(2);
    return program;
  };
  for (const std::string& name : kModelsWithLoadBuffering) {
    const Found declared = explore_with_text(program_with(1), find_model(name), true);
    const Found open = explore_with_text(program_with(0), find_model(name), true);
    EXPECT_EQ(declared.sequence, open.sequence) << name;
    EXPECT_EQ(declared.sequence,
              explore_with_text(program_with(1), find_model(name), false).sequence)
        << name;
    EXPECT_LT(declared.counts.nodes, open.counts.nodes) << name;
    EXPECT_EQ(declared.counts.dead + declared.counts.discarded, 0U) << name;
  }
}

// A reader hands on as many words as the first one says, and gives the place back after a fence. No
// code that is followed with an unknown number comes to the fence.
TEST(InOrderFirst, AFenceThatIsDeclaredStandsBeforeAStoreThatIsFarAway) {
  const auto program_with = [](TagSet fence) {
    Thread writer = thread({1}, [](ThreadRun& run) {
      if (run.branch(get(run, 0) == Word(1))) put(run, 1, 2);
    });
    Thread reader = thread({0}, [](ThreadRun& run) {
      const Word words = get(run, 1);
      for (std::uint64_t i = 0; run.branch(!(Word(i) == words)); ++i) get(run, 2);
      run.fence({Tag::mb});
      put(run, 0, 1);
    });
    reader.least_fences = {fence};
    return ringcheck::program(3, {writer, reader});
  };
  for (const std::string& name : kModelsWithLoadBuffering) {
    const Found declared = explore_with_text(program_with({Tag::mb}), find_model(name), true);
    const Found open = explore_with_text(program_with({}), find_model(name), true);
    EXPECT_EQ(declared.sequence, open.sequence) << name;
    EXPECT_LT(declared.counts.nodes, open.counts.nodes) << name;
    EXPECT_EQ(declared.counts.dead + declared.counts.discarded, 0U) << name;
  }
}

// What a thread declares about its stores to a lock is the release. A thread that looks whether the
// lock is taken, or tries to take it, may read from a spin_lock, which no earlier load holds back.
TEST(InOrderFirst, ALockIsSeenTakenBeforeEarlierLoads) {
  const auto locks_late = [](ThreadRun& run) {
    run.scope([&] {
      if (run.branch(get(run, 1) == Word(1))) get(run, 2);
    });
    run.spin_lock(address_of(0));
    run.spin_unlock(address_of(0));
  };
  const auto look = [](ThreadRun& run) { run.spin_is_locked(address_of(0)); };
  const auto attempt = [](ThreadRun& run) { run.spin_trylock(address_of(0)); };
  for (const auto& [looks, expected] : {std::pair{std::function<void(ThreadRun&)>(look), 5U},
                                        std::pair{std::function<void(ThreadRun&)>(attempt), 3U}}) {
    Thread late = thread({0}, locks_late);
    late.least_tags = {TagSet{Tag::unlock}};
    const Program program = ringcheck::program(3, {thread({0, 1},
                                                          [looks](ThreadRun& run) {
                                                            looks(run);
                                                            run.fence({Tag::mb});
                                                            put(run, 1, 1);
                                                          }),
                                                   late});
    const Found found = explore_with_text(program, find_model("lkmm"), true);
    EXPECT_EQ(found.counts.complete, expected);
    EXPECT_EQ(found.sequence, explore_with_text(program, find_model("lkmm"), false).sequence);
  }
}

// A run that is taken up tells 127 loads apart. With more, code runs from its start each time. What
// it did since it got its last value is kept as for other runs.
TEST(InOrderFirst, ManyLoadsOfAThread) {
  constexpr int kLoads = 140;
  const auto many_loads = [](LocId own) {
    return thread({own}, [own](ThreadRun& run) {
      Word sum = get(run, 2);
      for (int i = 0; i < kLoads; ++i) sum = sum + get(run, own);
      put(run, own, sum + get(run, 3));
    });
  };
  const Program program =
      ringcheck::program(4, {many_loads(0), many_loads(1), thread({2, 3}, [](ThreadRun& run) {
                               put(run, 2, 1);
                               put(run, 3, 1);
                             })});
  for (const std::string& name : kModelsWithLoadBuffering) {
    const Found found = explore_with_text(program, find_model(name), true);
    EXPECT_EQ(found.counts.complete, 16U) << name;
    EXPECT_EQ(found.sequence, explore_with_text(program, find_model(name), false).sequence) << name;
  }
}

}  // namespace
}  // namespace ringcheck
