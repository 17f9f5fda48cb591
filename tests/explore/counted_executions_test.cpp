// Counting executions by classes finds the same executions as exploring them one by one.
// RINGCHECK_SEED is the first seed, RINGCHECK_CASES the number of programs of one model.
#include "explore/counted_executions.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "explore/thread_run.hpp"
#include "tests/explore/subjects.hpp"

namespace ringcheck {
namespace {

struct Step {
  enum class Kind : std::uint8_t {
    load,
    store,
    fence,
    unless  ///< goes on only if the last load did not return `value`
  } kind = Kind::fence;
  LocId location = 0;
  std::uint64_t value = 0;
  TagSet tags{};
};
using Steps = std::vector<Step>;

Step load(LocId l, Tag tag = Tag::once) {
  return {Step::Kind::load, l, 0, {tag}};
}
Step store(LocId l, std::uint64_t value = 1, Tag tag = Tag::once) {
  return {Step::Kind::store, l, value, {tag}};
}
Step fence(Tag tag) {
  return {Step::Kind::fence, 0, 0, {tag}};
}

Step unless(std::uint64_t value) {
  return {Step::Kind::unless, 0, value, {}};
}

Program program_of(std::size_t locations, const std::vector<Steps>& threads) {
  Program program;
  for (std::size_t l = 0; l < locations; ++l) program.locations.push_back({std::to_string(l), 0});
  for (const Steps& steps : threads) {
    Thread thread;
    thread.name = "P" + std::to_string(program.threads.size());
    for (const Step& step : steps)
      if (step.kind == Step::Kind::store) thread.may_write.set(step.location);
    thread.body = [steps](ThreadRun& run) {
      Word last(0);
      for (const Step& step : steps) {
        const Word address(address_of(step.location));
        if (step.kind == Step::Kind::unless && run.branch(last == Word(step.value))) return;
        if (step.kind == Step::Kind::load) last = run.load(address, step.tags);
        if (step.kind == Step::Kind::store) run.store(address, Word(step.value), step.tags);
        if (step.kind == Step::Kind::fence) run.fence(step.tags);
      }
    };
    program.threads.push_back(std::move(thread));
  }
  return program;
}

/// Threads that each read what the one before writes: `kinds` says G for a grace period between
/// read and write, R for a critical section around both.
Program ring_of(const std::string& kinds) {
  std::vector<Steps> threads;
  for (std::size_t t = 0; t < kinds.size(); ++t) {
    const Step reads = load(static_cast<LocId>(t));
    const Step writes = store(static_cast<LocId>((t + 1) % kinds.size()));
    if (kinds[t] == 'G')
      threads.push_back({reads, fence(Tag::sync_rcu), writes});
    else
      threads.push_back({fence(Tag::rcu_lock), reads, writes, fence(Tag::rcu_unlock)});
  }
  return program_of(kinds.size(), threads);
}

/// The executions counted by classes, each written out.
struct Counted {
  std::vector<std::string> executions;
  ExploreCounts counts;
  std::uint64_t classes = 0;
};

void write_out(const StraightProgram& program, std::vector<int>& chosen, std::size_t location,
               ExecutionGraph& graph, std::vector<std::string>& executions) {
  if (location == chosen.size()) {
    executions.push_back(graph.canonical());
    return;
  }
  const LocationAccesses& accesses = program.locations[location];
  for (std::size_t c = 0; c < accesses.choices.size(); ++c) {
    if (chosen[location] != kAnyChoice && chosen[location] != static_cast<int>(c)) continue;
    std::vector<EventNumber> done;
    apply(graph, accesses, accesses.choices[c], done);
    write_out(program, chosen, location + 1, graph, executions);
    undo(graph, done, 0);
  }
}

std::optional<Counted> count(const Program& program, const Model& model, bool all = true) {
  std::vector<StraightProgram> straight = straight_programs(program, model);
  if (straight.empty()) return std::nullopt;
  CatChecker checker(model);
  Counted counted;
  for (StraightProgram& its : straight) {
    const StraightProgram untouched = its;
    const auto visit = [&](ExecutionClass executions) {
      ++counted.classes;
      if (!all) return true;
      std::vector<int> chosen(executions.begin(), executions.end());
      ExecutionGraph graph = untouched.events;
      const std::size_t before = counted.executions.size();
      write_out(untouched, chosen, 0, graph, counted.executions);
      EXPECT_EQ(counted.executions.size() - before, size_of(untouched, executions));
      return true;
    };
    counted.counts.add(ClassSearch(its, checker).run(visit, [] { return true; }));
  }
  std::ranges::sort(counted.executions);
  return counted;
}

std::vector<std::string> explored(const Program& program, const Model& model) {
  std::vector<std::string> executions;
  explore(program, model, {}, [&](const Execution& execution) {
    EXPECT_EQ(execution.ending, Ending::complete);
    executions.push_back(execution.graph.canonical());
    return true;
  });
  std::ranges::sort(executions);
  return executions;
}

std::uint64_t number_from_environment(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

/// Two to five threads of a few steps each; with critical sections and grace periods for `rcu`.
Program random_program(std::uint64_t seed, bool rcu) {
  std::mt19937_64 random(seed);
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  const std::size_t threads = 2 + below(4);
  const std::size_t locations = 2 + below(threads);
  std::vector<Steps> all;
  for (std::size_t t = 0; t < threads; ++t) {
    Steps steps;
    const bool in_section = rcu && below(3) == 0;
    if (in_section) steps.push_back(fence(Tag::rcu_lock));
    const std::size_t count = 1 + below(threads < 4 ? 4 : 2);
    for (std::size_t i = 0; i < count; ++i) {
      if (i > 0 && rcu && !in_section && below(3) == 0) steps.push_back(fence(Tag::sync_rcu));
      if (i > 0 && below(5) == 0) steps.push_back(fence(Tag::mb));
      const auto l = static_cast<LocId>(below(locations));
      if (!in_section && below(8) == 0) steps.push_back(unless(below(3)));
      if (below(2) == 0)
        steps.push_back(load(l, below(4) == 0 ? Tag::acquire : Tag::once));
      else
        steps.push_back(store(l, 1 + below(2), below(4) == 0 ? Tag::release : Tag::once));
    }
    if (in_section) steps.push_back(fence(Tag::rcu_unlock));
    all.push_back(std::move(steps));
  }
  return program_of(locations, all);
}

class CountedExecutions : public ::testing::TestWithParam<const char*> {};

TEST_P(CountedExecutions, AreThoseOfExploringOneByOne) {
  const Model model = find_model(GetParam());
  const std::uint64_t first = number_from_environment("RINGCHECK_SEED", 1);
  const std::uint64_t cases = number_from_environment("RINGCHECK_CASES", 400);
  std::uint64_t compared = 0;
  std::uint64_t asked = 0;
  for (std::uint64_t seed = first; seed < first + cases; ++seed) {
    const Program program = random_program(seed, model.name() == "lkmm");
    const auto counted = count(program, model);
    if (!counted) continue;
    ++compared;
    asked += counted->counts.checks;
    ASSERT_EQ(counted->executions, explored(program, model)) << "seed " << seed;
    ASSERT_EQ(counted->counts.complete, counted->executions.size()) << "seed " << seed;
  }
  EXPECT_GT(compared, cases / 4);
  EXPECT_GT(asked, 0U);
}

INSTANTIATE_TEST_SUITE_P(EveryModel, CountedExecutions, ::testing::ValuesIn(kModelNames),
                         [](const auto& row) { return identifier(row.param); });

struct RingRow {
  const char* kinds;
  bool forbidden;  ///< that each reads the other's write: grace periods are as many as sections
};

// All other executions of a ring are consistent: in each, two reads point in different directions.
// (If all reads read the initial values, each thread's read comes before the write of the thread
// before it. Only that thread's own read comes before this write.)
constexpr RingRow kRings[] = {{"GG", true},        {"GR", true},         {"RR", false},
                              {"GRR", false},      {"GGRR", true},       {"GRRG", true},
                              {"RRGRRG", false},   {"GGGRRR", true},     {"RGRGRGRG", true},
                              {"RRRRGGGR", false}, {"GRGRGRGRGR", true}, {"RRRRRRRRGG", false}};

TEST(CountedRings, HaveAllExecutionsButThoseThatGracePeriodsForbid) {
  const Model lkmm = find_model("lkmm");
  for (const RingRow& row : kRings) {
    SCOPED_TRACE(row.kinds);
    const auto counted = count(ring_of(row.kinds), lkmm);
    ASSERT_TRUE(counted.has_value());
    const std::size_t threads = std::string(row.kinds).size();
    EXPECT_EQ(counted->counts.complete, (1ULL << threads) - (row.forbidden ? 1 : 0));
    EXPECT_LE(counted->classes, 2 * threads);
    EXPECT_EQ(counted->executions, explored(ring_of(row.kinds), lkmm));
  }
}

TEST(CountedRings, OfSixtyThreadsCostAsManyClassesAsThreads) {
  std::string kinds;
  for (int i = 0; i < 30; ++i) kinds += "GR";
  const auto counted = count(ring_of(kinds), find_model("lkmm"), false);
  ASSERT_TRUE(counted.has_value());
  EXPECT_EQ(counted->counts.complete, (1ULL << 60) - 1);
  EXPECT_LE(counted->classes, 120U);
  EXPECT_EQ(counted->counts.checks, 2U);
}

// Readers in sections read what one thread writes without any order. Each of its writes is a part
// of its own, and the threads form a ring.
TEST(CountedRings, WritesWithoutOrderAreParts) {
  std::vector<Steps> threads(5);
  for (std::size_t t = 0; t < 4; ++t) {
    threads[t] = {fence(Tag::rcu_lock), load(static_cast<LocId>(t)),
                  load(static_cast<LocId>((t + 1) % 4)), fence(Tag::rcu_unlock)};
    threads[4].push_back(store(static_cast<LocId>(t)));
  }
  const Program program = program_of(4, threads);
  for (const char* name : {"lkmm", "armv8", "power"}) {
    SCOPED_TRACE(name);
    const Model model = find_model(name);
    if (model.name() != "lkmm")
      for (Steps& steps : threads)
        std::erase_if(steps, [](const Step& s) { return s.kind == Step::Kind::fence; });
    const Program its = model.name() == "lkmm" ? program : program_of(4, threads);
    const auto counted = count(its, model);
    ASSERT_TRUE(counted.has_value());
    EXPECT_EQ(straight_programs(its, model).at(0).parts, model.name() == "lkmm" ? 8 : 12);
    EXPECT_EQ(counted->executions, explored(its, model));
    EXPECT_LT(counted->classes, counted->counts.complete);
  }
}

TEST(StraightPrograms, AreNotThoseWithGracePeriodsAndSectionsInOneThread) {
  const std::vector<Steps> threads = {
      {fence(Tag::rcu_lock), load(0), fence(Tag::rcu_unlock), fence(Tag::sync_rcu), store(1)},
      {load(1), store(0)}};
  EXPECT_TRUE(straight_programs(program_of(2, threads), find_model("lkmm")).empty());
}

TEST(StraightPrograms, AreNotThoseWhoseEventsDependOnWhatIsRead) {
  Program program = program_of(2, {{store(0)}, {store(0)}});
  program.threads[1].may_write.set(1);
  struct Row {
    const char* what;
    void (*body)(ThreadRun&);
  };
  const Row rows[] = {
      {"a branch on two loads",
       [](ThreadRun& run) {
         const Word one = run.load(Word(address_of(0)), {Tag::once});
         if (run.branch(one == run.load(Word(address_of(0)), {Tag::once})))
           run.store(Word(address_of(1)), Word(1), {Tag::once});
       }},
      {"an address",
       [](ThreadRun& run) {
         run.load(run.load(Word(address_of(0)), {Tag::once}) + Word(address_of(0)), {Tag::once});
       }},
      {"a stored value",
       [](ThreadRun& run) {
         run.store(Word(address_of(1)), run.load(Word(address_of(0)), {Tag::once}), {Tag::once});
       }},
      {"a choice", [](ThreadRun& run) { run.choose(2); }},
      {"an exchange",
       [](ThreadRun& run) {
         run.read_modify_write(RmwOperation::exchange, Word(address_of(1)), Word(1), {});
       }},
  };
  for (const Row& row : rows) {
    program.threads[1].body = row.body;
    for (const std::string name : kModelNames)
      EXPECT_TRUE(straight_programs(program, find_model(name)).empty())
          << row.what << " under " << name;
  }
}

// The thread with the branch has two ways: it reads 1 and stores, or it reads 0 and ends.
TEST(StraightPrograms, HaveOneForEachWayThroughBranches) {
  const Program program =
      program_of(2, {{load(0), unless(0), store(1)}, {load(1), fence(Tag::mb), store(0)}});
  for (const char* name : {"sc", "armv8", "lkmm"}) {
    SCOPED_TRACE(name);
    const Model model = find_model(name);
    const std::vector<StraightProgram> programs = straight_programs(program, model);
    ASSERT_EQ(programs.size(), 2U);
    EXPECT_EQ(programs[0].events.size(), programs[1].events.size() + 1);
    for (const StraightProgram& its : programs) EXPECT_EQ(its.locations[0].choices.size(), 1U);
    EXPECT_EQ(count(program, model)->executions, explored(program, model));
  }
}

TEST(ClassSearch, EndsWhenAsked) {
  const Model lkmm = find_model("lkmm");
  std::vector<StraightProgram> programs = straight_programs(ring_of("GRGR"), lkmm);
  ASSERT_EQ(programs.size(), 1U);
  CatChecker checker(lkmm);
  int left = 3;
  const ExploreCounts counts =
      ClassSearch(programs[0], checker)
          .run([](ExecutionClass) { return true; }, [&] { return --left > 0; });
  EXPECT_LT(counts.complete, 15U);
}

TEST(ClassSearch, ForeseesItsCost) {
  const Model lkmm = find_model("lkmm");
  std::vector<StraightProgram> programs = straight_programs(ring_of("GRGR"), lkmm);
  CatChecker checker(lkmm);
  const auto forecast = ClassSearch(programs.at(0), checker).foresee();
  ASSERT_TRUE(forecast.has_value());
  EXPECT_EQ(forecast->executions, 16);  // one of which the model refuses
  EXPECT_EQ(forecast->questions, 2);
}

}  // namespace
}  // namespace ringcheck
