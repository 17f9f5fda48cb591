// Forward exploration against TruSt: the same executions, each once, under the models for which
// revisits are exact.
#include "tests/explore/trust.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>

#include "tests/explore/families.hpp"
#include "tests/explore/lowering.hpp"
#include "tests/explore/subjects.hpp"
#include "tests/oracle/random_program.hpp"
#include "tests/oracle/small_programs.hpp"

namespace ringcheck {
namespace {

/// Executions as texts, complete ones apart from blocked ones.
struct Executions {
  std::vector<std::string> complete, blocked;
  void sort() {
    std::ranges::sort(complete);
    std::ranges::sort(blocked);
  }
};

class Trust : public ::testing::TestWithParam<const char*> {
 protected:
  void expect_same(const Program& program, const std::string& what) {
    const Model model = find_model(GetParam());
    Executions forward;
    explore(program, model, {}, [&](const Execution& execution) {
      (execution.ending == Ending::complete ? forward.complete : forward.blocked)
          .push_back(execution.graph.canonical());
      return true;
    });
    Executions revisited;
    const TrustCounts counts =
        explore_by_revisits(program, model, [&](const ExecutionGraph& graph, bool blocked) {
          (blocked ? revisited.blocked : revisited.complete).push_back(graph.canonical());
        });
    forward.sort();
    revisited.sort();
    ASSERT_EQ(revisited.complete, forward.complete) << what;
    ASSERT_EQ(revisited.blocked, forward.blocked) << what;
    graphs_ += counts.graphs;
    revisits_ += counts.revisits;
  }
  void TearDown() override {
    std::cout << GetParam() << ": " << graphs_ << " graphs, " << revisits_ << " revisits\n";
  }

  std::uint64_t graphs_ = 0;
  std::uint64_t revisits_ = 0;
};

TEST_P(Trust, FindsTheExecutionsOfRandomPrograms) {
  for (const int rmw_percent : {0, 25, 45})
    for (std::uint64_t seed = 1; seed <= 150; ++seed)
      expect_same(lower(oracle::random_program(seed, rmw_percent)),
                  "seed " + std::to_string(seed) + ", " + std::to_string(rmw_percent) +
                      " % read-modify-writes");
  EXPECT_GT(revisits_, 1'000U);
}

TEST_P(Trust, FindsTheExecutionsOfSmallPrograms) {
  int number = 0;
  oracle::for_each_small_program(3, 2, [&](const oracle::TestProgram& program) {
    if (number++ % 20 == 0) expect_same(lower(program), oracle::to_text(program));
  });
  EXPECT_GT(revisits_, 100U);
}

TEST_P(Trust, FindsTheExecutionsOfFamilies) {
  for (const Program& program : {cas_lock(3), spin_lock(3), ticket_lock(2), fetch_adds(4),
                                 load_buffering(3, Dependent::none), one_writer(2, 2, 2)})
    expect_same(program, program.name);
}

INSTANTIATE_TEST_SUITE_P(Models, Trust, ::testing::Values("sc", "x86-tso", "rc11"),
                         [](const auto& model) { return identifier(model.param); });

}  // namespace
}  // namespace ringcheck
