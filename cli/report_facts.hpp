#pragma once
// The facts of a report: every check, study and hunt that it is made of, done once.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "check/barrier_study.hpp"
#include "check/compiler_study.hpp"
#include "check/driver_study.hpp"
#include "check/known_violation.hpp"
#include "check/mutant_hunt.hpp"
#include "cli/check_runs.hpp"
#include "properties/perf_tool/snapshot_study.hpp"

namespace ringcheck {

/// A check that was made.
struct DoneCheck {
  Check check;
  CheckResult result;
  const KnownViolation* finding = nullptr;  ///< what explains a violation
};

/// A check that shows a finding, made again with what removes the finding.
struct Remedied {
  const KnownViolation* finding;
  Check check;
  CheckResult result;
};

/// The facts of a report. They depend only on the specification: no times, dates or paths.
struct ReportFacts {
  std::vector<DoneCheck> checks;
  std::vector<Remedied> remedies;  ///< one per finding and remedy, in the order of `checks`
  BarrierStudy plain;              ///< A to D, data copied by plain accesses
  BarrierStudy marked;             ///< the same with READ_ONCE and WRITE_ONCE
  std::vector<DriverResult> drivers;
  std::vector<SnapshotStudy> snapshots;
  std::vector<HuntResult> hunts{};          ///< empty: no mutants were looked for
  std::optional<CompilerStudy> compiler{};  ///< nothing: compilers were not studied

  /// The checks that `id` explains, in order.
  [[nodiscard]] std::vector<const DoneCheck*> of_finding(std::string_view id) const;
};

/// Makes the studies that a report has in addition to `checks`, by `jobs` workers, 0 for one per
/// core. The result is the same for any number.
ReportFacts gather_facts(std::vector<DoneCheck> checks, unsigned jobs = 0);

/// The ids of the findings that explain `checks`, in the order of the list of findings.
std::vector<std::string_view> findings_of(const std::vector<DoneCheck>& checks);

}  // namespace ringcheck
