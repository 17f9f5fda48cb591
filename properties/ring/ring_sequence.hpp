#pragma once
// Running a RingCase on plain memory.

#include <vector>

#include "properties/ring/ring_case.hpp"
#include "properties/ring/ring_oracle.hpp"
#include "protocol/core/defect.hpp"

namespace ringcheck {

/// Runs `ring_case` on the specification with `defects`, and returns what the oracle finds wrong,
/// in the order in which it shows. Writers come at named points of each other (WriterPoint), the
/// reader at the same points or between steps, and writers between the reader's accesses.
std::vector<RingViolation> run_ring_case(const RingCase& ring_case, DefectSet defects);

/// What `ring_case` comes to on the specification without a defect.
RingClasses classes_of(const RingCase& ring_case);

}  // namespace ringcheck
