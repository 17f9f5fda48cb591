// The explorer against the oracle on all small programs, up to symmetry: nothing missing, extra or
// twice.
#include <gtest/gtest.h>

#include <iostream>
#include <ostream>
#include <string>
#include <vector>

#include "tests/explore/subjects.hpp"
#include "tests/oracle/small_programs.hpp"

namespace ringcheck {
namespace {

struct Shape {
  int threads, operations;
  std::uint64_t programs;  ///< how many there are, lest the suite shrink unnoticed
};

// A code of n operations is one of 7^n; of k threads there are C(7^n + k - 1, k) multisets, and
// swapping the locations leaves about half. Counted by Burnside: (all + those equal to their mirror
// image) / 2. 2 threads, 3 operations: all = C(344, 2) = 58,996; equal: the code is its own mirror
// (1, all fences) for both, or the second is the first one's mirror ((343 - 1) / 2 pairs): 1 + 171
// = 172. (58,996 + 172) / 2. 3 threads, 2 operations: all = C(51, 3) = 20,825; equal: {f, c, mirror
// c} with f of all fences: 1 + 24 = 25.
constexpr Shape kTwoByThree{2, 3, 29'584};
constexpr Shape kThreeByTwo{3, 2, 10'425};

struct Family {
  std::string model;
  Shape shape;
};

/// The test's name.
void PrintTo(const Family& family, std::ostream* out) {
  *out << identifier(family.model) << "_" << family.shape.threads << "x" << family.shape.operations;
}

std::vector<Family> families() {
  std::vector<Family> all;
  for (const char* model : kModelNames)
    for (const Shape& shape : {kTwoByThree, kThreeByTwo}) all.push_back({model, shape});
  return all;
}

class SmallProgramsSlow : public ::testing::TestWithParam<Family> {};

TEST_P(SmallProgramsSlow, ExplorerIsABijectionWithTheOracle) {
  const auto& [model, shape] = GetParam();
  const Subject subject = model_subject(model);
  Tally tally;
  int failures = 0;
  oracle::for_each_small_program(shape.threads, shape.operations,
                                 [&](const oracle::TestProgram& program) {
                                   if (failures >= 3) return;
                                   const Comparison comparison = compare(program, subject);
                                   tally.add(comparison);
                                   if (comparison.difference.empty()) return;
                                   ++failures;
                                   ADD_FAILURE() << report_failure(program, subject);
                                 });
  std::cout << model << ", " << shape.threads << " threads of " << shape.operations
            << " operations: " << tally.text() << "\n";
  EXPECT_EQ(tally.too_large, 0U);
  if (failures == 0) {
    EXPECT_EQ(tally.programs, shape.programs);
  }
}

INSTANTIATE_TEST_SUITE_P(Models, SmallProgramsSlow, ::testing::ValuesIn(families()),
                         ::testing::PrintToStringParamName());

}  // namespace
}  // namespace ringcheck
