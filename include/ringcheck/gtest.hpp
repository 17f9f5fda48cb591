#pragma once
// Verdicts in GoogleTest.
//
//   TEST(Ring, KeepsItsRecords) {
//     EXPECT_TRUE(ringcheck::holds(ring_program, "rc11"));
//     EXPECT_TRUE(ringcheck::violates(ring_without_release, "armv8", "require"));
//   }
//
// A test that fails prints the verdict with its witness.

#include <gtest/gtest.h>

#include <string_view>

#include "ringcheck/check.hpp"

namespace ringcheck {

/// Succeeds iff the program holds. A bound that is reached, and a vacuous verdict, fail.
inline ::testing::AssertionResult holds(const program& its, const model& under,
                                        const check_options& options = {}) {
  const verdict found = check(its, under, options);
  return (found ? ::testing::AssertionSuccess() : ::testing::AssertionFailure()) << found.text();
}

/// Succeeds iff the program violates the property of this name ("require", "data-race", …).
inline ::testing::AssertionResult violates(const program& its, const model& under,
                                           std::string_view property,
                                           const check_options& options = {}) {
  const verdict found = check(its, under, options);
  for (const witness& one : found.violations)
    if (one.property() == property) return ::testing::AssertionSuccess() << found.text();
  return ::testing::AssertionFailure() << "expected a violation of " << property << ":\n"
                                       << found.text();
}

}  // namespace ringcheck
