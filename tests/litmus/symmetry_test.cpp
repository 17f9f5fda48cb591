// Finds threads with the same text; exploring them in one order changes no answer.
#include "litmus/symmetry.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "explore/saturating.hpp"
#include "litmus/compile.hpp"
#include "litmus/litmus.hpp"

namespace ringcheck {
namespace {

constexpr const char* kSame = R"(C same
{}
P0(int *x, int *y) { int r0; WRITE_ONCE(*x, 1); r0 = READ_ONCE(*y); }
P1(int *x, int *y) { int r0; WRITE_ONCE(*x, 1); r0 = READ_ONCE(*y); }
P2(int *x, int *y) { int r0; WRITE_ONCE(*x, 1); r0 = READ_ONCE(*y); }
P3(int *x, int *y) { WRITE_ONCE(*y, 1); WRITE_ONCE(*y, 2); }
)";

struct Row {
  const char* name;
  const char* condition;
  std::size_t classes;
  std::size_t arrangements;
};

class SymmetricLitmus : public ::testing::TestWithParam<Row> {};

TEST_P(SymmetricLitmus, GivesTheAnswerOfExploringAll) {
  const LitmusTest test = parse_litmus(std::string(kSame) + GetParam().condition, "same.litmus");
  const litmus::CompiledTest compiled = litmus::compile(test);
  const auto classes = litmus::symmetric_threads(test, compiled.columns, compiled.required);
  EXPECT_EQ(classes.size(), GetParam().classes);
  EXPECT_EQ(litmus::column_arrangements(classes, compiled.columns).size(), GetParam().arrangements);
  for (const char* name : {"sc", "x86-tso", "lkmm"}) {
    const Model model = find_model(name);
    const LitmusResult once =
        run_litmus(test, model, {.limits = {}, .symmetric = SymmetricThreads::once});
    const LitmusResult each =
        run_litmus(test, model, {.limits = {}, .symmetric = SymmetricThreads::each});
    EXPECT_EQ(to_herd_log(once), to_herd_log(each)) << name;
    EXPECT_EQ(once.counts.complete, each.counts.complete) << name;
    if (GetParam().classes > 0) {
      EXPECT_LT(once.counts.nodes, each.counts.nodes) << name;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Conditions, SymmetricLitmus,
    ::testing::Values(Row{"AllRegisters", "exists (0:r0=0 /\\ 1:r0=1 /\\ 2:r0=2)", 1, 6},
                      Row{"NoRegisters", "exists (x=1)", 1, 1},
                      Row{"TwoOfThree", "exists (0:r0=0 /\\ 1:r0=1)", 1, 2},
                      Row{"Filtered", "filter (0:r0=0) exists (1:r0=1 /\\ 2:r0=2)", 1, 2},
                      Row{"Locations", "locations [0:r0; 1:r0; 2:r0; y;] exists (x=1)", 1, 6}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(SymmetricThreadsOfLitmus, DifferInRegistersOrText) {
  const auto classes = [](const char* text) {
    const LitmusTest test = parse_litmus(text, "");
    const litmus::CompiledTest compiled = litmus::compile(test);
    return litmus::symmetric_threads(test, compiled.columns, compiled.required).size();
  };
  EXPECT_EQ(classes("X86_64 a\n{0:rax=1; 1:rax=1;}\n P0 | P1 ;\n movl %eax,(x) | movl %eax,(x) ;\n"
                    "exists (x=1)\n"),
            1U);
  EXPECT_EQ(classes("X86_64 a\n{0:rax=1; 1:rax=2;}\n P0 | P1 ;\n movl %eax,(x) | movl %eax,(x) ;\n"
                    "exists (x=1)\n"),
            0U);
  EXPECT_EQ(classes("C a\n{}\nP0(int *x) { WRITE_ONCE(*x, 1); }\n"
                    "P1(int *x) { WRITE_ONCE(*x, 2); }\nexists (x=1)\n"),
            0U);
}

/// `writers` threads that store to x, and `readers` threads that read it.
std::string same_threads(int writers, int readers) {
  std::string text = "C many\n{}\n";
  for (int t = 0; t < writers + readers; ++t)
    text += "P" + std::to_string(t) +
            (t < writers ? "(int *x) { WRITE_ONCE(*x, 1); }\n"
                         : "(int *x) { int r0; r0 = READ_ONCE(*x); }\n");
  return text + "exists (x=1)\n";
}

struct CountRow {
  const char* name;
  int writers;
  int readers;
  std::uint64_t executions;
};

class LargeCounts : public ::testing::TestWithParam<CountRow> {};

// n writers have n! orders; each of n readers of one write has two.
TEST_P(LargeCounts, StopAtTheLargestNumber) {
  const LitmusTest test =
      parse_litmus(same_threads(GetParam().writers, GetParam().readers), "many.litmus");
  const LitmusResult result = run_litmus(test, find_model("lkmm"));
  EXPECT_EQ(result.positive, GetParam().executions);
  EXPECT_EQ(result.observation, LitmusObservation::always);
  ASSERT_EQ(result.states.size(), 1U);
  EXPECT_EQ(result.states.front().executions, GetParam().executions);
  const bool is_most = GetParam().executions == kMostCounted;
  EXPECT_EQ(
      to_herd_log(result).find("Counts many stop at 18446744073709551615") != std::string::npos,
      is_most);
  EXPECT_EQ(to_json(result).find("\"counts_stop_at\":18446744073709551615") != std::string::npos,
            is_most);
}

INSTANTIATE_TEST_SUITE_P(Tests, LargeCounts,
                         ::testing::Values(CountRow{"TwentyWriters", 20, 0, 2432902008176640000U},
                                           CountRow{"TwentyOneWriters", 21, 0, kMostCounted},
                                           CountRow{"SixtySixWriters", 66, 0, kMostCounted},
                                           CountRow{"SixtyThreeReaders", 1, 63,
                                                    std::uint64_t{1} << 63U},
                                           CountRow{"SixtyFourReaders", 1, 64, kMostCounted}),
                         [](const auto& row) { return std::string(row.param.name); });

}  // namespace
}  // namespace ringcheck
