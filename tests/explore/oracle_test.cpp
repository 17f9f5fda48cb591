// The oracle itself: textbook tests with known counts, and its shortcuts compared with doing
// without them.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "tests/oracle/candidates.hpp"
#include "tests/oracle/minimise.hpp"
#include "tests/oracle/naive_axioms.hpp"
#include "tests/oracle/random_program.hpp"
#include "tests/oracle/small_programs.hpp"

namespace ringcheck::oracle {
namespace {

Instruction access(Op op, std::uint64_t location, std::uint64_t value,
                   std::uint8_t reg = kNoRegister, Ordering ordering = Ordering::once) {
  Instruction i;
  i.op = op;
  i.ordering = ordering;
  i.address.constant = location;
  if (op != Op::load && op != Op::await) i.value.constant = value;
  if (op == Op::await) i.expected.constant = value;
  i.target = reg;
  return i;
}
Instruction load(std::uint64_t location, std::uint8_t reg) {
  return access(Op::load, location, 0, reg);
}
Instruction store(std::uint64_t location, std::uint64_t value) {
  return access(Op::store, location, value);
}
Instruction store_register(std::uint64_t location, std::uint8_t reg) {
  Instruction i = access(Op::store, location, 0);
  i.value = {0, reg, Use::value};
  return i;
}
Instruction cas(std::uint64_t location, std::uint64_t expected, std::uint64_t value,
                Ordering ordering) {
  Instruction i = access(Op::compare_exchange, location, value, 0, ordering);
  i.expected.constant = expected;
  return i;
}
Instruction mb() {
  Instruction i;
  i.op = Op::fence;
  return i;
}
Instruction condition(Op op, std::uint8_t reg, std::uint64_t value) {
  Instruction i;
  i.op = op;
  i.condition = {reg, true, value};
  return i;
}
Instruction bracket(Op op) {
  Instruction i;
  i.op = op;
  return i;
}

struct Counts {
  std::size_t sc, tso, coherent;
};

struct Textbook {
  const char* name;
  TestProgram program;
  Counts complete;
};

std::ostream& operator<<(std::ostream& out, const Textbook& test) {
  return out << test.name;
}

class OracleTextbook : public ::testing::TestWithParam<Textbook> {};

TEST_P(OracleTextbook, FindsTheKnownNumberOfExecutions) {
  const Textbook& test = GetParam();
  const auto count = [&](bool (*axiom)(const ExecutionGraph&)) {
    const auto executions = consistent_executions(test.program, {}, axiom);
    return executions ? executions->complete.size() : 0;
  };
  EXPECT_EQ(count(naive_sc), test.complete.sc);
  EXPECT_EQ(count(naive_tso), test.complete.tso);
  EXPECT_EQ(count(naive_coherent), test.complete.coherent);
}

// Each read of the two-thread tests reads 0 or 1: four candidates. A model takes away those that it
// forbids.
const Textbook kTextbook[] = {
    {"SB", {{0, 0}, {{store(0, 1), load(1, 0)}, {store(1, 1), load(0, 0)}}}, {3, 4, 4}},
    {"SB_mbs",
     {{0, 0}, {{store(0, 1), mb(), load(1, 0)}, {store(1, 1), mb(), load(0, 0)}}},
     {3, 3, 4}},
    // A locked operation is a fence: the two exchanges on their own locations act as mb.
    {"SB_exchanges",
     {{0, 0, 0, 0},
      {{store(0, 1), access(Op::exchange, 2, 1), load(1, 0)},
       {store(1, 1), access(Op::exchange, 3, 1), load(0, 0)}}},
     {3, 3, 4}},
    {"MP", {{0, 0}, {{store(0, 1), store(1, 1)}, {load(1, 0), load(0, 1)}}}, {3, 3, 4}},
    {"LB", {{0, 0}, {{load(0, 0), store(1, 1)}, {load(1, 0), store(0, 1)}}}, {3, 3, 4}},
    // Values out of thin air: only 0 was ever there to copy.
    {"LB_datas",
     {{0, 0}, {{load(0, 0), store_register(1, 0)}, {load(1, 0), store_register(0, 0)}}},
     {3, 3, 3}},
    // Two orders of the writes, and two reads of 0, 1 or 2 that do not go back: 1+2 of each order's
    // 3 positions make 6 pairs, so 12.
    {"CoRR_2W", {{0}, {{store(0, 1)}, {store(0, 2)}, {load(0, 0), load(0, 1)}}}, {12, 12, 12}},
    // Each location's order is free, four candidates; SC and TSO forbid both writes of 1 last.
    {"2+2W", {{0, 0}, {{store(0, 1), store(1, 2)}, {store(1, 1), store(0, 2)}}}, {3, 3, 4}},
    // Three exchanges of one location: 3! orders, each with its own reads.
    {"exchanges",
     {{0},
      {{access(Op::exchange, 0, 1)}, {access(Op::exchange, 0, 2)}, {access(Op::exchange, 0, 3)}}},
     {6, 6, 6}},
    // The failing one reads the other's write.
    {"cmpxchgs",
     {{0}, {{cas(0, 0, 1, Ordering::full)}, {cas(0, 0, 2, Ordering::once)}}},
     {2, 2, 2}},
    // A location of one's own is seen as last written.
    {"own", {{0}, {{store(0, 1), load(0, 0), store(0, 2), load(0, 0)}}}, {1, 1, 1}},
    // The await has one write to read; the load after it sees that or nothing older.
    {"await",
     {{0}, {{store(0, 1), store(0, 2)}, {access(Op::await, 0, 1, 0), load(0, 1)}}},
     {2, 2, 2}},
    {"await_in_vain", {{0}, {{store(0, 2)}, {access(Op::await, 0, 1, 0)}}}, {0, 0, 0}},
    // Two awaits may let each other through when nothing orders them.
    {"awaits_LB",
     {{0, 0}, {{access(Op::await, 0, 1), store(1, 1)}, {access(Op::await, 1, 1), store(0, 1)}}},
     {0, 0, 1}},
    // The store in the block depends on the load: if both read 1, it would be out of thin air.
    {"LB_ctrls",
     {{0, 0},
      {{load(0, 0), condition(Op::branch, 0, 1), store(1, 1), bracket(Op::end)},
       {load(1, 0), condition(Op::branch, 0, 1), store(0, 1), bracket(Op::end)}}},
     {1, 1, 1}},
    // The stores after the blocks do not.
    {"LB_after_blocks",
     {{0, 0},
      {{load(0, 0), condition(Op::branch, 0, 1), bracket(Op::end), store(1, 1)},
       {load(1, 0), condition(Op::branch, 0, 1), bracket(Op::end), store(0, 1)}}},
     {3, 3, 4}},
};

INSTANTIATE_TEST_SUITE_P(Textbook, OracleTextbook, ::testing::ValuesIn(kTextbook),
                         [](const auto& row) {
                           std::string name = row.param.name;
                           std::erase_if(name, [](char c) { return c == '+'; });
                           return name;
                         });

using Set = std::set<std::string>;

Set judged(const TestProgram& program, bool prune, bool (*axiom)(const ExecutionGraph&)) {
  CandidateOptions options;
  options.prune_incoherent = prune;
  options.max_candidates = 1'000'000;
  const auto executions = consistent_executions(program, options, axiom);
  EXPECT_TRUE(executions.has_value());
  if (!executions) return {};
  Set set(executions->complete.begin(), executions->complete.end());
  EXPECT_EQ(set.size(), executions->complete.size()) << "a candidate twice";
  return set;
}

/// Leaving out incoherent candidates early loses none that a model allows.
TEST(Oracle, PruningLosesNothing) {
  int n = 0;
  for_each_small_program(2, 2, [&](const TestProgram& program) {
    ++n;
    ASSERT_EQ(judged(program, true, naive_tso), judged(program, false, naive_tso))
        << to_text(program);
    ASSERT_EQ(judged(program, true, naive_coherent), judged(program, false, naive_coherent))
        << to_text(program);
  });
  // 49 codes of two operations, 49 * 50 / 2 = 1225 pairs, of which 25 are their own mirror image:
  // two fences twice, and the other 48 codes each with its mirror. (1225 + 25) / 2.
  EXPECT_EQ(n, 625);
  for (std::uint64_t seed = 0; seed < 120; ++seed) {
    const TestProgram program = random_program(seed, seed % 2 == 0 ? 25 : 45);
    std::size_t accesses = 0;
    for (const Code& code : program.threads) accesses += code.size();
    if (accesses > 7) continue;
    ASSERT_EQ(judged(program, true, naive_tso), judged(program, false, naive_tso))
        << to_text(program);
  }
}

/// A stronger model's executions are among a weaker one's.
TEST(Oracle, ScWithinTsoWithinCoherent) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const TestProgram program = random_program(seed, 25);
    const auto sc = consistent_executions(program, {}, naive_sc);
    const auto tso = consistent_executions(program, {}, naive_tso);
    const auto coherent = consistent_executions(program, {}, naive_coherent);
    if (!sc || !tso || !coherent) continue;
    EXPECT_TRUE(std::ranges::includes(tso->complete, sc->complete)) << to_text(program);
    EXPECT_TRUE(std::ranges::includes(coherent->complete, tso->complete)) << to_text(program);
  }
}

TEST(Oracle, GivesUpRatherThanFindLess) {
  TestProgram program{{0}, {{store(0, 1)}, {store(0, 2)}, {store(0, 3)}}};
  CandidateOptions options;
  options.max_candidates = 5;
  EXPECT_FALSE(consistent_executions(program, options, naive_sc).has_value());
  options.max_candidates = 6;
  EXPECT_TRUE(consistent_executions(program, options, naive_sc).has_value());
  options.max_traces = 0;
  EXPECT_FALSE(consistent_executions(program, options, naive_sc).has_value());
}

TEST(Oracle, RandomProgramsAreWellFormedAndTheSameForASeed) {
  for (std::uint64_t seed = 0; seed < 2'000; ++seed) {
    for (const int rmw : {0, 25, 45}) {
      const TestProgram program = random_program(seed, rmw);
      ASSERT_EQ(defect(program), "") << to_text(program);
      ASSERT_EQ(program, random_program(seed, rmw));
    }
  }
}

TEST(Oracle, DefectsAreNamed) {
  const TestProgram good{{0}, {{load(0, 0)}}};
  EXPECT_EQ(defect(good), "");
  EXPECT_NE(defect({{0}, {{load(1, 0)}}}), "");
  EXPECT_NE(defect({{0}, {{load(0, kNoRegister)}}}), "");
  EXPECT_NE(defect({{0}, {{bracket(Op::end)}}}), "");
  EXPECT_NE(defect({{0}, {{condition(Op::branch, 0, 0)}}}), "");
  EXPECT_NE(defect({{0},
                    {{condition(Op::branch, 0, 0), bracket(Op::otherwise), bracket(Op::otherwise),
                      bracket(Op::end)}}}),
            "");
  EXPECT_NE(defect({{0}, {{condition(Op::assume, kNoRegister, 0)}}}), "");
}

/// What is left is what the failure needs, with balanced brackets, and nothing else.
TEST(Oracle, MinimisingKeepsWhatFails) {
  const auto has_store_of_2 = [](const TestProgram& program) {
    for (const Code& code : program.threads)
      for (const Instruction& i : code)
        if (i.op == Op::store && i.value.constant == 2) return true;
    return false;
  };
  const TestProgram big{
      {0, 0},
      {{load(0, 0), mb(), store(1, 1)},
       {load(1, 0), condition(Op::branch, 0, 1), store(0, 1), bracket(Op::otherwise),
        condition(Op::branch, 0, 2), bracket(Op::end), store(0, 2), bracket(Op::end)}}};
  ASSERT_EQ(defect(big), "");
  const TestProgram small = minimise(big, has_store_of_2);
  EXPECT_EQ(small, (TestProgram{{0}, {{store(0, 2)}}})) << to_text(small);
}

TEST(Oracle, PrintsPrograms) {
  TestProgram program{
      {0, 5},
      {{load(0, 0), condition(Op::branch, 0, 1), cas(1, 0, 2, Ordering::full),
        bracket(Op::otherwise), mb(), bracket(Op::end), condition(Op::assume, 0, 3)}}};
  program.threads[0][2].address = {0, 0, Use::value};
  EXPECT_EQ(to_text(program),
            "x = 0; y = 5; \n"
            "thread 0:\n"
            "  r0 = load.once x\n"
            "  if r0 == 1 {\n"
            "    r0 = cmpxchg.full x[r0 & 1], 0 -> 2\n"
            "  } else {\n"
            "    fence.mb\n"
            "  }\n"
            "  assume r0 == 3\n");
}

}  // namespace
}  // namespace ringcheck::oracle
