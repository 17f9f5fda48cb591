#pragma once
// Rows of recorded answers, as text, for tests of the sets.

#include <gtest/gtest.h>

#include <string>

#include "properties/core/conform_set.hpp"

namespace ringcheck::tests {

/// A row of a set, and its result.
struct ConformRow {
  const char* name;
  const char* set;
  std::string row;  ///< one line
  std::string
      expected;  ///< "agrees", "STEP WHAT: RECORDED, SPECIFICATION", or the start of an error
};

/// The result of the row, as ConformRow::expected words it.
std::string outcome_of(const ConformRow& row);

/// `row` with the first `from` replaced by `to`; fails the test when there is none.
std::string with(std::string row, const std::string& from, const std::string& to);

}  // namespace ringcheck::tests
