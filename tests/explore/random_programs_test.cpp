// The explorer against the oracle on seeded random programs: nothing missing, extra or twice.
// RINGCHECK_SEED is the first seed (the seed of a failing program is printed), RINGCHECK_CASES the
// number of programs of one model, all three families together.
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <ostream>
#include <vector>

#include "tests/explore/subjects.hpp"
#include "tests/oracle/random_program.hpp"

namespace ringcheck {
namespace {

constexpr std::uint64_t kDefaultCases = 21'000;  ///< of which 20,000 and more are not too large
constexpr int kMaxFailures = 3;  ///< reported; each is minimised, which takes a while

std::uint64_t number_from_environment(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

/// Keeps the brute force cheap: programs beyond these limits are counted, not compared.
oracle::CandidateOptions small_enough() {
  oracle::CandidateOptions options;
  options.max_traces = 20'000;
  options.max_combinations = 1'000'000;
  options.max_candidates = 2'000;
  return options;
}

/// A model, and how many accesses in a hundred are read-modify-writes.
struct Family {
  std::string model;
  int rmw_percent;
};

/// The test's name.
void PrintTo(const Family& family, std::ostream* out) {
  *out << identifier(family.model) << "_rmw" << family.rmw_percent;
}

std::vector<Family> families() {
  std::vector<Family> all;
  for (const char* model : kModelNames)
    for (const int rmw_percent : {0, 25, 45}) all.push_back({model, rmw_percent});
  return all;
}

class RandomProgramsSlow : public ::testing::TestWithParam<Family> {};

TEST_P(RandomProgramsSlow, ExplorerIsABijectionWithTheOracle) {
  const auto [model, rmw_percent] = GetParam();
  const Subject subject = model_subject(model);
  const oracle::CandidateOptions options = small_enough();
  const std::uint64_t first = number_from_environment("RINGCHECK_SEED", 1);
  const std::uint64_t all = number_from_environment("RINGCHECK_CASES", kDefaultCases);
  const std::uint64_t cases = (all + 2) / 3;
  Tally tally;
  int failures = 0;
  for (std::uint64_t seed = first; seed < first + cases && failures < kMaxFailures; ++seed) {
    const oracle::TestProgram program = oracle::random_program(seed, rmw_percent);
    const Comparison comparison = compare(program, subject, options);
    tally.add(comparison);
    if (comparison.difference.empty()) continue;
    ++failures;
    ADD_FAILURE() << "RINGCHECK_SEED=" << seed << " RINGCHECK_CASES=1\n"
                  << report_failure(program, subject, options);
  }
  std::cout << model << ", " << rmw_percent << " % read-modify-writes, seeds from " << first << ": "
            << tally.text() << "\n";
  EXPECT_LE(tally.too_large, 20 + tally.programs / 20)
      << "the generator and the limits do not fit together";
}

INSTANTIATE_TEST_SUITE_P(Models, RandomProgramsSlow, ::testing::ValuesIn(families()),
                         ::testing::PrintToStringParamName());

}  // namespace
}  // namespace ringcheck
