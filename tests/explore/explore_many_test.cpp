// Many programs one after the other: what one leaves behind changes nothing in the next.
#include "explore/explore_many.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/explore/lowering.hpp"
#include "tests/explore/subjects.hpp"
#include "tests/oracle/random_program.hpp"

namespace ringcheck {
namespace {

struct Seen {
  std::vector<std::string> executions;
  ExploreCounts counts;
};

Seen see(decltype(explore)& how, const Program& program, const Model& model) {
  Seen seen;
  seen.counts = how(program, model, {}, [&](const Execution& execution) {
    seen.executions.push_back(execution.graph.canonical());
    return true;
  });
  return seen;
}

class ManyProgramsUnder : public ::testing::TestWithParam<const char*> {};

TEST_P(ManyProgramsUnder, AreExploredAsEachByItself) {
  const Model model = find_model(GetParam());
  std::size_t executions = 0;
  for (std::uint64_t seed = 1; seed <= 120; ++seed) {
    const oracle::TestProgram random =
        oracle::random_program(seed, static_cast<int>(seed % 3) * 20);
    if (!oracle::defect(random).empty()) continue;
    const Program program = lower(random);
    const Seen alone = see(explore, program, model);
    const Seen one_of_many = see(explore_one_of_many, program, model);
    ASSERT_EQ(one_of_many.executions, alone.executions) << "seed " << seed;
    EXPECT_EQ(one_of_many.counts.nodes, alone.counts.nodes) << "seed " << seed;
    executions += alone.executions.size();
  }
  EXPECT_GT(executions, 100U);
}

INSTANTIATE_TEST_SUITE_P(EveryModel, ManyProgramsUnder, ::testing::ValuesIn(kModelNames),
                         [](const auto& row) { return identifier(row.param); });

TEST(ManyPrograms, AVisitorMayExploreAnother) {
  const Model lkmm = find_model("lkmm");
  const Program program = lower(oracle::random_program(3, 20));
  const Seen alone = see(explore, program, lkmm);
  std::size_t inner = 0;
  explore_one_of_many(program, lkmm, {}, [&](const Execution&) {
    inner += see(explore_one_of_many, program, lkmm).executions.size();
    return true;
  });
  EXPECT_EQ(inner, alone.executions.size() * alone.executions.size());
}

}  // namespace
}  // namespace ringcheck
