#pragma once
// Running a scenario from text, for tests.

#include <string>
#include <vector>

#include "properties/check_scenario.hpp"
#include "protocol/core/barrier_plan_text.hpp"

namespace ringcheck {

/// A check as a test row writes it.
struct CheckRow {
  const char* scenario;
  std::vector<const char*> parameters;
  const char* plan = "";    ///< changes to the scenario's own plan
  const char* defect = "";  ///< name of a defect, or nothing
};

inline ScenarioRun run_of(const CheckRow& row) {
  ScenarioRun run(find_scenario(row.scenario));
  for (const char* parameter : row.parameters) run.parameters.set(parameter);
  run.plan = parse_plan(row.plan, run.plan).value.value();
  if (*row.defect != '\0') run.defects.insert(find_defect(row.defect).value());
  return run;
}

inline ScenarioResult check(const CheckRow& row, std::string_view model,
                            const CheckOptions& options = {}) {
  return check_scenario(run_of(row), find_model(model), options);
}

/// Number of executions that violate the property of this id.
inline std::uint64_t violations(const ScenarioResult& result, std::string_view id) {
  for (const PropertyOutcome& outcome : result.properties)
    if (outcome.property->id == id) return outcome.violations;
  return 0;
}

}  // namespace ringcheck
