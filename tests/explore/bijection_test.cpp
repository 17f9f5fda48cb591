// The comparison itself: it catches explorers that are wrong on purpose, and prints little about
// them.
#include "tests/explore/bijection.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/explore/subjects.hpp"
#include "tests/oracle/random_program.hpp"

namespace ringcheck {
namespace {

using oracle::Instruction;
using oracle::Op;
using oracle::TestProgram;
using ::testing::HasSubstr;
using ::testing::StartsWith;

Instruction load(std::uint64_t location, std::uint8_t reg) {
  Instruction i;
  i.op = Op::load;
  i.address.constant = location;
  i.target = reg;
  return i;
}

Instruction store(std::uint64_t location, std::uint64_t value) {
  Instruction i;
  i.op = Op::store;
  i.address.constant = location;
  i.value.constant = value;
  return i;
}

Instruction assume(std::uint8_t reg, std::uint64_t value) {
  Instruction i;
  i.op = Op::assume;
  i.condition = {reg, true, value};
  return i;
}

/// Store buffering; each thread has something after it that can be reduced.
TestProgram store_buffering() {
  return {{0, 0}, {{store(0, 1), load(1, 0), load(1, 1)}, {store(1, 1), load(0, 0), store(1, 2)}}};
}

/// Hands executions on to `visit` as `times` says: 0 drops one, 2 repeats it. Its counts agree with
/// that, so the counts alone give nothing away.
Subject distorted(Subject subject, std::uint64_t which, int times, Ending ending) {
  subject.explore = [explore = subject.explore, which, times, ending](
                        const Program& program, const ExecutionVisitor& visit) {
    std::uint64_t n = 0;
    ExploreCounts counts = explore(program, [&](const Execution& execution) {
      const bool it = execution.ending == ending && n++ == which;
      for (int i = it ? times : 1; i > 0; --i) visit(execution);
      return true;
    });
    if (n > which)
      (ending == Ending::complete ? counts.complete : counts.blocked) +=
          static_cast<std::uint64_t>(times - 1);
    return counts;
  };
  return subject;
}

TEST(Bijection, HoldsForTheExplorer) {
  EXPECT_EQ(compare(store_buffering(), naive_subject("naive_tso")).difference, "");
}

TEST(Bijection, CatchesADroppedExecution) {
  const Subject subject = distorted(naive_subject("naive_tso"), 2, 0, Ending::complete);
  EXPECT_THAT(compare(store_buffering(), subject).difference, StartsWith("complete missing: "));
}

TEST(Bijection, CatchesARepeatedExecution) {
  const Subject subject = distorted(naive_subject("naive_tso"), 2, 2, Ending::complete);
  EXPECT_THAT(compare(store_buffering(), subject).difference, StartsWith("complete twice: "));
}

TEST(Bijection, CatchesDroppedAndRepeatedBlockedExecutions) {
  const TestProgram program{{0}, {{store(0, 1), store(0, 2)}, {load(0, 0), assume(0, 1)}}};
  const Subject exact = naive_subject("naive_sc");
  EXPECT_EQ(compare(program, exact).difference, "");
  EXPECT_EQ(compare(program, exact).counts.blocked, 2U);  // reads 0 or 2
  EXPECT_THAT(compare(program, distorted(exact, 1, 0, Ending::blocked)).difference,
              StartsWith("blocked missing: "));
  EXPECT_THAT(compare(program, distorted(exact, 1, 2, Ending::blocked)).difference,
              StartsWith("blocked twice: "));
}

TEST(Bijection, CatchesAWeakerExplorer) {
  Subject subject = naive_subject("naive_tso");
  subject.judge = naive_subject("naive_sc").judge;
  EXPECT_THAT(compare(store_buffering(), subject).difference, StartsWith("complete extra: "));
}

TEST(Bijection, CatchesAStrongerExplorer) {
  Subject subject = naive_subject("naive_sc");
  subject.judge = naive_subject("naive_tso").judge;
  EXPECT_THAT(compare(store_buffering(), subject).difference, StartsWith("complete missing: "));
}

TEST(Bijection, CatchesCountsThatAreNotThoseOfTheExecutions) {
  Subject subject = naive_subject("naive_sc");
  subject.explore = [explore = subject.explore](const Program& program,
                                                const ExecutionVisitor& visit) {
    ExploreCounts counts = explore(program, visit);
    ++counts.complete;
    return counts;
  };
  EXPECT_THAT(compare(store_buffering(), subject).difference, HasSubstr("counts"));
}

TEST(Bijection, CatchesAnExplorerThatThrows) {
  Subject subject = naive_subject("naive_sc");
  subject.explore = [](const Program&, const ExecutionVisitor&) -> ExploreCounts {
    throw std::runtime_error("no more memory");
  };
  EXPECT_THAT(compare(store_buffering(), subject).difference, HasSubstr("no more memory"));
}

TEST(Bijection, ReportsAProgramReducedToWhatMatters) {
  Subject subject = naive_subject("naive_tso");
  subject.judge = naive_subject("naive_sc").judge;
  const std::string text = report_failure(store_buffering(), subject);
  EXPECT_THAT(text, HasSubstr("naive_tso: complete extra: "));
  EXPECT_THAT(text, HasSubstr("thread 0:\n  store.once x, 1\n  r1 = load.once y\n"
                              "thread 1:\n  store.once y, 1\n  r0 = load.once x\n("));
}

/// Every random program that has a third execution notices its loss, and most have one: the
/// generator makes programs that can tell.
TEST(Bijection, RandomProgramsCatchAnExplorerThatLosesItsThirdExecution) {
  const Subject exact = naive_subject("naive_tso");
  const Subject lossy = distorted(exact, 2, 0, Ending::complete);
  int compared = 0;
  int have_a_third = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const TestProgram program = oracle::random_program(seed, 25);
    const Comparison comparison = compare(program, exact);
    if (comparison.too_large) continue;
    ++compared;
    ASSERT_EQ(comparison.difference, "") << seed;
    const bool has_a_third = comparison.counts.complete >= 3;
    have_a_third += has_a_third ? 1 : 0;
    EXPECT_EQ(compare(program, lossy).difference.empty(), !has_a_third) << oracle::to_text(program);
  }
  EXPECT_GT(have_a_third * 2, compared);
}

}  // namespace
}  // namespace ringcheck
