#pragma once
// Running a RingCase on plain memory.

#include <vector>

#include "properties/ring/ring_case.hpp"
#include "properties/ring/ring_oracle.hpp"
#include "protocol/core/defect.hpp"

namespace ringcheck {

/// Runs `ring_case` on the specification with `defects`, and returns what the oracle finds wrong,
/// in the order in which it shows. Writers interrupt each other at named points (WriterPoint); the
/// reader comes at the same points or between steps, and writers between the reader's accesses.
std::vector<RingViolation> run_ring_case(const RingCase& ring_case, DefectSet defects);

/// What occurs in `ring_case` on the specification without a defect.
RingClasses classes_of(const RingCase& ring_case);

}  // namespace ringcheck
