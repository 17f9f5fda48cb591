#pragma once
// REPORT.md: one page for a kernel developer.

#include <string>

#include "cli/report_facts.hpp"

namespace ringcheck {

/// REPORT.md: what A to D need, findings, scenarios by models, drivers, and what was covered. The
/// same facts give the same bytes.
std::string report_markdown(const ReportFacts& facts);

/// What each ordering point needs, for the terminal.
std::string report_summary(const ReportFacts& facts);

/// Where docs/findings.md explains a finding, from the root of the repository.
std::string finding_link(const KnownViolation& finding);

}  // namespace ringcheck
