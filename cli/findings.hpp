#pragma once
// Violations that are known and explained: what the unmutated protocol does not satisfy.

#include <span>
#include <string_view>
#include <vector>

#include "properties/check_scenario.hpp"

namespace ringcheck {

/// A violation by the protocol as Linux 6.1 has it, explained in docs/findings.md.
struct RecordedFinding {
  std::string_view id;          ///< as in docs/findings.md
  std::string_view scenario;    ///< in which it shows
  std::string_view models;      ///< under which it shows, separated by spaces
  std::string_view properties;  ///< ids that it may violate, separated by spaces
  std::string_view title;       ///< one sentence
  /// A paragraph: why it happens, and which assumption or change removes it.
  std::string_view explanation;
  /// Parameters under which all properties hold, NAME=VALUE, separated by spaces. Where another
  /// finding shows too, its remedy is among them.
  std::string_view remedy;
};

/// All of them, in the order of docs/findings.md.
std::span<const RecordedFinding> recorded_findings();

/// Sets what removes `finding`.
void apply_remedy(const RecordedFinding& finding, Parameters& parameters);

/// The finding that explains `result` of `run` under model `model`, or null. Only a run with the
/// scenario's own plan and default parameters is explained by one.
const RecordedFinding* finding_of(const ScenarioRun& run, std::string_view model,
                                  const ScenarioResult& result);

}  // namespace ringcheck
