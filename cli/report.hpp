#pragma once
// REPORT.md: the main job's own output, written for a kernel developer.

#include <string>
#include <vector>

#include "check/compiler_study.hpp"
#include "check/known_violation.hpp"
#include "check/mutant_hunt.hpp"
#include "cli/check_runs.hpp"
#include "properties/core/buffer_picture.hpp"

namespace ringcheck {

/// A check that was made.
struct DoneCheck {
  Check check;
  CheckResult result;
  const KnownViolation* finding = nullptr;  ///< what explains a violation
};

/// The report. Depends on nothing but the checks: no times, dates or paths.
struct Report {
  std::string markdown;                 ///< REPORT.md
  std::string summary;                  ///< what each ordering point needs, for the terminal
  std::vector<BufferPicture> pictures;  ///< that REPORT.md shows
};

/// Studies the ordering points and writes the report about them, `checks`, `compiler` if it is
/// given, and `hunts` if there are any.
Report make_report(const std::vector<DoneCheck>& checks, const std::vector<HuntResult>& hunts = {},
                   const CompilerStudy* compiler = nullptr);

}  // namespace ringcheck
