// The solver against all assignments, on random clauses.
#include "explore/solver.hpp"

#include <gtest/gtest.h>

#include "tests/oracle/random.hpp"

namespace ringcheck {
namespace {

using Clauses = std::vector<std::vector<Literal>>;

constexpr int kVariables = 10;

bool holds(const std::vector<Literal>& clause, unsigned assignment) {
  for (const Literal l : clause)
    if (((assignment >> static_cast<unsigned>(l.variable())) & 1U) == (l.is_negative() ? 0U : 1U))
      return true;
  return false;
}

bool holds(const Clauses& clauses, unsigned assignment) {
  for (const auto& clause : clauses)
    if (!holds(clause, assignment)) return false;
  return true;
}

bool is_possible(const Clauses& clauses) {
  for (unsigned a = 0; a < 1U << kVariables; ++a)
    if (holds(clauses, a)) return true;
  return false;
}

std::vector<Literal> random_clause(oracle::Random& random) {
  std::vector<Literal> clause;
  const int size = 1 + random.below(3);
  for (int n = 0; n < size; ++n) clause.push_back({random.below(2 * kVariables)});
  return clause;
}

TEST(Solver, FindsAnAssignmentIffThereIsOne) {
  int possible = 0;
  constexpr int kPrograms = 300;
  for (int seed = 1; seed <= kPrograms; ++seed) {
    oracle::Random random(static_cast<std::uint64_t>(seed));
    Solver solver;
    for (int v = 0; v < kVariables; ++v) solver.new_variable();
    Clauses known;
    for (int round = 0; round < 12; ++round) {
      for (int n = 0; n < 4; ++n) {
        known.push_back(random_clause(random));
        solver.add(known.back());
      }
      const int is_false = random.below(kVariables);
      const std::vector<Literal> asked{positive(random.below(kVariables)),
                                       positive(random.below(kVariables))};
      Clauses all = known;
      all.push_back({negative(is_false)});
      all.push_back(asked);
      const bool found = solver.solve(std::vector<int>{is_false}, asked);
      ASSERT_EQ(found, is_possible(all)) << "seed " << seed << ", round " << round;
      if (!found) continue;
      ++possible;
      unsigned assignment = 0;
      for (int v = 0; v < kVariables; ++v)
        assignment |= (solver.is_true(v) ? 1U : 0U) << static_cast<unsigned>(v);
      EXPECT_TRUE(holds(all, assignment));
    }
  }
  EXPECT_GT(possible, kPrograms);
  EXPECT_LT(possible, 12 * kPrograms - kPrograms);
}

}  // namespace
}  // namespace ringcheck
