// Which tests may raise other flags in one execution than in another.
#include "models/flags.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "tests/litmus/support.hpp"

namespace ringcheck {
namespace {

struct Row {
  const char* name;
  const char* threads;
  const char* model;
  bool may_vary;
};

constexpr const char* kMarked =
    "P0(int *x) { WRITE_ONCE(*x, 1); }\nP1(int *x) { READ_ONCE(*x); }\n";
constexpr const char* kPlain =
    "P0(int *x, int *y) { *x = 1; smp_store_release(y, 1); }\n"
    "P1(int *x, int *y) { int r0 = smp_load_acquire(y); int r1 = *x; }\n";
constexpr const char* kUnbalanced =
    "P0(int *x) { rcu_read_lock(); WRITE_ONCE(*x, 1); }\nP1(int *x) { READ_ONCE(*x); }\n";

constexpr Row kRows[] = {
    {"MarkedAccessesRaiseNone", kMarked, "lkmm", false},
    {"PlainAccessesRaceInSome", kPlain, "lkmm", true},
    {"AnOpenSectionIsSoInAll", kUnbalanced, "lkmm", false},
    {"ModelsWithoutFlags", kMarked, "armv8", false},
};

class Flags : public ::testing::TestWithParam<Row> {};

TEST_P(Flags, MayVaryWhereRfAndCoCount) {
  const Model model = find_model(GetParam().model);
  const std::string text = std::string("C t\n{}\n") + GetParam().threads + "exists (x=1)\n";
  std::vector<std::vector<std::string>> seen;
  for (const ExecutionGraph& graph : tests::executions_of(text, GetParam().model)) {
    EXPECT_EQ(flags_may_vary(model, graph), GetParam().may_vary);
    seen.push_back(model.flags(graph));
  }
  ASSERT_GT(seen.size(), 1U);
  const bool vary = std::ranges::adjacent_find(seen, std::not_equal_to<>{}) != seen.end();
  EXPECT_EQ(vary, GetParam().may_vary);
}

INSTANTIATE_TEST_SUITE_P(Tests, Flags, ::testing::ValuesIn(kRows),
                         [](const auto& row) { return std::string(row.param.name); });

}  // namespace
}  // namespace ringcheck
