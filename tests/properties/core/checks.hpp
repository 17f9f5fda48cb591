#pragma once
// Running a scenario from text, for tests.

#include <string>
#include <vector>

#include "check/run_check.hpp"
#include "properties/core/area.hpp"
#include "properties/core/perf_scenario.hpp"

namespace ringcheck {

/// A check as a test row writes it.
struct CheckRow {
  const char* scenario;
  std::vector<const char*> parameters;
  const char* plan = "";    ///< changes to the scenario's own plan
  const char* defect = "";  ///< name of a defect, or nothing
};

inline Check run_of(const CheckRow& row) {
  Check run(find_scenario(row.scenario));
  for (const char* parameter : row.parameters) run.parameters.set(parameter);
  run.plan.set(row.plan);
  if (*row.defect != '\0') run.defects.insert(perf_catalogue().defect(row.defect));
  return run;
}

inline CheckResult check(const CheckRow& row, std::string_view model,
                         const CheckOptions& options = {}) {
  return run_check(run_of(row), find_model(model), options);
}

/// Number of executions that violate the property of this id.
inline std::uint64_t violations(const CheckResult& result, std::string_view id) {
  for (const PropertyOutcome& outcome : result.properties)
    if (outcome.property->id == id) return outcome.violations;
  return 0;
}

/// "holds" if nothing is violated, whether or not the settings show all that the scenario is for;
/// otherwise the verdict's name.
inline std::string_view judged(const CheckResult& result) {
  return nothing_violated(result.verdict) ? "holds" : verdict_name(result.verdict);
}

}  // namespace ringcheck
