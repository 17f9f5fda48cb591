// The smallest tests for executions: what they look like, and the barrier that forbids them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "explore/decisions.hpp"
#include "litmus/compile.hpp"
#include "litmus/generate/execution_test.hpp"
#include "tests/litmus/support.hpp"

namespace ringcheck {
namespace {

using ::testing::HasSubstr;

/// The test of the first execution of `text` under `model` that satisfies its condition.
std::string exported(const std::string& text, const std::string& model, std::string* barrier) {
  const LitmusTest source = tests::parse(text);
  const litmus::CompiledTest compiled = litmus::compile(source);
  std::vector<std::string> names;
  for (const Location& location : compiled.program.locations) names.push_back(location.name);
  for (const ExecutionGraph& found : tests::executions_of(text, model)) {
    const ExecutionGraph graph =
        rebuild(compiled.program, decisions_of(found), Dependence::syntactic);
    const litmus::ExecutionTest test = litmus::test_of_execution(graph, names, {}, {}, "t");
    if (test.test.threads.empty()) continue;
    const auto stronger = forbid(test, find_model(model));
    if (!stronger) continue;
    *barrier = stronger->barrier;
    return print_litmus(test.litmus());
  }
  return "nothing forbids it";
}

struct Row {
  const char* what;
  const char* threads;
  const char* model;
  const char* barrier;  ///< that forbids it
  std::vector<const char*> parts;
};

TEST(ExecutionTests, KeepTheCycleAndNameTheMissingBarrier) {
  const Row rows[] = {
      {"message passing among other accesses",
       "P0(int *x, int *y, int *z) { WRITE_ONCE(*z, 5); WRITE_ONCE(*x, 7); WRITE_ONCE(*y, 9); }\n"
       "P1(int *x, int *y, int *z) { int r0 = READ_ONCE(*y); smp_rmb(); int r1 = READ_ONCE(*x); "
       "}\n",
       "lkmm",
       "smp_wmb",
       {"WRITE_ONCE(*x, 1);\n\tWRITE_ONCE(*y, 1);", "r0 = READ_ONCE(*y);\n\tsmp_rmb();\n",
        "exists (1:r0=1 /\\ 1:r1=0)"}},
      {"load buffering after a control dependency",
       "P0(int *x, int *y) { int r0 = READ_ONCE(*x); if (r0) WRITE_ONCE(*y, 1); }\n"
       "P1(int *x, int *y) { int r0 = READ_ONCE(*y); WRITE_ONCE(*x, 1); }\n",
       "lkmm",
       "release",
       {"if (r0 == 1) {\n\t\tWRITE_ONCE(*y, 1);"}},
      {"store buffering",
       "P0(int *x, int *y) { WRITE_ONCE(*x, 1); int r0 = READ_ONCE(*y); }\n"
       "P1(int *x, int *y) { WRITE_ONCE(*y, 1); int r0 = READ_ONCE(*x); }\n",
       "x86-tso",
       "smp_mb+smp_mb",
       {"exists (0:r0=0 /\\ 1:r0=0)"}},
      {"two writes to each location",
       "P0(int *x, int *y) { WRITE_ONCE(*x, 1); WRITE_ONCE(*y, 2); }\n"
       "P1(int *x, int *y) { WRITE_ONCE(*y, 1); smp_wmb(); WRITE_ONCE(*x, 2); }\n",
       "armv8",
       "smp_wmb",
       {"exists ([x]=2 /\\ [y]=2)"}}};
  for (const Row& row : rows) {
    std::string barrier;
    const std::string text =
        exported(std::string("C t\n{ }\n") + row.threads + "exists (true)\n", row.model, &barrier);
    EXPECT_EQ(barrier, row.barrier) << row.what << '\n' << text;
    for (const char* part : row.parts) EXPECT_THAT(text, HasSubstr(part)) << row.what;
  }
}

/// Nothing forbids what an interleaving shows.
TEST(ExecutionTests, KeepWhatIsSharedWhereAnInterleavingShowsAll) {
  std::string barrier;
  EXPECT_EQ(exported("C t\n{ }\nP0(int *x, int *z) { WRITE_ONCE(*x, 1); WRITE_ONCE(*z, 1); }\n"
                     "P1(int *x) { int r0 = READ_ONCE(*x); }\nexists (true)\n",
                     "lkmm", &barrier),
            "nothing forbids it");
}

}  // namespace
}  // namespace ringcheck
