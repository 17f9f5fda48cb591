#pragma once
// REPORT.md: the main job's own output, written for a kernel developer.

#include <string>
#include <vector>

#include "cli/check_runs.hpp"
#include "cli/compiler_study.hpp"
#include "cli/findings.hpp"
#include "properties/core/buffer_picture.hpp"
#include "properties/mutant_hunt.hpp"

namespace ringcheck {

/// A check that was made.
struct CheckedRun {
  CheckRun run;
  ScenarioResult result;
  const RecordedFinding* finding = nullptr;  ///< what explains a violation
};

/// The report. Depends on nothing but the checks: no times, dates or paths.
struct Report {
  std::string markdown;                 ///< REPORT.md
  std::string summary;                  ///< what each ordering point needs, for the terminal
  std::vector<BufferPicture> pictures;  ///< that REPORT.md shows
};

/// Studies the ordering points and writes the report about them, `checks`, `compiler` if it is
/// given, and `hunts` if there are any.
Report make_report(const std::vector<CheckedRun>& checks, const std::vector<HuntResult>& hunts = {},
                   const CompilerStudy* compiler = nullptr);

}  // namespace ringcheck
