#pragma once
// Tables of checks and their outcomes.

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "tests/properties/core/checks.hpp"

namespace ringcheck {

/// All models.
inline constexpr const char* kAll = "sc x86-tso armv8 riscv power rc11 lkmm";

/// A check under some models, and its outcome under each of them.
struct OutcomeRow {
  const char* models;  ///< separated by spaces
  CheckRow row;
  const char* expected;  ///< the property that is violated, or "holds"
};

/// The verdict in a word: the property that is violated; "holds" if none is, whether or not these
/// settings show all that the scenario is for; or the name of a bound's verdict.
inline std::string outcome(const CheckResult& result) {
  if (const auto* violated = std::get_if<Violated>(&result.verdict)) return violated->property;
  return nothing_violated(result.verdict) ? "holds" : std::string(verdict_name(result.verdict));
}

inline void expect(const std::vector<OutcomeRow>& rows) {
  for (const OutcomeRow& row : rows) {
    std::istringstream models(row.models);
    for (std::string model; models >> model;) {
      std::string parameters;
      for (const char* parameter : row.row.parameters) parameters.append(" ").append(parameter);
      SCOPED_TRACE(model + " " + row.row.scenario + parameters + " " + row.row.plan + " " +
                   row.row.defect);
      EXPECT_EQ(outcome(check(row.row, model)), row.expected);
    }
  }
}

}  // namespace ringcheck
