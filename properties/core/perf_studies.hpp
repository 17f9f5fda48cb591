#pragma once
// What studies of checks work on: perf's own protections, drivers and known violations.

#include <span>
#include <string_view>
#include <vector>

#include "check/compiler_study.hpp"
#include "check/driver_study.hpp"
#include "check/known_violation.hpp"

namespace ringcheck {

/// The check that shows what A to D need: the second record wraps onto the first, so a word can be
/// stale (B, C) or overwritten too early (A, D). `marked`: data words are accessed by READ_ONCE and
/// WRITE_ONCE.
Check barrier_check(bool marked);

/// The protections of the data ring: its barrier()s, the compiler's side of B, C and D, and each
/// marked access.
std::vector<Protection> protections();

/// The grounds on which protections are taken away, quickest first: nested writers, readers,
/// positions that pass half a word, waiting tasks, and the Linux-kernel model, which has plain
/// accesses of its own.
std::vector<CompilerGround> compiler_grounds();

/// Names of the grounds that are studied on machines too. Positions that pass 4 GiB are left out,
/// since no model has accesses of half a word, and so are waiting tasks, which take minutes if
/// stores are reordered.
std::span<const std::string_view> grounds_on_machines();

/// The ordering points of the drivers of the AUX area, driver by driver.
const std::vector<DriverPoint>& driver_points();

/// Violations of the protocol as Linux 6.1 has it, in the order of docs/findings.md.
std::span<const KnownViolation> recorded_findings();

}  // namespace ringcheck
