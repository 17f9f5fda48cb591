// A filter's answer is the same as looking at all executions; those that it plainly excludes are
// not explored.
#include <gtest/gtest.h>

#include "litmus/litmus.hpp"

namespace ringcheck {
namespace {

constexpr const char* kLock = R"(C lock
{}
P0(int *l, int *x, int *y) {
  int r0; int r1;
  r0 = xchg_acquire(l, 1); WRITE_ONCE(*x, 1); r1 = READ_ONCE(*y); smp_store_release(l, 0);
}
P1(int *l, int *x, int *y) {
  int r0; int r1;
  r0 = xchg_acquire(l, 1); WRITE_ONCE(*y, 1); r1 = READ_ONCE(*x); smp_store_release(l, 0);
}
)";

struct Row {
  const char* name;
  const char* filter;
  const char* same;  ///< says the same in a form that requires no value of a local
  bool explores_less;
};

class Filter : public ::testing::TestWithParam<Row> {};

TEST_P(Filter, GivesTheAnswerOfLookingAtAll) {
  const std::string condition = "exists (0:r1=0 /\\ 1:r1=0)";
  const auto test = [&](const char* filter) {
    return parse_litmus(std::string(kLock) + "filter (" + filter + ") " + condition, "lock.litmus");
  };
  for (const char* name : {"sc", "x86-tso", "armv8", "lkmm"}) {
    const Model model = find_model(name);
    const LitmusResult result = run_litmus(test(GetParam().filter), model);
    const LitmusResult all = run_litmus(test(GetParam().same), model);
    EXPECT_EQ(result.positive, all.positive) << name;
    EXPECT_EQ(result.negative, all.negative) << name;
    EXPECT_EQ(result.counts.complete < all.counts.complete, GetParam().explores_less) << name;
    if (GetParam().explores_less) {
      EXPECT_EQ(result.counts.complete, result.positive + result.negative) << name;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Forms, Filter,
    ::testing::Values(Row{"BothLocks", "0:r0=0 /\\ 1:r0=0", "~(~0:r0=0 \\/ ~1:r0=0)", true},
                      Row{"Never", "0:r0=5", "~(~0:r0=5)", true},
                      Row{"OneOfTwo", "0:r0=0 \\/ 1:r0=0", "~(~0:r0=0 /\\ ~1:r0=0)", false},
                      Row{"ALocation", "x=1 /\\ l=1", "~(~x=1 \\/ ~l=1)", false}),
    [](const auto& row) { return std::string(row.param.name); });

}  // namespace
}  // namespace ringcheck
