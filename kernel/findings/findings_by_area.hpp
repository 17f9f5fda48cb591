#pragma once
// The findings that can be shown on the kernel's text, area by area.

#include <span>

#include "kernel/findings/shown_finding.hpp"

namespace ringcheck {

/// Findings of the data ring.
std::span<const ShownFinding> ring_findings();
/// Findings of mappings.
std::span<const ShownFinding> mapping_findings();
/// Findings of samples.
std::span<const ShownFinding> sample_findings();
/// Findings of sinks of CoreSight with memory of their own.
std::span<const ShownFinding> etf_findings();
/// Findings of a TMC-ETR that several share.
std::span<const ShownFinding> etr_findings();
/// Findings of perf's snapshots.
std::span<const ShownFinding> finder_findings();
/// Findings of address filters.
std::span<const ShownFinding> filter_findings();
/// Findings of the opening of events.
std::span<const ShownFinding> open_findings();
/// Those of perf's readers of data rings.
std::span<const ShownFinding> reader_findings();

}  // namespace ringcheck
