// Counting executions of states with equal futures, on programs whose code forgets what it has
// read: the counts are those of exploring one by one. A search that forgets more than it may is
// noticed.
#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <tuple>

#include "explore/parallel.hpp"
#include "explore/subtree_counter.hpp"
#include "models/model.hpp"
#include "tests/explore/families.hpp"
#include "tests/explore/forgetful_programs.hpp"
#include "tests/explore/subjects.hpp"

namespace ringcheck {
namespace {

constexpr std::size_t kBuckets = 61;

/// Executions by how they end; those of several outcomes are counted together.
struct Visits {
  ExploreCounts counts;
  std::vector<std::uint64_t> sums = std::vector<std::uint64_t>(1 + kBuckets, 0);
  std::uint64_t visited = 0;

  [[nodiscard]] auto all() const {
    return std::tuple(counts.complete, counts.blocked, counts.cut, counts.faults, counts.dead,
                      counts.discarded, counts.events, counts.events_max, sums);
  }
};

struct Adding {
  Visits found;

  bool visit(const Execution& execution) {
    ++found.visited;
    ++found.sums[1 + std::hash<std::string>()(outcome(execution.graph, 1)) % kBuckets];
    return true;
  }
  void append(Adding&& later) {
    found.visited += later.found.visited;
    for (std::size_t i = 0; i < found.sums.size(); ++i) found.sums[i] += later.found.sums[i];
  }
  Sums sums() { return {found.sums, {}}; }
};

Visits explored(const Program& program, const Model& model, bool counts,
                SuffixForgetting forgetting = SuffixForgetting::nothing,
                Workers* workers = nullptr) {
  ParallelOptions options;
  options.workers = workers;
  options.nodes_before_counting = 0;
  options.testing_only_forgetting = forgetting;
  if (counts) options.observer = [] { return last_reads(1); };
  auto [result, adding] = fold_executions(program, model, options, [] { return Adding(); });
  adding.found.counts = result.counts;
  return adding.found;
}

/// A search that no longer follows its way does not know the way. If it takes a part of what is
/// left, it must not go on from what was known before.
TEST(CountedSubtree, AWayThatIsNotFollowedIsNotHandedOver) {
  const Program program = ring(1, 1);
  SubtreeCounter counter(program, {});
  Adding adding;
  counter.begin(adding.sums());
  ExecutionGraph graph;
  graph.reset(program.initial_values(), static_cast<int>(program.threads.size()), false);
  counter.start(graph);
  EXPECT_TRUE(counter.way_to(0));
  counter.go_on_from(std::nullopt);
  EXPECT_FALSE(counter.way_to(0));
}

/// Expects that counting comes to the same for `programs` random programs, and visits at most nine
/// executions of ten.
void expect_same_of_random_programs(const Model& model, std::uint64_t programs, bool machine_code) {
  std::uint64_t executions = 0;
  std::uint64_t visited = 0;
  for (std::uint64_t seed = 1; seed <= programs; ++seed) {
    const Program program = random_forgetful(seed, seed % 2 == 0, machine_code);
    const Visits one_by_one = explored(program, model, false);
    const Visits counted = explored(program, model, true);
    ASSERT_EQ(counted.all(), one_by_one.all()) << "seed " << seed;
    executions += one_by_one.counts.complete;
    visited += counted.visited;
  }
  EXPECT_LT(10 * visited, 9 * executions) << visited << " of " << executions;
}

class CountedSubtrees : public ::testing::TestWithParam<const char*> {};

TEST_P(CountedSubtrees, ComeToWhatExploringOneByOneDoes) {
  expect_same_of_random_programs(find_model(GetParam()), 500, false);
}

TEST(CountedSubtreesOfMachineCode, ComeToWhatExploringOneByOneDoes) {
  expect_same_of_random_programs(find_model("power"), 1000, true);
}

/// The result of the first execution of each segment.
struct Firsts {
  std::vector<std::uint64_t> numbers{0};
  std::vector<std::uint32_t> first{0};
  std::vector<std::uint32_t> of_segments;

  bool visit(const Execution& execution) {
    if (first[0] == 0)
      first[0] = 1 + static_cast<std::uint32_t>(
                         std::hash<std::string>()(outcome(execution.graph, 1)) % kBuckets);
    return true;
  }
  void append(Firsts&& later) { of_segments.push_back(later.first[0]); }
  Sums sums() { return {.numbers = numbers, .firsts = first}; }
};

/// By segment, for what is below `paths`.
std::vector<std::uint32_t> firsts_below(const Program& program, const Model& model,
                                        std::vector<Path> paths) {
  ParallelOptions options;
  options.nodes_before_counting = 0;
  options.observer = [] { return last_reads(1); };
  options.from = std::move(paths);
  return fold_executions(program, model, options, [] { return Firsts(); }).second.of_segments;
}

TEST_P(CountedSubtrees, TellWhatTheFirstExecutionTells) {
  const Model model = find_model(GetParam());
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    const Program program = random_forgetful(seed, seed % 2 == 0);
    for (const Path& path : {Path{}, Path{0}, Path{1}}) {
      const auto alone = firsts_below(program, model, {path});
      // What is below the path is known from the whole.
      const auto all = firsts_below(program, model, {{}, path});
      const auto tail = all.end() - static_cast<std::ptrdiff_t>(alone.size());
      EXPECT_EQ(std::vector(tail, all.end()), alone) << "seed " << seed;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Models, CountedSubtrees, ::testing::ValuesIn(kModelNames),
                         [](const auto& model) { return identifier(model.param); });

struct Mutant {
  SuffixForgetting forgets;
  const char* model;
};

TEST(CountedSubtreesThatForgetTooMuch, AreNoticed) {
  const Mutant mutants[] = {
      {SuffixForgetting::local_state, "sc"},    {SuffixForgetting::events, "sc"},
      {SuffixForgetting::places, "sc"},         {SuffixForgetting::tags, "rc11"},
      {SuffixForgetting::tags, "lkmm"},         {SuffixForgetting::base, "x86-tso"},
      {SuffixForgetting::exclusions, "sc"},     {SuffixForgetting::exclusions, "lkmm"},
      {SuffixForgetting::watched, "x86-tso"},   {SuffixForgetting::early_reads, "rc11"},
      {SuffixForgetting::early_reads, "power"}, {SuffixForgetting::messages, "rc11"},
      {SuffixForgetting::messages, "lkmm"}};
  for (const Mutant& mutant : mutants) {
    const Model model = find_model(mutant.model);
    bool is_noticed = false;
    for (std::uint64_t seed = 1; !is_noticed && seed <= 1000; ++seed) {
      const Program program = random_forgetful(seed, seed % 2 == 0);
      is_noticed = explored(program, model, true, mutant.forgets).all() !=
                   explored(program, model, false).all();
    }
    EXPECT_TRUE(is_noticed) << static_cast<int>(mutant.forgets) << " " << mutant.model;
  }
}

/// Once a thread has ended, only its events tell whether a write depends on the load before it. If
/// it does, no other thread can read the write, acquire, and miss what the load has read.
TEST(CountedSubtreesThatForgetTooMuch, TellDependenciesOfThreadsThatHaveEnded) {
  const Model model = find_model("armv8");
  const Operation load{EventKind::read, 0, 0, {Tag::once}, {}, false};
  const Operation store{EventKind::write, 1, 1, {Tag::once}, {}, false};
  Operation dependent = store;
  dependent.depends = true;
  const Operation first{EventKind::write, 0, 1, {Tag::once}, {}, false};
  const Operation acquire{EventKind::read, 1, 0, {Tag::acquire}, {}, false};
  const Program program =
      forgetful("x = 1, y = 1, x = 0", {{{{{{first}, {}}}, false}},
                                        {{{{{load, dependent}, {load, store}}}, true}},
                                        {{{{{acquire}, {}}}, false}, {{{{load}, {}}}, false}}});
  const Visits one_by_one = explored(program, model, false);
  EXPECT_EQ(explored(program, model, true).all(), one_by_one.all());
  EXPECT_NE(explored(program, model, true, SuffixForgetting::dependencies).all(), one_by_one.all());
}

/// Thread 0 stores to x and then, after a fence, loads y or z: it forgets which. Whether thread 1
/// may still miss the store to x, after its own store to y and a fence, hangs on that.
TEST(CountedSubtreesThatForgetTooMuch, TellLoadsAfterAFence) {
  const auto access = [](EventKind kind, LocId location, std::uint64_t value) {
    return Operation{kind, location, value, {Tag::once}, {}, false};
  };
  const auto always = [](const Operation& one) { return Statement{{{{one}, {}}}, false}; };
  constexpr LocId x = 0, y = 1, z = 2;
  const Operation mb{EventKind::fence, 0, 0, {Tag::mb}, {}, false};
  const Operation load_x = access(EventKind::read, x, 0);
  const Operation load_y = access(EventKind::read, y, 0);
  const Operation load_z = access(EventKind::read, z, 0);
  const Operation store_x = access(EventKind::write, x, 1);
  const Operation store_y = access(EventKind::write, y, 1);
  const Statement either{{{{load_y}, {load_z}}}, true};
  const Program program = forgetful(
      "x = 1, mb, y or z", {{always(store_x), always(mb), either},
                            {always(load_x), always(store_y), always(mb), always(load_x)}});
  for (const char* name : {"x86-tso", "armv8", "riscv", "power", "lkmm"}) {
    SCOPED_TRACE(name);
    const Model model = find_model(name);
    const Visits one_by_one = explored(program, model, false);
    EXPECT_EQ(explored(program, model, true).all(), one_by_one.all());
    EXPECT_NE(explored(program, model, true, SuffixForgetting::waiting).all(), one_by_one.all());
  }
}

/// What is before the read of an exchange, known by the exchange's own fence alone, may still be
/// tried on Armv8, where the exchange is refused only with its write.
TEST(CountedSubtreesOfExchanges, CountDeadStates) {
  const Program program = random_forgetful(1547, false);
  for (const char* name : {"armv8", "riscv"}) {
    SCOPED_TRACE(name);
    const Visits one_by_one = explored(program, find_model(name), false);
    EXPECT_GT(one_by_one.counts.dead, 0U);
    EXPECT_EQ(explored(program, find_model(name), true).all(), one_by_one.all());
  }
}

/// A device that begins when told by `bell`, and stores to `memory`; a thread that may tell it, and
/// looks at memory; and a thread that stores to memory before. Each declares what it leaves alone.
Program told_device() {
  constexpr std::uint64_t bell = kAddressBase, memory = kAddressBase + 1, done = kAddressBase + 2;
  Program program;
  program.name = "told device";
  program.locations = {{"bell", 0}, {"memory", 0}, {"done", 0}};
  const auto add = [&](const char* name, const LocationSet& writes, const LocationSet& leaves_alone,
                       const LocationSet& untold, auto body) {
    Thread& thread = program.threads.emplace_back();
    thread.name = name;
    thread.may_write = writes;
    thread.leaves_alone = leaves_alone;
    thread.leaves_alone_untold = untold;
    thread.body = body;
  };
  const auto set = [](std::initializer_list<int> those) {
    LocationSet all;
    for (const int l : those) all.set(l);
    return all;
  };
  add("device", set({1, 2}), {}, set({1}), [](ThreadRun& run) {
    const Word told = run.load(bell, {Tag::once});
    if (run.branch(!(told == Word(0)))) run.store(memory, told, {Tag::once});
    run.store(done, 1, {Tag::once});
  });
  add("driver", set({0}), {}, {}, [](ThreadRun& run) {
    for (std::uint64_t i = 0; i < 3; ++i) {
      run.declare_state("next", {Word(i)});
      if (run.choose(2) == 1) run.store(bell, 10 + i, {Tag::once});
      run.load(memory, {Tag::once});
      run.load(memory, {Tag::once});
    }
    run.load(done, {Tag::once});
  });
  add("other", set({1}), set({0, 2}), {}, [](ThreadRun& run) {
    for (std::uint64_t i = 1; i < 4; ++i) run.store(memory, i, {Tag::once});
  });
  return program;
}

TEST(CountedSubtreesOfDevices, CountWhereThreadsLeaveLocationsAlone) {
  int fewer = 0;
  for (const char* name : kModelNames) {
    SCOPED_TRACE(name);
    const Program program = told_device();
    const Visits one_by_one = explored(program, find_model(name), false);
    const Visits counted = explored(program, find_model(name), true);
    EXPECT_EQ(counted.all(), one_by_one.all());
    fewer += counted.visited < one_by_one.visited ? 1 : 0;
  }
  EXPECT_GE(fewer, 3);
}

/// A driver that, three times, stores to memory and may then tell a device, with a fence in
/// between. If it was told, the device looks at memory after a fence.
Program device_that_looks() {
  constexpr std::uint64_t bell = kAddressBase, memory = kAddressBase + 1;
  Program program;
  program.name = "device that looks";
  program.locations = {{"bell", 0}, {"memory", 0}};
  Thread& device = program.threads.emplace_back();
  device.name = "device";
  device.is_told_by_first_read = true;
  device.leaves_alone_untold.set(1);
  device.body = [](ThreadRun& run) {
    const Word told = run.load(bell, {Tag::once});
    run.fence({Tag::mb});
    if (!run.branch(!(told == Word(0)))) return;
    run.declare_state("told", {});
    run.load(memory, {Tag::once});
    run.load(memory, {Tag::once});
  };
  Thread& driver = program.threads.emplace_back();
  driver.name = "driver";
  driver.may_write.set(0);
  driver.may_write.set(1);
  driver.body = [](ThreadRun& run) {
    for (std::uint64_t i = 1; i < 4; ++i) {
      run.declare_state("next", {Word(i)});
      run.store(memory, i, {Tag::once});
      if (run.choose(2) == 0) continue;
      run.fence({Tag::mb});
      run.store(bell, i, {Tag::once});
    }
  };
  return program;
}

TEST(CountedSubtreesOfDevices, CountWhereADeviceIsToldByItsFirstRead) {
  for (const char* name : kModelNames) {
    SCOPED_TRACE(name);
    Program program = device_that_looks();
    const Visits one_by_one = explored(program, find_model(name), false);
    const Visits counted = explored(program, find_model(name), true);
    EXPECT_EQ(counted.all(), one_by_one.all());
    program.threads[0].is_told_by_first_read = false;
    EXPECT_LE(counted.visited, explored(program, find_model(name), true).visited);
  }
}

TEST(CountedSubtreesOfDevices, ReportAnAccessToWhatIsLeftAlone) {
  Program reads_memory = told_device();
  reads_memory.threads[1].leaves_alone.set(1);
  Program untold = told_device();
  untold.threads[0].leaves_alone_untold.set(2);
  const std::pair<Program, const char*> rows[] = {
      {reads_memory, "driver: an access to memory, which it declares to leave alone"},
      {untold, "device: an access to done, which it declares to leave alone"}};
  for (const auto& [program, message] : rows) {
    try {
      explored(program, find_model("sc"), true);
      FAIL() << message;
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find(message), std::string::npos) << error.what();
    }
  }
}

TEST(CountedSubtreesOfSeveralWorkers, ComeToTheSame) {
  Workers workers(3);
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    const Program program = random_forgetful(seed);
    EXPECT_EQ(
        explored(program, find_model("x86-tso"), true, SuffixForgetting::nothing, &workers).all(),
        explored(program, find_model("x86-tso"), false).all())
        << "seed " << seed;
  }
}

}  // namespace
}  // namespace ringcheck
