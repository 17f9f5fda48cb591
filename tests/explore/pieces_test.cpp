// Accesses of several sizes to the same places: the explorer against the oracle on seeded random
// programs, nothing missing, extra or twice. Under sc and x86-tso, the oracle's judge compares the
// text with hand-written axioms, which order whole accesses instead of pieces.
#include <gtest/gtest.h>

#include <iostream>
#include <ostream>

#include "tests/explore/subjects.hpp"
#include "tests/oracle/random_program.hpp"

namespace ringcheck {
namespace {

constexpr std::uint64_t kCases = 400;

struct Family {
  const char* model;
  int rmw_percent;
};

void PrintTo(const Family& family, std::ostream* out) {
  *out << identifier(family.model) << "_rmw" << family.rmw_percent;
}

class Pieces : public ::testing::TestWithParam<Family> {};

TEST_P(Pieces, ExplorerIsABijectionWithTheOracle) {
  const auto [model, rmw_percent] = GetParam();
  const Subject subject = mixed_subject(model);
  oracle::CandidateOptions options;
  options.max_candidates = 4'000;
  Tally tally;
  for (std::uint64_t seed = 1; seed <= kCases && !HasFailure(); ++seed) {
    const oracle::TestProgram program = oracle::random_program_of_sizes(seed, rmw_percent);
    const Comparison comparison = compare(program, subject, options);
    tally.add(comparison);
    EXPECT_EQ(comparison.difference, "") << "seed " << seed << "\n"
                                         << report_failure(program, subject, options);
  }
  std::cout << model << ": " << tally.text() << "\n";
  EXPECT_LE(tally.too_large, tally.programs / 10);
}

INSTANTIATE_TEST_SUITE_P(Models, Pieces,
                         ::testing::Values(Family{"sc", 0}, Family{"sc", 40}, Family{"x86-tso", 0},
                                           Family{"x86-tso", 40}, Family{"armv8", 0},
                                           Family{"armv8", 40}),
                         ::testing::PrintToStringParamName());

}  // namespace
}  // namespace ringcheck
