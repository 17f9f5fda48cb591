// Random executions: what they find, and that they are the same each time.
#include "source/sample_check.hpp"

#include <gtest/gtest.h>

#include <set>

#include "tests/source/checked_program.hpp"

namespace ringcheck::source {
namespace {

constexpr const char* kHead =
    "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n"
    "atomic_int x, y; int a, b, seen[N];\n"
    "#define GET(l) atomic_load_explicit(&l, memory_order_relaxed)\n"
    "#define SET(l, v) atomic_store_explicit(&l, v, memory_order_relaxed)\n";
constexpr const char* kMain =
    "int main(void) { pthread_t s, t; pthread_create(&s, 0, f, 0); pthread_create(&t, 0, g, 0);\n"
    "  pthread_join(s, 0); pthread_join(t, 0); assert(RIGHT); return 0; }\n";

/// A program of two threads: their code, and what must be true when both have ended.
std::shared_ptr<const Code> program(const std::string& first, const std::string& second,
                                    const std::string& right, int n = 4) {
  return tests::code_of("#define N " + std::to_string(n) + "\n#define RIGHT " + right + "\n" +
                        kHead + "void *f(void *p) { " + first + " return 0; }\n" +
                        "void *g(void *p) { " + second + " return 0; }\n" + kMain);
}

CheckResult sampled(const std::shared_ptr<const Code>& code, const char* model, std::uint64_t walks,
                    std::uint64_t seed = 1) {
  return sample_check(code, find_model(model), {}, {walks, seed}, {});
}

/// N writes in one thread, N reads in the other.
constexpr const char* kWrites = "for (int i = 1; i <= N; i++) SET(x, i);";
constexpr const char* kReads = "for (int i = 0; i < N; i++) seen[i] = GET(x);";

struct Row {
  const char* name;
  const char* first;
  const char* second;
  const char* right;  ///< what only rare executions violate
  const char* model;
  int n;
};

class RareExecution : public ::testing::TestWithParam<Row> {};

TEST_P(RareExecution, IsFound) {
  const Row& row = GetParam();
  const auto code = program(row.first, row.second, row.right, row.n);
  const CheckResult result = sampled(code, row.model, 200);
  ASSERT_EQ(result.verdict, CheckResult::Verdict::violated);
  EXPECT_EQ(result.error->kind, ErrorKind::assertion);
  ASSERT_TRUE(result.execution);
  EXPECT_FALSE(find_model(row.model).refusal(result.execution->graph).has_value());
}

// With equal odds, the first needs about 13^12 walks: each read has to see what was there first.
INSTANTIATE_TEST_SUITE_P(
    Each, RareExecution,
    ::testing::Values(Row{"reader_first", kWrites, kReads, "seen[N - 1] != 0", "sc", 12},
                      Row{"writer_first", kWrites, kReads, "seen[0] != N", "sc", 12},
                      Row{"writer_first_in_c", kWrites, kReads, "seen[0] != N", "rc11", 12},
                      Row{"weak", "SET(x, 1); a = GET(y);", "SET(y, 1); b = GET(x);", "a + b > 0",
                          "x86-tso", 1},
                      Row{"load_buffering", "a = GET(x); SET(y, 1);", "b = GET(y); SET(x, 1);",
                          "a + b < 2", "armv8", 1}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(SampleCheck, IsTheSameEachTime) {
  const auto code = program(kWrites, kReads, "seen[0] != 2 || seen[2] != 3");
  for (const char* model : {"sc", "armv8"}) {
    const CheckResult one = sampled(code, model, 300, 7);
    const CheckResult two = sampled(code, model, 300, 7);
    EXPECT_EQ(one.executions, two.executions) << model;
    ASSERT_EQ(one.execution.has_value(), two.execution.has_value());
    if (one.execution) {
      EXPECT_EQ(one.execution->graph.canonical(), two.execution->graph.canonical());
    }
  }
}

TEST(SampleCheck, TheSeedDecides) {
  const auto code = program(kWrites, kReads, "seen[0] == seen[N - 1]");
  std::set<std::string> graphs;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const CheckResult result = sampled(code, "sc", 300, seed);
    ASSERT_TRUE(result.execution) << seed;
    graphs.insert(result.execution->graph.canonical());
  }
  EXPECT_GT(graphs.size(), 2U);
}

TEST(SampleCheck, NeverSaysThatAProgramHolds) {
  const CheckResult result = sampled(program(kWrites, kReads, "1"), "sc", 50);
  EXPECT_EQ(result.verdict, CheckResult::Verdict::sampled);
  EXPECT_GT(result.executions, 0U);
  EXPECT_LE(result.executions, 50U);
}

TEST(SampleCheck, WhatHasOneExecutionNeedsNoSamples) {
  const auto code = tests::code_of("int main(void) { return 0; }\n");
  EXPECT_EQ(sampled(code, "sc", 10).verdict, CheckResult::Verdict::holds);
}

TEST(SampleCheck, ALimitEndsIt) {
  const auto code = program(kWrites, kReads, "1");
  ExploreLimits limits;
  limits.executions = 5;
  const CheckResult result = sample_check(code, find_model("sc"), {}, {1000, 1}, limits);
  EXPECT_EQ(result.executions, 5U);
  EXPECT_EQ(result.verdict, CheckResult::Verdict::sampled);
}

/// All executions of a small program come up.
TEST(SampleCheck, ReachesEveryExecution) {
  for (const char* model : {"sc", "x86-tso", "armv8", "rc11"}) {
    std::set<std::string> drawn;
    std::set<std::string> all;
    const auto code = program("SET(x, 1); SET(y, 1); a = GET(x);", "b = GET(y); SET(x, 2);", "1");
    const Model its = find_model(model);
    Subject subject(code, its, {});
    // What has to be known about the program, from a check of it.
    for (;;) {
      std::optional<Demand> demand;
      const Program known = subject.program();
      all.clear();
      explore(known, its, {}, [&](const Execution& execution) {
        if (execution.ending == Ending::fault)
          demand = subject.faults().find(execution.text).demand;
        all.insert(execution.graph.canonical());
        return !demand;
      });
      if (!demand) break;
      subject.learn(*demand);
    }
    sample(subject.program(), its, {2000, 3}, {}, [&](const Execution& execution) {
      drawn.insert(execution.graph.canonical());
      return true;
    });
    EXPECT_EQ(drawn, all) << model;
  }
}

/// A walk in which one thread waits for the other has no end, and each step takes longer.
TEST(SampleCheck, LimitsEndAWalk) {
  const std::string locked = "int i = 0; while (atomic_exchange(&x, 1)) SET(y, i++); SET(x, 0);";
  const auto code = program(locked, locked, "1");
  ExploreLimits limits;
  limits.seconds = 0.1;
  const CheckResult result = sample_check(code, find_model("rc11"), {}, {1000, 1}, limits);
  EXPECT_EQ(result.counts.ended_by, EndedBy::time);
}

}  // namespace
}  // namespace ringcheck::source
